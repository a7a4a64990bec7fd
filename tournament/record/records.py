"""What an event can tell beside its standings: how the points fell, which puzzles were hard, which methods were rare.

Only rounds that count are in it, and only who is ranked.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from django.db.models import Count, Max, Sum

from judging.games.paper import Box

from ..models import AuditHead, Division, Entrant, Event, Player, Result, Round, Team
from .found import Found, Marked, Sheets, sheets_in
from .methods import Method
from .standings import counted_rounds

MOST = 10  # rows of a list; of those that are equal to the last one, the first
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_BINS = 10


@dataclass(frozen=True)
class Bin:
    """So many have at least `low` and at most `high` points."""

    low: int
    high: int
    count: int


@dataclass(frozen=True)
class Scores:
    """How the points of a division fell in a round."""

    round: Round
    division: Division
    bins: tuple[Bin, ...]
    sheets: int
    middle: int


@dataclass(frozen=True)
class Asked:
    """One question with those who were asked it and how many of them hit; `methods` were found."""

    round: Round
    divisions: tuple[Division, ...]
    number: int
    box: Box
    sheets: int
    hitters: int
    found: tuple[Found, ...]

    @property
    def percent(self) -> int:
        return round(100 * self.hitters / self.sheets)


@dataclass(frozen=True)
class Finding:
    """A method of a question with how many found it."""

    asked: Asked
    method: Method


@dataclass(frozen=True)
class Feat:
    """What somebody has in one round."""

    round: Round
    division: Division
    who: Player | Team
    name: str
    number: int
    provisional: bool


@dataclass(frozen=True)
class Records:
    """All of it. `alone` is how many methods were found by one entrant only; `unusual` are the first of them."""

    scores: tuple[Scores, ...]
    hardest: tuple[Asked, ...]
    most_found: tuple[Finding, ...]
    unusual: tuple[Finding, ...]
    alone: int
    most_methods: tuple[Feat, ...]
    highest: tuple[Feat, ...]

    @property
    def more_alone(self) -> int:
        """How many of them are not among the unusual."""
        return self.alone - len(self.unusual)

    @cached_property
    def by_grade(self) -> list[tuple[Division, list[Scores]]]:
        ordered = sorted(self.scores, key=lambda each: (each.division.grade, each.round.position))
        return [
            (division, list(group)) for division, group in groupby(ordered, key=lambda each: each.division)
        ]


def state_of(event: Event) -> tuple:
    """Equal states, equal records: every decision moves the head of the audit trail, and what workers store moves the
    results. Two queries."""
    results = Result.objects.filter(round__event=event)
    heads = AuditHead.objects.filter(event=event).values_list("number", "hash")
    return (*heads, *results.aggregate(Count("pk"), Max("pk"), Sum("version")).values())


def records(event: Event) -> Records:
    """Eight queries, whatever the number of rounds and entrants."""
    divisions = {each.pk: each for each in event.divisions.all()}
    rounds = counted_rounds(event)
    sheets = sheets_in(event, rounds)
    asked = list(_asked(sheets.values(), divisions))
    findings = [Finding(each, _method(each, found)) for each in asked for found in each.found]
    alone = [each for each in findings if each.method.count == 1]
    return Records(
        scores=tuple(_scores(each, divisions[place[1]]) for place, each in sheets.items() if each.marked),
        hardest=tuple(sorted(asked, key=_hardest)[:MOST]),
        most_found=tuple(sorted(findings, key=_most_found)[:MOST]),
        unusual=tuple(sorted(alone, key=_unusual)[:MOST]),
        alone=len(alone),
        **_feats(event, sheets, divisions),
    )


def bins(points: Iterable[int]) -> tuple[Bin, ...]:
    """Counted in at most ten steps of a width that people count in; every step in between, also an empty one."""
    have = sorted(points)
    if not have:
        return ()
    width = next((each for each in WIDTHS if have[-1] // each - have[0] // each < MOST_BINS), WIDTHS[-1])
    counted = Counter(each // width for each in have)
    steps = range(have[0] // width, have[-1] // width + 1)
    return tuple(Bin(step * width, step * width + width - 1, counted[step]) for step in steps)


def _scores(sheets: Sheets, division: Division) -> Scores:
    points = sorted(each.points for each in sheets.marked.values())
    return Scores(sheets.round, division, bins(points), len(points), points[(len(points) - 1) // 2])


def _asked(every: Iterable[Sheets], divisions: dict[int, Division]) -> Iterator[Asked]:
    """Each question once, however many divisions it was put to."""
    grades = {division.grade: division for division in divisions.values()}
    together: dict[tuple[int, int], list[Sheets]] = defaultdict(list)
    for each in every:
        if each.marked:
            together[each.round.pk, each.question.version.pk].append(each)
    for group in together.values():
        first, asked = (
            group[0],
            tuple(grades[each.grade] for each in sorted(group, key=lambda one: one.grade)),
        )
        for at, box in enumerate(first.on.boxes):
            if not box.void:
                hitters = sum(each.hitters(at) for each in group)
                count = sum(len(each.marked) for each in group)
                yield Asked(first.round, asked, at + 1, box, count, hitters, _joined(group, at))


def _joined(group: list[Sheets], at: int) -> tuple[Found, ...]:
    found: dict[str, Found] = {}
    for sheets in group:
        for key, each in sheets.found[at].items():
            known = found.setdefault(key, Found(each.text, set(), each.is_ruled))
            known.entrants |= each.entrants
            known.text = min(known.text, each.text, key=lambda text: (len(text), text))
    return tuple(found.values())


def _method(asked: Asked, found: Found) -> Method:
    return Method(asked.round, asked.box, found.text, found.count, found.is_ruled)


def _place(asked: Asked) -> tuple[int, int, int]:
    return asked.round.position, asked.divisions[0].grade, asked.number


def _hardest(asked: Asked) -> tuple:
    """The least share first; of equal shares the one that more were asked."""
    return asked.hitters / asked.sheets, -asked.sheets, _place(asked)


def _most_found(finding: Finding) -> tuple:
    return -finding.method.count, _place(finding.asked), finding.method.text


def _unusual(finding: Finding) -> tuple:
    """What one alone found is the more unusual the more others hit the same target."""
    return -finding.asked.hitters, _place(finding.asked), finding.method.text


def _feats(event: Event, every: dict[tuple[int, int], Sheets], divisions: dict[int, Division]) -> dict:
    """The most methods on one sheet in all rounds, and the highest points in each round."""
    marked = [
        (each.round, divisions[place[1]], *have)
        for place, each in every.items()
        for have in each.marked.items()
    ]
    rich = sorted(
        (each for each in marked if each[3].methods),
        key=lambda each: (-each[3].methods, each[0].position, each[2]),
    )
    high: list[tuple[Round, Division, int, Marked]] = []
    for _, group in groupby(sorted(marked, key=lambda each: each[0].position), key=lambda each: each[0].pk):
        listed = list(group)
        best = max(each[3].points for each in listed)
        high += [each for each in listed if each[3].points == best > 0][:MOST]
    wanted = {each[2] for each in (*rich[:MOST], *high)}
    entrants = Entrant.objects.select_related("player__team", "team").in_bulk(wanted)

    def feats(rows: list[tuple[Round, Division, int, Marked]], what: str) -> tuple[Feat, ...]:
        found = ((*row[:2], entrants[row[2]], row[3]) for row in rows)
        return tuple(
            Feat(
                round_,
                division,
                who.player or who.team,
                who.public_name(event),
                getattr(have, what),
                have.provisional,
            )
            for round_, division, who, have in found
        )

    return {"most_methods": feats(rich[:MOST], "methods"), "highest": feats(high, "points")}
