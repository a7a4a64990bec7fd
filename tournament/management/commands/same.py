"""`python manage.py same`: whether two methods count once, and by which rule. See `judging.language.command`."""

from ._engine import EngineCommand


class Command(EngineCommand):
    help = "Say whether two methods are the same: same --numbers 1,2 '1+2' '2+1'."
