"""The demo's event while it is being played, and who works at it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tournament.models import Event, Job, Role, User

from ..tasks import perform

PEOPLE = (
    ("olga", "Olga Ortiz", Role.ORGANISER),
    ("judith", "Judith Jones", Role.JUDGE),
    ("jasper", "Jasper Jain", Role.JUDGE),
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
    def other_judge(self) -> User:
        return self.crew["jasper"]

    @property
    def volunteers(self) -> list[User]:
        return [self.crew[username] for username, _name, role in PEOPLE if role == Role.VOLUNTEER]


def work_through() -> None:
    """Do the jobs here, in order, as the worker would: a demo needs no broker."""
    for job_id in Job.objects.filter(state=Job.State.WAITING).order_by("pk").values_list("pk", flat=True):
        perform(job_id)
