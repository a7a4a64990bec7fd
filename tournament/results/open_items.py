"""Open matters of provisional and of final results: unmarked sheets, lines without a ruling,
disputes, ties for awards."""

from collections.abc import Iterator

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _, ngettext

from ..models import Event, Round
from ..models.disputes import unsettled
from ..models.rounds import TIEBREAKER
from ..rounds.expected_sheets import piles_of, with_sides
from ..rulings import queue
from ..rulings.queue import UNSIGNED_WAIT, not_judged, provisional
from ..same_method_rulings.near_duplicates import unsigned_pair_rulings
from ..standings.penalties import PROPOSALS_WAIT, waiting_proposals
from ..ties.queries import undecided
from ..web.snapshot import cached_in_snapshot


@cached_in_snapshot
def why_provisional(event: Event) -> str:
    """Why places may still change, in a sentence. It speaks only of the programme: a tiebreaker would tell of a tie."""
    rounds = list(with_sides(event.rounds.exclude(format=TIEBREAKER)))
    if _is_marked_now(event, rounds):
        return _("Sheets are still being marked and judged, so places may change.")
    if not rounds or {Round.Status.PLANNED, Round.Status.OPEN} & {each.status for each in rounds}:
        return _("Rounds are still to be played, so places will change.")
    return _("Every sheet is marked and judged. Places can still change until the results are final.")


def _is_marked_now(event: Event, rounds: list[Round]) -> bool:
    """Whether sheets of a round that is over wait for somebody who types, or for the engine or a judge."""
    marking = [each for each in rounds if each.status == Round.Status.MARKING]
    if any(each.status == Round.Status.CLOSED for each in rounds):
        return True
    if any(each.not_agreed for each in piles_of(event, marking)):
        return True
    return provisional(event).filter(round__in=marking).exists() or not_judged(event).filter(round__in=marking).exists()


@cached_in_snapshot
def left_open(event: Event) -> str:
    """A sentence for each kind of thing that is not decided, or "". Slow, since it computes every standing; the pages
    of a copy share it."""
    return " ".join(_sentences(event))


def work_left(event: Event) -> list[str]:
    """A sentence for each kind of thing that is not decided in any round that is over, but for ties."""
    proposals = waiting_proposals(event).count()
    work = _work(event, [Round.Status.CLOSED, Round.Status.MARKING, Round.Status.FINAL])
    return [*work, *([PROPOSALS_WAIT % {"n": proposals}] if proposals else [])]


def _sentences(event: Event) -> Iterator[str]:
    yield from _work(event, [Round.Status.FINAL])
    if ties := undecided(event):
        grades = ", ".join(dict.fromkeys(each.division.label for each in ties))
        yield ngettext(
            "%(n)s tie for an award is not decided (%(grades)s).",
            "%(n)s ties for awards are not decided (%(grades)s).",
            len(ties),
        ) % {"n": len(ties), "grades": grades}


def _work(event: Event, statuses: list[str]) -> Iterator[str]:
    rounds = list(with_sides(event.rounds.filter(status__in=statuses)))
    if n := sum(each.to_do + each.unusable for each in piles_of(event, rounds)):
        yield ngettext("%(n)s sheet is not marked.", "%(n)s sheets are not marked.", n) % {"n": n}
    if n := _sheets_unsettled(event):
        yield _lines_without_ruling(n)
    if n := _unsigned(event, rounds):
        yield UNSIGNED_WAIT % {"n": n}
    if n := unsettled(event).count():
        yield ngettext("%(n)s dispute is not settled.", "%(n)s disputes are not settled.", n) % {"n": n}


def _sheets_unsettled(event: Event) -> int:
    """How many sheets have lines that wait for their verdicts or for a judge."""
    results = provisional(event)
    known = results.filter(round=OuterRef("round"), entrant=OuterRef("entrant"))
    return results.count() + not_judged(event).filter(~Exists(known)).count()


def _lines_without_ruling(n: int) -> str:
    return ngettext(
        "%(n)s sheet has lines without a ruling; they count as they are.",
        "%(n)s sheets have lines without a ruling; they count as they are.",
        n,
    ) % {"n": n}


def _unsigned(event: Event, rounds: list[Round]) -> int:
    return len(unsigned_pair_rulings(event)) + sum(len(queue.waiting(event, round_=each)) for each in rounds)
