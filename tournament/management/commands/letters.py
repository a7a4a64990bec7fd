"""`python manage.py letters`: the words that letters make. See `puzzles.commands.letters`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "The words that some letters make: letters ARIOEKLNN --top 5."
