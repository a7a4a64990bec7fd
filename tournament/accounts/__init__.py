"""Sign-in, people and their roles."""
