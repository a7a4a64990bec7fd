"""`python manage.py letters`: the words that letters make. See `puzzles.commands.letters`."""

from ._engine import PuzzleCommand


class Command(PuzzleCommand):
    name = "letters"
    help = "The words that some letters make: letters ARIOEKLNN --top 5."
