"""Countdown Duel as a live game. The rules are in docs/rules/duel.md (CD)."""
