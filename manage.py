#!/usr/bin/env python
import os
import sys

from judging.__main__ import COMMANDS, run
from puzzles.__main__ import COMMANDS as PUZZLE_COMMANDS
from puzzles.__main__ import run as run_puzzles

if __name__ == "__main__":
    if sys.argv[1:2] and sys.argv[1] in COMMANDS:
        sys.exit(run(sys.argv[1], sys.argv[2:]))  # the engine alone: Django is not loaded
    if sys.argv[1:2] and sys.argv[1] in PUZZLE_COMMANDS:
        sys.exit(run_puzzles(sys.argv[1], sys.argv[2:]))  # as for the engine
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    try:
        from django.core.management import execute_from_command_line
        from django.db import DatabaseError, OperationalError
    except ImportError:
        sys.exit("Django is not installed for this Python. `make run` and `make test` set everything up in .venv.")
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if "--traceback" in sys.argv or type(error) not in (DatabaseError, OperationalError):
            raise
        sys.exit(f"The database cannot be used: {str(error).strip()}. `manage.py doctor` says more.")
