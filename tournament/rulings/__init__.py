"""The judge's queue, one case, rulings and precedents."""
