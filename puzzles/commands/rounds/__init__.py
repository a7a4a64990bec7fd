"""Rounds of live games as the `referee` command reads them."""
