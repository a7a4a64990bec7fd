"""Tables written to files, pictures on disk, and how much may be uploaded."""
