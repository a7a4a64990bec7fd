"""What final results leave open: a round may be made final with work left in it, and a tie need not be played out."""

from collections.abc import Iterator

from django.utils.translation import ngettext

from ..models import Event, Round
from . import queue
from .expected import with_sides
from .pair_proposals import pairs_proposed
from .piles import piles_of
from .progress import not_judged, provisional, unsigned_wait
from .snapshot import once
from .ties import undecided


@once
def left_open(event: Event) -> str:
    """A sentence for each kind of thing that is not decided, as the public reads them; nothing where every sheet is
    marked, every ruling is made and every tie for an award is played out. It works every standing out: for a copy, whose
    pages share it."""
    return " ".join(_sentences(event))


def _sentences(event: Event) -> Iterator[str]:
    rounds = list(with_sides(event.rounds.filter(status=Round.Status.FINAL)))
    if n := sum(each.to_do + each.unusable for each in piles_of(event, rounds)):
        yield ngettext("%(n)s sheet is not marked.", "%(n)s sheets are not marked.", n) % {"n": n}
    if n := provisional(event).count() + not_judged(event).count():
        yield _lines_wait(n)
    if n := _unsigned(event, rounds):
        yield unsigned_wait(n)
    if n := len(undecided(event)):
        yield ngettext(
            "%(n)s tie for an award is not played out.", "%(n)s ties for awards are not played out.", n
        ) % {"n": n}


def _lines_wait(n: int) -> str:
    return ngettext(
        "%(n)s sheet has lines that nobody has ruled on; they count as they stand.",
        "%(n)s sheets have lines that nobody has ruled on; they count as they stand.",
        n,
    ) % {"n": n}


def _unsigned(event: Event, rounds: list[Round]) -> int:
    return len(pairs_proposed(event)) + sum(len(queue.waiting(event, round_=each)) for each in rounds)
