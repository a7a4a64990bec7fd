"""The puzzles of a round: typed, imported, complete or not, and what was printed of them."""
