"""How somebody gets in: passwords and their limits, links, sessions and the devices that hold them."""
