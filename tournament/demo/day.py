"""The demo's event while it is being played, and who works at it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from ..models import Event, Job, Role, Round, User
from ..organiser import round_steps
from ..sign_in.demo_people import FIRST_OF_ROLE, PEOPLE
from ..tasks import perform

Say = Callable[[str], None]
Advance = Callable[[int, int], None]  # sheets that are typed, and that are to be typed in all
EACH = 10  # sheets


@dataclass
class Day:
    """The event while it is being played."""

    event: Event
    crew: dict[str, User]
    chance: Random
    say: Say
    advance: Advance
    sheets: int = 0  # to be typed in all
    typed: int = field(default=0, init=False)

    def one_more_typed(self) -> None:
        self.typed += 1
        if self.typed % EACH == 0:
            self.advance(self.typed, self.sheets)

    @property
    def organiser(self) -> User:
        return self.crew[FIRST_OF_ROLE[Role.ORGANISER]]

    @property
    def judge(self) -> User:
        return self.crew[FIRST_OF_ROLE[Role.JUDGE]]

    @property
    def other_judge(self) -> User:
        return self.crew["jasper"]

    @property
    def volunteers(self) -> list[User]:
        return [self.crew[username] for username, _name, role in PEOPLE if role == Role.VOLUNTEER]


def collect(day: Day, round_: Round) -> Round:
    """The round, opened and closed, with its sheets ready to be typed."""
    for status in (Round.Status.OPEN, Round.Status.CLOSED, Round.Status.MARKING):
        round_ = round_steps.move(by=day.organiser, round_=round_, status=status)
    return round_


def work_through() -> None:
    """Do the jobs here, in order, as the worker would: a demo needs no broker. Each call takes many."""
    waiting = Job.objects.filter(state=Job.State.WAITING).order_by("pk")
    while (job := waiting.first()) and perform(job.pk):
        pass
