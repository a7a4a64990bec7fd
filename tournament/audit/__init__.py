"""The audit trail, its wording, and the feed of public changes."""
