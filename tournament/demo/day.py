"""The demo's event while it is being played, and who works at it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tournament.models import Event, Role, User

PEOPLE = (
    ("olga", "Olga Ortiz", Role.ORGANISER),
    ("judith", "Judith Jones", Role.JUDGE),
    ("victor", "Victor Vance", Role.VOLUNTEER),
    ("vanessa", "Vanessa Vo", Role.VOLUNTEER),
    ("vikram", "Vikram Varma", Role.VOLUNTEER),
)
Say = Callable[[str], None]


@dataclass
class Day:
    """The event while it is being played."""

    event: Event
    crew: dict[str, User]
    chance: Random
    say: Say

    @property
    def organiser(self) -> User:
        return self.crew["olga"]

    @property
    def judge(self) -> User:
        return self.crew["judith"]

    @property
    def volunteers(self) -> list[User]:
        return [self.crew[username] for username, _name, role in PEOPLE if role == Role.VOLUNTEER]
