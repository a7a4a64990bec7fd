"""The public pages of an event: standings, rounds, players, puzzles."""
