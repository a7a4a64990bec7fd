"""Players, teams, substitutes, and who is related to whom."""
