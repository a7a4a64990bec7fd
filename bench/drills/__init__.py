"""Programs that break things on purpose, on a database of their own, and say which promises held."""
