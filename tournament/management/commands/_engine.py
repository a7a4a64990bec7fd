"""Commands of the engine under Django's roof: they read their own arguments, so an expression may begin with a minus."""

import sys

from django.core.management.base import BaseCommand

from judging.__main__ import run as run_judging
from puzzles.__main__ import run as run_puzzles


class EngineCommand(BaseCommand):
    """`manage.py` runs these without loading Django at all; here they are for `help` and `django-admin`."""

    name: str

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(run_judging(self.name, argv[2:]))


class PuzzleCommand(BaseCommand):
    """The same for the commands of `puzzles`."""

    name: str

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(run_puzzles(self.name, argv[2:]))
