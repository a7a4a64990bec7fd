"""`python manage.py generate`: puzzle sets from a seed. See `puzzles.commands.generate`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Make a set of puzzles: generate --format one-to-many --count 12 --seed 7 --out set.json."
