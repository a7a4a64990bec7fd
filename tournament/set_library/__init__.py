"""The library of puzzle sets across events: new ones, copies, files."""
