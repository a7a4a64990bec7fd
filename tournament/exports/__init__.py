"""The public and the full export, and taking a full export in."""
