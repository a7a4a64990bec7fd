"""What stands out in an event: hardest puzzles, rarest methods."""
