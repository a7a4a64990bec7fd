"""What every folder may use: refusals, text, numbers, tables, uploads."""
