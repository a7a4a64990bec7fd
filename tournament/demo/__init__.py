"""A whole competition day from one seed, made through the same actions that people's clicks use."""
