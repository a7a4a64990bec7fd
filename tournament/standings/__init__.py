"""Ranking criteria, penalties, places, brackets of ties."""
