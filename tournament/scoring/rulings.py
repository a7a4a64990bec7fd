"""Which ruling is in force on which line."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Protocol

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ..models import Keying, Mark, Ruling, Submission
from .signatures import complete, with_overtaken_by


class AnyLine(Protocol):
    """A recorded line: a Submission, or a row that has as much of one."""

    @property
    def pk(self) -> int: ...
    @property
    def box(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def digest(self) -> str: ...
    @property
    def mark(self) -> str: ...
    @property
    def sheet_id(self) -> int: ...


class Rulings:
    """The rulings on one puzzle, in the order in which they came to hold.

    A ruling for the line's own sheet overrides one for all who wrote it, whichever came first; of two with the same
    scope the later one is in force (NT-P-10).
    """

    def __init__(self, given: Iterable[Ruling] = ()):
        self._latest = {scope_of(ruling): ruling for ruling in given}

    def in_force_on(self, line: AnyLine) -> Ruling | None:
        """The ruling in force on the line; None if there is none or all were withdrawn."""
        found = (self.in_force_at(each) for each in scopes_of(line))
        return next((ruling for ruling in found if ruling), None)

    def in_force_at(self, at: tuple) -> Ruling | None:
        """The ruling with this very scope, unless it was withdrawn."""
        ruling = self._latest.get(at)
        return None if ruling is None or ruling.counts_as == Ruling.CountsAs.WITHDRAWN else ruling


def scope_of(ruling: Ruling) -> tuple:
    """The lines that a ruling covers, as a key. For an illegible line that is the line alone: an equal text says
    nothing."""
    if ruling.mark == Mark.ILLEGIBLE:
        return ("line", ruling.submission_id)
    where = ruling.submission.sheet_id if ruling.submission else "everywhere"
    return (where, ruling.box, ruling.digest, ruling.mark)


def scopes_of(line: AnyLine) -> list[tuple]:
    """The scopes that cover this line, the narrowest first."""
    if line.mark == Mark.ILLEGIBLE:
        return [("line", line.pk)]
    return [(where, line.box, line.digest, line.mark) for where in (line.sheet_id, "everywhere")]


def applies(ruling: Ruling, line: AnyLine) -> bool:
    """Whether a ruling of the line's own puzzle covers it; another one may override it."""
    return scope_of(ruling) in scopes_of(line)


def equal_lines(place: Ruling | Submission, puzzle_id: int, also: Iterable[str] = ()) -> QuerySet[Submission]:
    """The recorded lines of the puzzle in the same box with the same mark and text, or one with a digest of `also`."""
    digests = [place.digest, *also]
    return lines_of_puzzle(puzzle_id).filter(box=place.box, digest__in=digests, mark=place.mark)


def lines_of_puzzle(puzzle: int | OuterRef) -> QuerySet[Submission]:
    """The recorded lines of those who were asked this puzzle."""
    return Submission.objects.filter(
        keying__state=Keying.State.AGREED,
        sheet__round__puzzles=puzzle,
        sheet__entrant__division__division_puzzles__puzzle=puzzle,
    )


def lines_under(ruling: Ruling) -> QuerySet[Submission]:
    """The recorded lines a ruling speaks of: `applies` as a query."""
    line, lines = ruling.submission, equal_lines(ruling, ruling.puzzle_id)
    if line and ruling.mark == Mark.ILLEGIBLE:
        return Submission.objects.filter(pk=line.pk)
    return lines.filter(sheet=line.sheet_id) if line else lines


def given_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[Ruling, ...]]:
    """All rulings of these puzzles that enough judges have signed, in the order in which they came to hold, each with
    its line where it names one; one query."""
    found: dict[int, list[Ruling]] = defaultdict(list)
    given = complete(Ruling.objects.filter(puzzle__in=puzzle_ids)).select_related("submission", "given_by")
    for ruling in given.order_by("holds_since"):
        found[ruling.puzzle_id].append(ruling)
    return {puzzle_id: tuple(rulings) for puzzle_id, rulings in found.items()}


def with_overtaken(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Rulings `with_overtaken_by` others of the same scope."""
    sheet = Coalesce("submission__sheet_id", 0)
    fields = ("puzzle", "box", "digest", "mark", "sheet_named")
    others = Ruling.objects.annotate(sheet_named=sheet).filter(
        Q(submission=OuterRef("submission")) | ~Q(mark=Mark.ILLEGIBLE), **{name: OuterRef(name) for name in fields}
    )
    return with_overtaken_by(others, rulings.annotate(sheet_named=sheet))
