"""Going back to a backup: the whole site, or one event while the others go on."""
