"""`python manage.py solve`: the solver. See `puzzles.commands.solve`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Solve a puzzle: solve --numbers 1,5,5,5 --target 24 --rules basic-24, or solve --jsonl < in > out."
