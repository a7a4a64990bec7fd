"""The functions of the notation: one row each, and what they do with numbers."""
