"""What waits for a judge: the lines of an event, equal answers as one."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast

from judging.games.paper import Box
from judging.language.verdict import ENGINE_VERSION

from ..models import (
    DivisionPuzzle,
    Event,
    Job,
    Keying,
    Mark,
    Puzzle,
    Round,
    Ruling,
    Sheet,
    Submission,
    Verdict,
)
from .alike import manner, plainly
from .proposals import Proposal, proposals_on, speaking_of
from .rulings import Rulings, given_on


@dataclass(frozen=True)
class Group:
    """Equal answers in one box of one puzzle, also where they differ only in how they are written (`record.alike`); an
    illegible line is a group of its own, without a verdict. `verdict` is that on the first line."""

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
    def ways(self) -> int:
        """In how many ways it was written."""
        return len({line.digest for line in self.lines})

    @property
    def question(self) -> Box:
        return Box.read(self.puzzle.active.boxes[self.box])

    @property
    def rank(self) -> tuple:
        """Its place in the queue: round by round, what most sheets share first."""
        return (self.round.position, -self.sheets, self.puzzle.pk, self.box, self.first.text, self.first.pk)


@dataclass(frozen=True)
class Waiting:
    """A proposal in the queue with its round, its question and a line it speaks of."""

    proposal: Proposal
    round: Round
    question: Box
    line: Submission


class _Open:
    """The rounds where they may still rule, or one round, with what is asked there."""

    def __init__(self, event: Event, round_: Round | None = None):
        ruled_in = [round_] if round_ else event.rounds.exclude(status=Round.Status.FINAL)
        self.rounds = {each.pk: each for each in ruled_in}
        held = DivisionPuzzle.objects.filter(round__in=self.rounds).select_related("puzzle__active")
        self.asked = {(each.round_id, each.division_id): each.puzzle for each in held}
        self.puzzles = {puzzle.pk: puzzle for puzzle in self.asked.values()}


def open_groups(event: Event, *, round_: Round | None = None) -> list[Group]:
    """All that nobody has looked at, in order, of one round or of every round where judges may still rule: what was
    ruled on or waits for signatures is left out. Five queries (six without `round_`, and one for signatures where any
    wait), which load only lines in doubt."""
    desk = _Open(event, round_)
    doubts = _doubts(desk.rounds, desk.puzzles)
    rulings = {puzzle_id: Rulings(given) for puzzle_id, given in given_on(desk.puzzles).items()}
    proposals = proposals_on(desk.puzzles)
    unseen: dict[tuple, list[Submission]] = defaultdict(list)
    line: Any  # a Submission with its `division_id`
    for line in _lines_in_doubt(desk.rounds, desk.puzzles):
        puzzle = desk.asked.get((line.sheet.round_id, line.division_id))
        alone = line.pk if line.mark == Mark.ILLEGIBLE else None
        if puzzle is None or not (alone or (puzzle.pk, line.box, line.digest) in doubts):
            continue  # this text is in doubt only in another box or puzzle
        if rulings.get(puzzle.pk, Rulings()).in_force_on(line) or speaking_of(
            proposals.get(puzzle.pk, ()), line
        ):
            continue
        written = alone or _written(line, doubts[puzzle.pk, line.box, line.digest])
        unseen[puzzle.pk, line.box, written].append(line)
    groups = [
        Group(
            desk.rounds[desk.puzzles[at].round_id],
            desk.puzzles[at],
            box,
            tuple(lines),
            doubts.get((at, box, lines[0].digest)) if lines[0].mark == Mark.WRITTEN else None,
        )
        for (at, box, _written_so), lines in unseen.items()
    ]
    return sorted(groups, key=lambda group: group.rank)


def _written(line: Submission, verdict: Verdict) -> tuple:
    """Equal for lines that are the same answer, perhaps written otherwise."""
    return (plainly(line.text), *manner(verdict))


def waiting(event: Event, *, round_: Round | None = None) -> list[Waiting]:
    """The proposals of one round, or of every round where judges may still rule, in the order given, those given by
    one press as one; four queries (five without `round_`)."""
    desk = _Open(event, round_)
    presses: dict[tuple, Proposal] = {}
    for puzzle_id, proposals in proposals_on(desk.puzzles).items():
        for each in proposals:
            given = each.ruling
            presses.setdefault((puzzle_id, given.box, given.given_by_id, given.given_at), each)
    lines = _lines_of([each.ruling for each in presses.values()])
    return [
        Waiting(
            each,
            desk.rounds[desk.puzzles[each.ruling.puzzle_id].round_id],
            Box.read(desk.puzzles[each.ruling.puzzle_id].active.boxes[each.ruling.box]),
            lines[each.ruling.pk],
        )
        for each in sorted(presses.values(), key=lambda proposal: proposal.ruling.pk)
        if each.ruling.pk in lines
    ]


def _lines_of(rulings: Iterable[Ruling]) -> dict[int, Submission]:
    """ruling -> a line of the record that it speaks of: its own, or the first with its text."""
    named = {each.pk: each.submission for each in rulings if each.submission_id}
    alike = {each.pk: each for each in rulings if not each.submission_id}
    found: dict[tuple, Submission] = {}
    lines: QuerySet[Any] = Submission.objects.filter(
        digest__in={each.digest for each in alike.values()},
        keying__state=Keying.State.AGREED,
        sheet__entrant__division__division_puzzles__puzzle__in={each.puzzle_id for each in alike.values()},
        sheet__entrant__division__division_puzzles__round=F("sheet__round"),
    ).annotate(puzzle_id=F("sheet__entrant__division__division_puzzles__puzzle"))
    for line in lines.order_by("-pk"):
        found[line.puzzle_id, line.box, line.digest, line.mark] = line
    for pk, each in alike.items():
        if line := found.get((each.puzzle_id, each.box, each.digest, each.mark)):
            named[pk] = line
    return named


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
        .annotate(division_id=F("sheet__entrant__division_id"))
        .select_related("sheet__entrant__player", "sheet__entrant__team")
        .order_by("pk")
    )


def sheets_not_judged(event: Event) -> int:
    """How many sheets still wait for their verdicts; their lines may yet join the queue."""
    undone = Job.objects.undone(Sheet.objects.filter(round__event=event))
    return undone.values("subject").distinct().count()
