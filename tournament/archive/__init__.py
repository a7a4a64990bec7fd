"""Putting a past event aside, and deleting one that was never used."""
