"""The keys that decide whether two methods are the same: method keys and loose keys."""
