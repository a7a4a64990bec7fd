"""What the public sees: copies, embargo, signed final results, ceremony."""
