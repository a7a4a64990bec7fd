"""The door: who is here."""
