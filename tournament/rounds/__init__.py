"""Rounds, their settings and how many sheets each has."""
