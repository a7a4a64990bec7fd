"""Commands of the engine under Django's roof: they read their own arguments, so an expression may begin with a
minus."""

import sys

from django.core.management.base import BaseCommand

from judging.__main__ import COMMANDS as JUDGING
from judging.command_line import run
from puzzles.__main__ import COMMANDS as PUZZLES


class EngineCommand(BaseCommand):
    """`manage.py` runs these without loading Django at all; here they are for `help` and `django-admin`."""

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(run((JUDGING | PUZZLES)[argv[1]], argv[2:]))
