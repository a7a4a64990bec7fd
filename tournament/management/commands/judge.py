"""`python manage.py judge`: what the engine says of a method. See `judging.language.command`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Judge a method: judge --numbers 1,2,3,4 --target 5 '4C3 + 2 - 1', or judge --jsonl < in > out."
