"""The web application. Nothing is imported here: the process that opens a stranger's file must start quickly."""

VERSION = "0.9.0"  # the only place; docs/versions.md says where it is shown and what it promises
PROGRAM = f"number-tournament {VERSION}"
