class Unreadable(Exception):
    """The file as a whole cannot be read; the sentence says why and what to do."""
