"""Typed lines from a file."""
