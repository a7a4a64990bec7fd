"""`python manage.py conundrum`: nine-letter words to find. See `puzzles.commands.conundrum`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Conundrums from a seed: conundrum --count 3 --seed 7."
