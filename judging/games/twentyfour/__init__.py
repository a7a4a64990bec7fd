"""The 24 family as a live game: Classic, Tony Four, Closest to. The rules are in docs/rules/twentyfour.md (TF)."""
