"""What waits for a judge: the lines of an event, equal answers as one."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils.translation import ngettext_lazy

from judging.games.paper import Box
from judging.language.verdict import ENGINE_VERSION

from ..models import DivisionPuzzle, Event, Job, Keying, Mark, Puzzle, Result, Round, Ruling, Sheet, Submission, Verdict
from ..scoring.equal_answers import Answers, BoxText
from ..scoring.rulings import RulingsInForce, given_on
from .past_rulings import UnsignedRuling, applying_to, standing_on, unsigned_on

UNSIGNED_WAIT = ngettext_lazy("%(n)s ruling waits for signatures.", "%(n)s rulings wait for signatures.", "n")


@dataclass(frozen=True)
class Group:
    """Equal answers in one box of one puzzle, also where they differ only in how they are written
    (`scoring.equal_answers`); an illegible line is a group of its own, without a verdict. `verdict` is that on the
    first line, `seen` the id of the last ruling on it, none of which holds; 0 for none."""

    round: Round
    puzzle: Puzzle
    box: int
    lines: tuple[Submission, ...]
    verdict: Verdict | None
    seen: int = 0

    @property
    def first(self) -> Submission:
        return self.lines[0]

    @property
    def sheets(self) -> int:
        return len({line.sheet_id for line in self.lines})

    @property
    def spellings(self) -> int:
        """How many different spellings of the answer were written."""
        return len({line.digest for line in self.lines})

    @property
    def question(self) -> Box:
        return Box.read(self.puzzle.version.boxes[self.box])

    @property
    def rank(self) -> tuple:
        """Its place in the queue: round by round, what most sheets share first."""
        return (self.round.position, -self.sheets, self.puzzle.pk, self.box, self.first.text, self.first.pk)


@dataclass(frozen=True)
class WaitingRuling:
    """An unsigned ruling in the queue with its round, its question and a line it speaks of."""

    unsigned: UnsignedRuling
    round: Round
    question: Box
    line: Submission


class _OpenRounds:
    """The rounds where judges may still rule, or one round, with their puzzles."""

    def __init__(self, event: Event, round_: Round | None = None):
        ruled_in = [round_] if round_ else event.rounds.exclude(status=Round.Status.FINAL)
        self.rounds = {each.pk: each for each in ruled_in}
        held = DivisionPuzzle.objects.filter(round__in=self.rounds).select_related("puzzle__active")
        self.asked = {(each.round_id, each.division_id): each.puzzle for each in held}
        self.puzzles = {puzzle.pk: puzzle for puzzle in self.asked.values()}


def open_groups(event: Event, *, round_: Round | None = None) -> list[Group]:
    """The answers that wait for a ruling, in the order of the queue: of one round, or of every round where judges may
    still rule. Answers that were ruled on or wait for signatures are left out. Only lines in doubt are loaded."""
    open_rounds = _OpenRounds(event, round_)
    doubts = _doubts(open_rounds.rounds, open_rounds.puzzles)
    answers = {puzzle_id: Answers(doubts[puzzle_id]) for puzzle_id in open_rounds.puzzles}
    given = given_on(open_rounds.puzzles)
    rulings = {puzzle_id: RulingsInForce(of_puzzle, answers[puzzle_id]) for puzzle_id, of_puzzle in given.items()}
    unsigned = unsigned_on(open_rounds.puzzles)
    unseen: dict[tuple, list[Submission]] = defaultdict(list)
    line: Any  # a Submission with its `division_id`
    for line in _lines_in_doubt(open_rounds.rounds, open_rounds.puzzles):
        puzzle = open_rounds.asked.get((line.sheet.round_id, line.division_id))
        alone = line.pk if line.mark == Mark.ILLEGIBLE else None
        if puzzle is None or not (alone or (line.box, line.digest) in doubts[puzzle.pk]):
            continue  # this text is in doubt only in another box or puzzle
        ruled = puzzle.pk in rulings and rulings[puzzle.pk].in_force_on(line)
        if ruled or applying_to(unsigned.get(puzzle.pk, ()), line, answers[puzzle.pk]):
            continue
        unseen[puzzle.pk, line.box, alone or answers[puzzle.pk].of(line)].append(line)
    groups = [
        Group(
            open_rounds.rounds[open_rounds.puzzles[at].round_id],
            open_rounds.puzzles[at],
            box,
            tuple(lines),
            doubts[at].get((box, lines[0].digest)) if lines[0].mark == Mark.WRITTEN else None,
            max((each.pk for each in standing_on(lines[0], given.get(at, ()), (), answers[at])), default=0),
        )
        for (at, box, _answer), lines in unseen.items()
    ]
    return sorted(groups, key=lambda group: group.rank)


def waiting(event: Event, *, round_: Round | None = None) -> list[WaitingRuling]:
    """The unsigned rulings of one round, or of every round where judges may still rule, in the order given."""
    open_rounds = _OpenRounds(event, round_)
    unsigned = [each for of_puzzle in unsigned_on(open_rounds.puzzles).values() for each in of_puzzle]
    lines = _lines_of([each.ruling for each in unsigned])
    return [
        WaitingRuling(
            each,
            open_rounds.rounds[open_rounds.puzzles[each.ruling.puzzle_id].round_id],
            Box.read(open_rounds.puzzles[each.ruling.puzzle_id].version.boxes[each.ruling.box]),
            lines[each.ruling.pk],
        )
        for each in sorted(unsigned, key=lambda each: each.ruling.pk)
        if each.ruling.pk in lines
    ]


def _lines_of(rulings: Iterable[Ruling]) -> dict[int, Submission]:
    """ruling -> a line of the record that it speaks of: its own, or the first with its text."""
    named = {each.pk: each.submission for each in rulings if each.submission}
    for_all = {each.pk: each for each in rulings if not each.submission_id}
    first_lines: dict[tuple, Submission] = {}
    lines: QuerySet[Any] = Submission.objects.filter(
        digest__in={each.digest for each in for_all.values()},
        keying__state=Keying.State.AGREED,
        sheet__entrant__division__division_puzzles__puzzle__in={each.puzzle_id for each in for_all.values()},
        sheet__entrant__division__division_puzzles__round=F("sheet__round"),
    ).annotate(puzzle_id=F("sheet__entrant__division__division_puzzles__puzzle"))
    for line in lines.order_by("-pk"):
        first_lines[line.puzzle_id, line.box, line.digest, line.mark] = line
    for pk, each in for_all.items():
        if line := first_lines.get((each.puzzle_id, each.box, each.digest, each.mark)):
            named[pk] = line
    return named


def _doubtful(puzzle_ids: Iterable[int]) -> QuerySet[Verdict]:
    """Verdicts that need a ruling or are unreadable, of the versions now asked: a person must have looked before the
    round is final. The reasons are searched as JSON text,
    where a quotation mark inside a sentence is escaped and so cannot look like a code."""
    asked = Puzzle.objects.filter(pk__in=list(puzzle_ids)).values("active")
    verdicts = Verdict.objects.filter(puzzle_version__in=asked, engine=ENGINE_VERSION)
    unreadable = Q(outcome=Verdict.Outcome.REFUSED, reasons_text__contains='"code": "unreadable"')
    doubtful = Q(outcome=Verdict.Outcome.NEEDS_RULING) | unreadable
    return verdicts.annotate(reasons_text=Cast("reasons", TextField())).filter(doubtful)


def _doubts(rounds: dict[int, Round], puzzles: dict[int, Puzzle]) -> dict[int, dict[BoxText, Verdict]]:
    """For each puzzle the verdicts under its round's edition that ask a judge."""
    editions = {round_id: round_.edition_id for round_id, round_ in rounds.items()}
    of_version = {puzzle.active_id: puzzle for puzzle in puzzles.values()}
    doubts: dict[int, dict[BoxText, Verdict]] = {pk: {} for pk in puzzles}
    for verdict in _doubtful(puzzles):
        puzzle = of_version[verdict.puzzle_version_id]
        if verdict.edition == editions[puzzle.round_id]:
            doubts[puzzle.pk][verdict.box, verdict.digest] = verdict
    return doubts


def _lines_in_doubt(rounds: Iterable[int], puzzles: Iterable[int]) -> QuerySet[Submission]:
    """Recorded lines that are illegible or have a doubtful text, perhaps of another box, with sheet and player."""
    texts = _doubtful(puzzles).values("digest")
    return (
        Submission.objects.filter(sheet__round__in=list(rounds), keying__state=Keying.State.AGREED)
        .filter(Q(mark=Mark.ILLEGIBLE) | Q(mark=Mark.WRITTEN, digest__in=texts))
        .annotate(division_id=F("sheet__entrant__division_id"))
        .select_related("sheet__entrant__player", "sheet__entrant__team", "sheet__entrant__division")
        .order_by("pk")
    )


# in counts: every page that says what waits for a judge counts it here


def lines_by_round(event: Event, *, round_: Round | None = None) -> Counter[int]:
    """How many lines wait for a judge in each round, by its id: those of `open_groups`."""
    return Counter(group.round.pk for group in open_groups(event, round_=round_) for _line in group.lines)


def provisional(event: Event) -> QuerySet[Result]:
    """Results with a line that waits for its verdict or for a judge."""
    return Result.objects.in_force().filter(round__event=event, provisional=True)


def not_judged(event: Event) -> QuerySet[Sheet]:
    """Sheets that wait for their verdicts; their lines may yet join the queue."""
    sheets = Sheet.objects.filter(round__event=event)
    return sheets.filter(pk__in=Job.objects.undone(sheets).values("subject"))
