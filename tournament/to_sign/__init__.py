"""What waits for a person's signature."""
