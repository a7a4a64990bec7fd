"""Ties for an award: the draw and the games."""
