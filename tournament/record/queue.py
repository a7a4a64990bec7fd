"""What waits for a judge: the lines of an event, equal answers as one."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from judging.games.paper import Box
from judging.language.verdict import ENGINE_VERSION

from ..models import DivisionPuzzle, Event, Job, Keying, Mark, Puzzle, Round, Sheet, Submission, Verdict
from .rulings import Rulings, given_on


@dataclass(frozen=True)
class Group:
    """Equal answers in one box of one puzzle; an illegible line is a group of its own, without a verdict."""

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

    @property
    def question(self) -> Box:
        return Box.read(self.puzzle.active.boxes[self.box])

    @property
    def rank(self) -> tuple:
        """Its place in the queue: round by round, what most sheets share first."""
        return (self.round.position, -self.sheets, self.puzzle.pk, self.box, self.first.text, self.first.pk)


def open_groups(event: Event, *, round_: Round | None = None) -> list[Group]:
    """All that waits for a ruling, in order, of one round or of every round where judges may still rule.
    Four queries (five without `round_`), which load only lines in doubt."""
    ruled_in = [round_] if round_ else event.rounds.exclude(status=Round.Status.FINAL)
    rounds = {each.pk: each for each in ruled_in}
    asked = {
        (each.round_id, each.division_id): each.puzzle
        for each in DivisionPuzzle.objects.filter(round__in=rounds).select_related("puzzle__active")
    }
    puzzles = {puzzle.pk: puzzle for puzzle in asked.values()}
    doubts = _doubts(rounds, puzzles)
    rulings = {puzzle_id: Rulings(given) for puzzle_id, given in given_on(puzzles).items()}
    unruled: dict[tuple, list[Submission]] = defaultdict(list)
    for line in _lines_in_doubt(rounds, puzzles):
        puzzle = asked.get((line.sheet.round_id, line.division_id))
        alone = line.pk if line.mark == Mark.ILLEGIBLE else None
        if puzzle is None or not (alone or (puzzle.pk, line.box, line.digest) in doubts):
            continue  # this text is in doubt only in another box or puzzle
        if not rulings.get(puzzle.pk, Rulings()).in_force_on(line):
            unruled[puzzle.pk, line.box, line.digest, alone].append(line)
    groups = [
        Group(
            rounds[puzzles[at].round_id],
            puzzles[at],
            box,
            tuple(lines),
            None if alone else doubts[at, box, text_digest],
        )
        for (at, box, text_digest, alone), lines in unruled.items()
    ]
    return sorted(groups, key=lambda group: group.rank)


def _doubtful(puzzle_ids: Iterable[int]) -> QuerySet[Verdict]:
    """Verdicts for which `asks_a_judge` holds, of the versions now asked. The reasons are searched as JSON text,
    where a quotation mark inside a sentence is escaped and so cannot look like a code."""
    return (
        Verdict.objects.filter(puzzle_version__in=_active(puzzle_ids), engine=ENGINE_VERSION)
        .annotate(reasons_text=Cast("reasons", TextField()))
        .filter(
            Q(outcome=Verdict.Outcome.NEEDS_RULING)
            | Q(outcome=Verdict.Outcome.REFUSED, reasons_text__contains='"code": "unreadable"')
        )
    )


def _active(puzzle_ids: Iterable[int]) -> QuerySet:
    return Puzzle.objects.filter(pk__in=list(puzzle_ids)).values("active")


def _doubts(rounds: dict[int, Round], puzzles: dict[int, Puzzle]) -> dict[tuple[int, int, str], Verdict]:
    """(puzzle, box, digest of the text) -> the verdict under its round's edition that asks a judge."""
    editions = {round_id: round_.edition_id for round_id, round_ in rounds.items()}
    of_version = {puzzle.active_id: puzzle for puzzle in puzzles.values()}
    return {
        (puzzle.pk, verdict.box, verdict.digest): verdict
        for verdict in _doubtful(puzzles)
        for puzzle in [of_version[verdict.puzzle_version_id]]
        if verdict.edition == editions[puzzle.round_id]
    }


def _lines_in_doubt(rounds: Iterable[int], puzzles: Iterable[int]) -> QuerySet[Submission]:
    """Recorded lines that are illegible or have a doubtful text, perhaps of another box, with sheet and player."""
    texts = _doubtful(puzzles).values("digest")
    return (
        Submission.objects.filter(sheet__round__in=list(rounds), keying__state=Keying.State.AGREED)
        .filter(Q(mark=Mark.ILLEGIBLE) | Q(mark=Mark.WRITTEN, digest__in=texts))
        .annotate(division_id=F("sheet__entrant__player__division_id"))
        .select_related("sheet__entrant__player")
        .order_by("pk")
    )


def sheets_not_judged(event: Event) -> int:
    """How many sheets still wait for their verdicts; their lines may yet join the queue."""
    sheets = Sheet.objects.filter(round__event=event).values("pk")
    waiting = Job.objects.filter(kind="judge_sheet", subject__in=sheets)
    return waiting.exclude(state=Job.State.DONE).values("subject").distinct().count()
