"""Perfect play in Countdown Duel. How it was verified: docs/decisions/duel.md."""
