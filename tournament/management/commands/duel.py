"""`python manage.py duel`: Countdown Duel. See `puzzles.commands.duel`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Countdown Duel at the command line, for two people or against the machine."
