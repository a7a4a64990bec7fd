"""The hall clock of a round: how much time each grade has left."""

from dataclasses import dataclass
from math import ceil, inf

from django.utils import timezone

from ..models import Round
from ..round_puzzles.completeness import grades_asked


@dataclass(frozen=True)
class GradeClock:
    """Grades that have the same time. `seconds` is all their time; `left` what remains of it, not below zero."""

    grades: tuple[int, ...]
    seconds: int
    left: float

    @property
    def written(self) -> str:
        """Minutes and seconds, such as 12:00. A clock that has a tenth of a second left still shows one second."""
        whole = ceil(self.left)
        return f"{whole // 60}:{whole % 60:02}"


@dataclass(frozen=True)
class RoundClock:
    """A round's clock at one moment: not started, running, stopped or over. The longest time comes last."""

    is_started: bool
    is_stopped: bool
    clocks: tuple[GradeClock, ...]

    @property
    def is_over(self) -> bool:
        return self.is_started and not any(each.left for each in self.clocks)

    @property
    def state(self) -> str:
        """The state of the clock for the page that shows it."""
        if not self.is_started:
            return "waiting"
        if self.is_over:
            return "over"
        return "stopped" if self.is_stopped else "running"


def round_clock(round_: Round) -> RoundClock:
    """The clock of a round now; one query for the grades that play it."""
    passed = _passed(round_)
    by_length: dict[int, list[int]] = {}
    for grade in grades_asked(round_):
        by_length.setdefault(round_.settings_for(grade).whole("time_seconds"), []).append(grade)
    if not by_length:
        by_length = {round_.settings_for(None).whole("time_seconds"): []}
    clocks = tuple(
        GradeClock(tuple(grades), seconds, max(0.0, seconds - passed)) for seconds, grades in sorted(by_length.items())
    )
    return RoundClock(round_.clock_started_at is not None, round_.clock_stopped_at is not None, clocks)


def question_count(round_: Round) -> int:
    """How many boxes the grade has that has most."""
    counts = [round_.rules.box_count(round_.settings_for(grade)) for grade in grades_asked(round_)]
    return max(counts, default=0)


def is_last_question(round_: Round) -> bool:
    """Whether no grade has another box after the one that the clock is for."""
    return round_.clock_box + 1 >= question_count(round_)


def _passed(round_: Round) -> float:
    """The seconds since the clock was started, below zero if more time was given than has passed; all of them once the
    round is closed."""
    if round_.clock_started_at is None:
        return 0.0
    if round_.status not in {Round.Status.PLANNED, Round.Status.OPEN}:
        return inf
    until = round_.clock_stopped_at or timezone.now()
    return (until - round_.clock_started_at).total_seconds()
