"""Rulings that too few judges have signed so far."""

from collections import defaultdict
from collections.abc import Iterable

from ..models import Ruling, Submission
from ..scoring.equal_answers import Answers
from ..scoring.rulings import applies, with_overtaken
from ..scoring.signatures import Unsigned, can_wait, signers, waiting_among

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
