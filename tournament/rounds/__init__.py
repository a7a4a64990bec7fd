"""Rounds, their settings, puzzles and puzzle versions."""
