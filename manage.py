#!/usr/bin/env python
import os
import sys

from judging.__main__ import COMMANDS as JUDGING
from judging.command_line import run
from puzzles.__main__ import COMMANDS as PUZZLES
from tournament import PROGRAM

if __name__ == "__main__":
    if without_django := (JUDGING | PUZZLES).get("".join(sys.argv[1:2])):
        sys.exit(run(without_django, sys.argv[2:]))
    if sys.argv[1:] in (["version"], ["--version"]):  # before Django, which would say its own
        sys.exit(print(PROGRAM))
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
