"""Making puzzle sets from a seed."""
