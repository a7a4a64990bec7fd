"""Number race as a live game. The rules are in docs/rules/number-race.md (NR); `game.py` holds all of it."""
