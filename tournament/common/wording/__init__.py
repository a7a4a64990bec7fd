"""Texts that the program makes, stores and searches."""
