"""Players and teams from a file."""
