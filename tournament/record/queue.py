"""What waits for a judge: the lines of an event, equal answers as one."""

from collections import defaultdict
from dataclasses import dataclass

from ..models import DivisionPuzzle, Event, Keying, Mark, Puzzle, Round, Submission, Verdict
from .reading import Bench, bench


@dataclass(frozen=True)
class Group:
    """Equal answers in one box of one puzzle; an illegible line is a group of its own."""

    round: Round
    puzzle: Puzzle
    box: int
    lines: tuple[Submission, ...]
    verdict: Verdict | None

    @property
    def first(self) -> Submission:
        return self.lines[0]

    @property
    def sheets(self) -> int:
        return len({line.sheet_id for line in self.lines})


def waits(line: Submission, on: Bench) -> bool:
    """Whether a judge must look: illegible, unreadable or undecided, and no ruling yet."""
    if line.mark in {Mark.STRUCK_OUT, Mark.BLANK} or on.ruling_on(line):
        return False
    verdict = on.verdict_on(line)
    return line.mark == Mark.ILLEGIBLE or (verdict is not None and verdict.asks_a_judge)


def open_groups(event: Event, *, round_: Round | None = None) -> list[Group]:
    """All that waits for a ruling, round by round, the answers that most sheets share first."""
    rounds = [round_] if round_ else list(event.rounds.all())
    return [group for each in rounds for group in _groups(each)]


def _groups(round_: Round) -> list[Group]:
    by_puzzle: dict[int, list[Submission]] = defaultdict(list)
    puzzle_of = dict(DivisionPuzzle.objects.filter(round=round_).values_list("division_id", "puzzle_id"))
    lines = Submission.objects.filter(sheet__round=round_, keying__state=Keying.State.AGREED).select_related(
        "sheet__entrant__player__division"
    )
    for line in lines:
        puzzle_id = puzzle_of.get(line.sheet.entrant.player.division_id)
        if puzzle_id is not None:
            by_puzzle[puzzle_id].append(line)
    found: list[Group] = []
    for puzzle in Puzzle.objects.filter(pk__in=by_puzzle).select_related("active").order_by("pk"):
        on = bench(round_, puzzle.active)
        same: dict[tuple, list[Submission]] = defaultdict(list)
        for line in by_puzzle[puzzle.pk]:
            if waits(line, on):
                own = line.pk if line.mark == Mark.ILLEGIBLE else 0
                same[(line.box, line.digest, own)].append(line)
        found += [
            Group(round_, puzzle, box, tuple(group), on.verdicts.get((box, text_digest)))
            for (box, text_digest, _), group in same.items()
        ]
    return sorted(found, key=lambda group: (-group.sheets, group.box, group.first.text))
