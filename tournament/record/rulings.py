"""Which ruling stands on which line."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import QuerySet

from ..models import Keying, Mark, Ruling, Submission


class Rulings:
    """The rulings on one puzzle, in the order given. Of those that speak of a line the latest stands."""

    def __init__(self, given: Iterable[Ruling] = ()):
        self._latest = {_named(ruling): (order, ruling) for order, ruling in enumerate(given)}

    def latest_on(self, line: Submission) -> Ruling | None:
        """The latest ruling that names this line, its sheet or its text, even where it withdraws the others."""
        found = [self._latest[name] for name in _names(line) if name in self._latest]
        return max(found, key=lambda entry: entry[0])[1] if found else None

    def in_force_on(self, line: Submission) -> Ruling | None:
        """The ruling that stands. None where there is none or it was withdrawn."""
        latest = self.latest_on(line)
        return None if latest is None or latest.counts_as == Ruling.CountsAs.WITHDRAWN else latest


def _named(ruling: Ruling) -> tuple:
    """What a ruling names. An illegible line is named by itself: nobody could read it, so an equal text says nothing."""
    if ruling.mark == Mark.ILLEGIBLE:
        return ("line", ruling.submission_id)
    where = "everywhere" if ruling.submission_id is None else ruling.submission.sheet_id
    return (where, ruling.box, ruling.digest, ruling.mark)


def _names(line: Submission) -> list[tuple]:
    """All that a ruling on this line can have named."""
    if line.mark == Mark.ILLEGIBLE:
        return [("line", line.pk)]
    return [(where, line.box, line.digest, line.mark) for where in ("everywhere", line.sheet_id)]


def applies(ruling: Ruling, line: Submission) -> bool:
    """Whether a ruling of the line's own puzzle speaks of it; a later one may stand above."""
    return _named(ruling) in _names(line)


def equal_lines(place: Ruling | Submission, puzzle_id: int) -> QuerySet[Submission]:
    """The recorded lines of the puzzle in the same box with the same text and mark."""
    return Submission.objects.filter(
        box=place.box,
        digest=place.digest,
        mark=place.mark,
        keying__state=Keying.State.AGREED,
        sheet__round__puzzles=puzzle_id,
        sheet__entrant__player__division__division_puzzles__puzzle=puzzle_id,
    )


def lines_under(ruling: Ruling) -> QuerySet[Submission]:
    """The recorded lines a ruling speaks of: `applies` as a query."""
    if ruling.mark == Mark.ILLEGIBLE:
        return Submission.objects.filter(pk=ruling.submission_id)
    lines = equal_lines(ruling, ruling.puzzle_id)
    return lines.filter(sheet=ruling.submission.sheet_id) if ruling.submission_id else lines


def given_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[Ruling, ...]]:
    """All rulings of these puzzles in the order given, each with its line where it names one; one query."""
    found: dict[int, list[Ruling]] = defaultdict(list)
    given = Ruling.objects.filter(puzzle__in=puzzle_ids).select_related("submission", "given_by")
    for ruling in given.order_by("pk"):
        found[ruling.puzzle_id].append(ruling)
    return {puzzle_id: tuple(rulings) for puzzle_id, rulings in found.items()}
