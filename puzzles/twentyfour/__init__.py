"""The numbers that sets of the 24 family make."""
