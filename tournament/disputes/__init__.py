"""Coaches' links, filing and deciding disputes."""
