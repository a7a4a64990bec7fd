"""Which ruling is in force on which line."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce

from ..models import Keying, Mark, Puzzle, Ruling, Submission
from .equal_answers import Answers, AnyText, spellings, verdicts_on
from .signatures import complete, with_overtaken_by
from .what_if import CountedLine

AnyLine = Submission | CountedLine  # a recorded line


class RulingsInForce:
    """The rulings on one puzzle, in the order in which they came to hold.

    A ruling for the line's own sheet overrides one for all who wrote it, whichever came first; of two with the same
    scope the later one is in force (NT-P-10).
    """

    def __init__(self, given: Iterable[Ruling], answers: Answers):
        self._answers = answers
        self._latest = {_scope_of(ruling, answers): ruling for ruling in given}

    def in_force_on(self, line: AnyLine) -> Ruling | None:
        """The ruling in force on the line; None if there is none or all were withdrawn."""
        candidates = (self._in_force_at(each) for each in _scopes_of(line, self._answers))
        return next((ruling for ruling in candidates if ruling), None)

    def in_force_instead(self, ruling: Ruling) -> Ruling | None:
        """The ruling in force with the scope of another, which may not be saved."""
        return self._in_force_at(_scope_of(ruling, self._answers))

    def _in_force_at(self, at: tuple) -> Ruling | None:
        ruling = self._latest.get(at)
        return None if ruling is None or ruling.counts_as == Ruling.CountsAs.WITHDRAWN else ruling


def _scope_of(ruling: Ruling, answers: Answers) -> tuple:
    """The scope of a ruling: equal for rulings on the same lines. For an illegible line it is the line itself."""
    if ruling.mark == Mark.ILLEGIBLE:
        return ("line", ruling.submission_id)
    where = ruling.submission.sheet_id if ruling.submission else "everywhere"
    return (where, ruling.box, answers.of(ruling), ruling.mark)


def _scopes_of(line: AnyLine, answers: Answers) -> list[tuple]:
    """The scopes that cover this line, the narrowest first."""
    if line.mark == Mark.ILLEGIBLE:
        return [("line", line.pk)]
    return [(where, line.box, answers.of(line), line.mark) for where in (line.sheet_id, "everywhere")]


def applies(ruling: Ruling, line: AnyLine, answers: Answers) -> bool:
    """Whether a ruling of the line's own puzzle covers it; another one may override it."""
    return _scope_of(ruling, answers) in _scopes_of(line, answers)


def equal_lines(text: AnyText, puzzle: Puzzle) -> QuerySet[Submission]:
    """The recorded lines of the puzzle in the same box with the same mark that are the same answer."""
    texts = Q(digest=text.digest) | Q(digest__in=spellings(text, puzzle))
    return lines_of_puzzle(puzzle.pk).filter(texts, box=text.box, mark=text.mark)


def lines_of_puzzle(puzzle: int | OuterRef) -> QuerySet[Submission]:
    """The recorded lines of those who were asked this puzzle."""
    return Submission.objects.filter(
        keying__state=Keying.State.AGREED,
        sheet__round__puzzles=puzzle,
        sheet__entrant__division__division_puzzles__puzzle=puzzle,
    )


def lines_under(ruling: Ruling) -> QuerySet[Submission]:
    """The recorded lines a ruling speaks of: `applies` as a query."""
    line = ruling.submission
    if line and ruling.mark == Mark.ILLEGIBLE:
        return Submission.objects.filter(pk=line.pk)
    lines = equal_lines(ruling, ruling.puzzle)
    return lines.filter(sheet=line.sheet_id) if line else lines


def lines_not_judged(puzzle: Puzzle, box: int) -> QuerySet[Submission]:
    """The recorded lines of a box that the engine has not seen yet."""
    judged = verdicts_on(puzzle.active_id, puzzle.round).filter(box=box)
    return lines_of_puzzle(puzzle.pk).filter(box=box, mark=Mark.WRITTEN).exclude(digest__in=judged.values("digest"))


def given_on(puzzle_ids: Iterable[int]) -> dict[int, tuple[Ruling, ...]]:
    """All rulings of these puzzles that enough judges have signed, in the order in which they came to hold, each with
    its line if it names one."""
    by_puzzle: dict[int, list[Ruling]] = defaultdict(list)
    given = complete(Ruling.objects.filter(puzzle__in=puzzle_ids)).select_related("submission", "given_by")
    for ruling in given.order_by("holds_since"):
        by_puzzle[ruling.puzzle_id].append(ruling)
    return {puzzle_id: tuple(rulings) for puzzle_id, rulings in by_puzzle.items()}


def with_overtaken(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Rulings `with_overtaken_by` others of the same scope."""
    sheet = Coalesce("submission__sheet_id", 0)
    fields = ("puzzle", "box", "answer", "mark", "sheet_named")
    others = Ruling.objects.annotate(sheet_named=sheet).filter(
        Q(submission=OuterRef("submission")) | ~Q(mark=Mark.ILLEGIBLE), **{name: OuterRef(name) for name in fields}
    )
    return with_overtaken_by(others, rulings.annotate(sheet_named=sheet))
