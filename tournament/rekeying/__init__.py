"""Typing a misread sheet again."""
