"""What was ruled in an event, and rulings that too few judges have signed so far."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from ..models import Event, Ruling, Submission
from ..scoring.equal_answers import Answers
from ..scoring.rulings import applies, lines_of_puzzle, with_overtaken
from ..scoring.signatures import Unsigned, can_wait, signers, waiting_among


def with_lines(rulings: QuerySet[Ruling]) -> QuerySet[Ruling]:
    """Add `line_id` to each ruling: its own line, or the first recorded line that it covers."""
    place = {name: OuterRef(name) for name in ("box", "digest", "mark")}
    lines = lines_of_puzzle(OuterRef("puzzle")).filter(**place).order_by("pk")
    return rulings.annotate(line_id=Coalesce("submission_id", Subquery(lines.values("pk")[:1])))


def rulings_of(event: Event) -> QuerySet[Ruling]:
    """Every ruling, signed or not, latest first, with `line_id`, `signed` and `is_overtaken`."""
    rulings = with_lines(with_overtaken(Ruling.objects.filter(event=event)))
    parts = ("given_by", "puzzle__round", "puzzle__active", "submission__sheet__entrant__player")
    return rulings.select_related(*parts).order_by("-pk")


UnsignedRuling = Unsigned[Ruling]


def unsigned_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[UnsignedRuling, ...]]:
    """The unsigned rulings on each of these puzzles, in the order given. A ruling waits until it has its signatures, or
    until another ruling of the same scope comes into force."""
    by_puzzle: dict[int, list[UnsignedRuling]] = defaultdict(list)
    rulings = Ruling.objects.filter(puzzle__in=puzzle_ids)
    if not can_wait(rulings):
        return {}
    waiting = waiting_among(with_overtaken(rulings))
    related = ("submission__sheet__entrant__player", "submission__sheet__entrant__team")
    for ruling in waiting.select_related(*related):
        by_puzzle[ruling.puzzle_id].append(UnsignedRuling(ruling, signers(ruling)))
    return {puzzle_id: tuple(unsigned) for puzzle_id, unsigned in by_puzzle.items()}


def applying_to(unsigned: Iterable[UnsignedRuling], line: Submission, answers: Answers) -> list[UnsignedRuling]:
    """The unsigned rulings that would apply to the line, in the order given."""
    return [each for each in unsigned if applies(each.ruling, line, answers)]


def standing_on(
    line: Submission, given: Iterable[Ruling], unsigned: Iterable[UnsignedRuling], answers: Answers
) -> tuple[Ruling, ...]:
    """The latest ruling of each scope that speaks of the line, withdrawals included, and what waits for signatures, in
    the order given. `given` are the puzzle's rulings in the order in which they came to hold."""
    latest = {bool(each.submission_id): each for each in given if applies(each, line, answers)}
    waiting = [each.ruling for each in applying_to(unsigned, line, answers)]
    return tuple(sorted([*latest.values(), *waiting], key=lambda ruling: ruling.pk))
