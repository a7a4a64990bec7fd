"""`python manage.py rate`: how hard a question is for people. See `puzzles.commands.rate`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Rate questions: rate --numbers 1,5,5,5 --target 24 --rules basic-24, or rate --jsonl < in > out."
