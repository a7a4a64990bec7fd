"""Tables written to files, and how much may be uploaded."""
