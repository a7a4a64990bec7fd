"""From rows to points: reading what was recorded and ruled, and replaying it through the pure rules. Nothing here writes."""
