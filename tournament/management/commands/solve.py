"""`python manage.py solve`: the solver. See `puzzles.command`."""

import sys

from django.core.management.base import BaseCommand

from puzzles.__main__ import run


class Command(BaseCommand):
    help = "Solve a puzzle: solve --numbers 1,5,5,5 --target 24 --rules basic-24, or solve --jsonl < in > out."

    def run_from_argv(self, argv: list[str]) -> None:
        sys.exit(run(argv[2:]))
