"""Going back to a backup: one event, while the others go on."""
