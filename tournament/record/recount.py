"""Stored points against the record: every result worked out again from its lines, verdicts and rulings."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from judging.games.paper import Score

from ..models import DivisionPuzzle, Entrant, Event, Keying, Puzzle, Result, Round, Submission
from .reading import bench
from .replay import score

Owner = int  # an entrant's id


@dataclass(frozen=True)
class Difference:
    """A result that is not what the record says; None where one side has none."""

    round: Round
    entrant: Entrant
    stored: int | None
    worked_out: int | None

    def __str__(self) -> str:
        return f"{self.round}, {self.entrant}: stored {self.stored}, worked out {self.worked_out}"


def differences(event: Event) -> Iterator[Difference]:
    """Every result of the event whose points, bonus or lines differ from a full replay of the record."""
    entrants = Entrant.objects.filter(event=event).select_related("player__division", "team").in_bulk()
    for round_ in event.rounds.all():
        fresh = dict(scores(round_))
        stored = {each.entrant_id: each for each in Result.objects.filter(round=round_)}
        for owner in sorted(fresh.keys() | stored.keys()):
            result, worth = stored.get(owner), fresh.get(owner)
            if not _equal(result, worth):
                points = None if result is None else result.points
                yield Difference(round_, entrants[owner], points, None if worth is None else worth.points)


def scores(round_: Round) -> Iterator[tuple[Owner, Score]]:
    """The score of everybody who has a recorded sheet in the round, with a few queries a puzzle."""
    for puzzle in Puzzle.objects.filter(round=round_, active__isnull=False).select_related("active"):
        on = bench(round_, puzzle.active)
        grades = dict(
            DivisionPuzzle.objects.filter(round=round_, puzzle=puzzle).values_list(
                "division_id", "division__grade"
            )
        )
        for owner, grade, lines in _written(round_, grades):
            yield owner, score(round_, grade, on, lines)


def _written(round_: Round, grades: dict[int, int]) -> Iterator[tuple[Owner, int, list[Submission]]]:
    lines = (
        Submission.objects.filter(
            sheet__round=round_,
            keying__state=Keying.State.AGREED,
            sheet__entrant__player__division__in=grades,
        )
        .select_related("sheet__entrant__player")
        .order_by("sheet__entrant", "sheet__number", "box", "position")
    )
    by_owner: dict[Owner, list[Submission]] = defaultdict(list)
    for line in lines:
        by_owner[line.sheet.entrant_id].append(line)
    for owner, written in by_owner.items():
        yield owner, grades[written[0].sheet.entrant.player.division_id], written


def _equal(result: Result | None, worth: Score | None) -> bool:
    if result is None or worth is None:
        return result is None and worth is None
    lines = [(line["line"], line["points"]) for line in result.lines]
    return (result.points, result.bonus, result.provisional, lines) == (
        worth.points,
        worth.bonus,
        worth.provisional,
        [(line.line, line.points) for line in worth.lines],
    )
