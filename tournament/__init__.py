"""The web application. Nothing is imported here: the process that opens a stranger's file must start quickly."""
