"""Generated puzzle sets: made by the worker, looked at, corrected, locked, and used in rounds."""
