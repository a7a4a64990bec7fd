"""When two methods are the same: method keys and loose keys."""
