"""Records of an event: score distribution, hardest puzzles, most common and rarest methods.

They cover counted rounds and ranked entrants only.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import Count, Max, Sum

from judging.games.paper import Box

from ..models import AuditHead, Division, Entrant, Event, Player, Result, Round, Team
from ..scoring.written_methods import SheetMarks, SheetsOfDivision, WrittenMethod, sheets_in
from ..standings.standings import counted_rounds

ROWS_LISTED = 10  # rows of a list
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
BINS = 10


@dataclass(frozen=True)
class Bin:
    """`count` sheets have from `low` to `high` points."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class ScoreDistribution:
    """The score distribution of a division in a round; `middle` is the median."""

    round: Round
    division: Division
    bins: tuple[Bin, ...]
    sheets: int
    middle: int


@dataclass(frozen=True)
class QuestionStatistics:
    """One question: the divisions that had it, how many sheets hit it, and the methods found."""

    round: Round
    divisions: tuple[Division, ...]
    number: int
    box: Box
    sheets: int
    hitters: int
    methods: tuple[WrittenMethod, ...]

    @property
    def percent(self) -> int:
        return round(100 * self.hitters / self.sheets)


@dataclass(frozen=True)
class MethodOfQuestion:
    """A method that was found, with its question."""

    question: QuestionStatistics
    method: WrittenMethod


@dataclass(frozen=True)
class RoundBest:
    """A best result: the points or methods of a player or team in one round."""

    round: Round
    division: Division
    who: Player | Team
    name: str
    number: int
    provisional: bool


@dataclass(frozen=True)
class Records:
    """All records. `unique` is how many methods only one entrant found; `unusual` are the first of those."""

    scores: tuple[ScoreDistribution, ...]
    hardest: tuple[QuestionStatistics, ...]
    most_frequent: tuple[MethodOfQuestion, ...]
    unusual: tuple[MethodOfQuestion, ...]
    unique: int
    most_methods: tuple[RoundBest, ...]
    highest: tuple[RoundBest, ...]

    @property
    def more_unique(self) -> int:
        """How many unique methods are not listed."""
        return self.unique - len(self.unusual)

    @cached_property
    def by_grade(self) -> list[tuple[Division, list[ScoreDistribution]]]:
        ordered = sorted(self.scores, key=lambda each: (each.division.grade, each.round.position))
        return [(division, list(group)) for division, group in groupby(ordered, key=lambda each: each.division)]


def state_of(event: Event) -> tuple:
    """A key that changes whenever the records may: with each audit entry and each stored result. Two queries."""
    results = Result.objects.filter(round__event=event)
    heads = AuditHead.objects.filter(event=event).values_list("number", "hash")
    return (*heads, *results.aggregate(Count("pk"), Max("pk"), Sum("version")).values())


def records(event: Event) -> Records:
    """All records of the event, in eight queries."""
    divisions = {each.pk: each for each in event.divisions.all()}
    rounds = counted_rounds(event)
    sheets = sheets_in(event, rounds)
    questions = list(_questions(sheets.values(), divisions))
    findings = [MethodOfQuestion(each, method) for each in questions for method in each.methods]
    unique = [each for each in findings if each.method.count == 1]
    return Records(
        scores=tuple(_scores(each, divisions[place[1]]) for place, each in sheets.items() if each.marked),
        hardest=tuple(sorted(questions, key=_hardest)[:ROWS_LISTED]),
        most_frequent=tuple(sorted(findings, key=_by_frequency)[:ROWS_LISTED]),
        unusual=tuple(sorted(unique, key=_unusual)[:ROWS_LISTED]),
        unique=len(unique),
        **_best_of_rounds(event, sheets, divisions),
    )


def bins(points: Iterable[int]) -> tuple[Bin, ...]:
    """A histogram of at most ten bins of a round width, empty bins included."""
    have = sorted(points)
    if not have:
        return ()
    width = next((each for each in WIDTHS if have[-1] // each - have[0] // each < BINS), WIDTHS[-1])
    counted = Counter(each // width for each in have)
    steps = range(have[0] // width, have[-1] // width + 1)
    return tuple(Bin(step * width, step * width + width - 1, counted[step]) for step in steps)


def _scores(sheets: SheetsOfDivision, division: Division) -> ScoreDistribution:
    points = sorted(each.points for each in sheets.marked.values())
    return ScoreDistribution(sheets.round, division, bins(points), len(points), points[(len(points) - 1) // 2])


def _questions(every: Iterable[SheetsOfDivision], divisions: dict[int, Division]) -> Iterator[QuestionStatistics]:
    """Each question once, even if several divisions had it."""
    grades = {division.grade: division for division in divisions.values()}
    together: dict[tuple[int, int], list[SheetsOfDivision]] = defaultdict(list)
    for each in every:
        if each.marked:
            together[each.round.pk, each.question.version.pk].append(each)
    for group in together.values():
        first = group[0]
        divisions_asked = tuple(grades[each.grade] for each in sorted(group, key=lambda one: one.grade))
        for at, box in enumerate(first.marking.boxes):
            if not box.void:
                hitters = sum(each.hitters(at) for each in group)
                count = sum(len(each.marked) for each in group)
                yield QuestionStatistics(
                    first.round, divisions_asked, at + 1, box, count, hitters, _merged_methods(group, at)
                )


def _merged_methods(group: list[SheetsOfDivision], at: int) -> tuple[WrittenMethod, ...]:
    merged: dict[str, WrittenMethod] = {}
    for sheets in group:
        for key, each in sheets.methods[at].items():
            known = merged.setdefault(key, WrittenMethod(each.text, each.mathematics, is_ruled=each.is_ruled))
            known.entrants |= each.entrants
            if (len(each.text), each.text) < (len(known.text), known.text):
                known.text, known.mathematics = each.text, each.mathematics
    return tuple(merged.values())


def _place(question: QuestionStatistics) -> tuple[int, int, int]:
    return question.round.position, question.divisions[0].grade, question.number


def _hardest(question: QuestionStatistics) -> tuple:
    """Sort key: the smallest share of hits first, then the question with more sheets."""
    return question.hitters / question.sheets, -question.sheets, _place(question)


def _by_frequency(finding: MethodOfQuestion) -> tuple:
    return -finding.method.count, _place(finding.question), finding.method.text


def _unusual(finding: MethodOfQuestion) -> tuple:
    """Sort key: a method is more unusual if more others hit the same target."""
    return -finding.question.hitters, _place(finding.question), finding.method.text


def _best_of_rounds(
    event: Event, every: dict[tuple[int, int], SheetsOfDivision], divisions: dict[int, Division]
) -> dict:
    """The most methods on one sheet in all rounds, and the highest score in each round."""
    marked = [(each.round, divisions[place[1]], *have) for place, each in every.items() for have in each.marked.items()]
    rich = sorted(
        (each for each in marked if each[3].methods), key=lambda each: (-each[3].methods, each[0].position, each[2])
    )
    high: list[tuple[Round, Division, int, SheetMarks]] = []
    for _, group in groupby(sorted(marked, key=lambda each: each[0].position), key=lambda each: each[0].pk):
        listed = list(group)
        best = max(each[3].points for each in listed)
        high += [each for each in listed if each[3].points == best > 0][:ROWS_LISTED]
    wanted = {each[2] for each in (*rich[:ROWS_LISTED], *high)}
    entrants = Entrant.objects.select_related("player__team", "team").in_bulk(wanted)

    def feats(rows: list[tuple[Round, Division, int, SheetMarks]], what: str) -> tuple[RoundBest, ...]:
        rounds = ((*row[:2], entrants[row[2]], row[3]) for row in rows)
        return tuple(
            RoundBest(round_, division, who.who, who.public_name(event), getattr(have, what), have.provisional)
            for round_, division, who, have in rounds
        )

    return {"most_methods": feats(rich[:ROWS_LISTED], "methods"), "highest": feats(high, "points")}
