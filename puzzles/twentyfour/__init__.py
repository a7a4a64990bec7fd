"""What sets of the 24 family allow: solutions, the largest common number, the nearest to a target."""
