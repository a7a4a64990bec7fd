"""Copies of the whole database, and going back to one."""
