"""Keys that anybody can check: digests before a round, the keys themselves after it."""
