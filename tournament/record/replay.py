"""The record -> points: one entrant's lines in one round, through the format."""

from collections.abc import Mapping

from judging.games.paper import Answer, Score

from ..models import DivisionPuzzle, Entrant, Keying, PuzzleVersion, Round, Submission
from .reading import Bench, bench


def version_for(round_: Round, entrant: Entrant) -> PuzzleVersion | None:
    """The puzzle version the entrant's division is asked in the round."""
    held = (
        DivisionPuzzle.objects.filter(round=round_, division_id=entrant.division_id)
        .select_related("puzzle__active")
        .first()
    )
    return held.puzzle.version if held else None


def recorded_lines(round_: Round, entrant: Entrant) -> list[Submission]:
    """The lines in force, in the order of the paper: those of the agreed keying of each of the entrant's sheets."""
    return list(
        Submission.objects.filter(
            sheet__round=round_, sheet__entrant=entrant, keying__state=Keying.State.AGREED
        ).order_by("sheet__number", "box", "position")
    )


def score(
    round_: Round,
    grade: int,
    on: Bench,
    lines: list[Submission],
    supposed: Mapping[int, Answer] | None = None,
) -> Score:
    """The points of these lines. Pure but for its arguments: the same record gives the same points at any time.
    `supposed`, by a line's id, stands in place of what the record says of it."""
    supposed = supposed or {}
    answers: list[Answer] = [supposed.get(line.pk) or on.answer(line) for line in lines]
    return round_.rules.points(round_.settings_for(grade), on.boxes, answers, on.same)


def score_of(round_: Round, entrant: Entrant) -> Score | None:
    """The entrant's score in the round as the record stands; None where nothing was recorded or asked."""
    version = version_for(round_, entrant)
    lines = recorded_lines(round_, entrant)
    if version is None or not lines:
        return None
    return score(round_, entrant.division.grade, bench(round_, version, lines), lines)
