"""The joint standing, computed from what the halls handed in (docs/rules/competitions.md).

Players are known as `hall/number`, teams as `hall/name`. The document has no other names."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from judging.results.awards import Award, awards
from judging.results.criteria import read_chain
from judging.results.standings import Chain, EntrantRow, Ranked, Standing, rank, sort_key
from judging.results.ties import TIEBREAK, before_tiebreak, ties_at

from .. import PROGRAM

FORMAT, VERSION = "number-tournament/joint-export", 1
KINDS = ("players", "teams")
StandingKey = tuple[int, str]  # grade and kind
FINAL, PROVISIONAL, MISSING, WITHDRAWN = "final", "provisional", "missing", "withdrawn"


@dataclass(frozen=True)
class HallInStanding:
    """A hall as the joint standing reads it; `summary` is that of the file that counts, None without one."""

    slug: str
    name: str
    status: str
    fingerprint: str
    digest: str = ""
    summary: dict[str, Any] | None = None

    @property
    def rows(self) -> list[dict[str, Any]]:
        return self.summary["rows"] if self.summary and self.status in {FINAL, PROVISIONAL} else []

    def label(self, entrant: int | str) -> str:
        return f"{self.slug}/{entrant}"


@dataclass(frozen=True)
class JointRules:
    criteria: Sequence[str]
    award_places: int
    grades: Mapping[int, str]
    rounds: Sequence[int]

    @property
    def chain(self) -> Chain:
        """The ranking criteria; a tie that was not played is shared, so tiebreakers leave no award open (NT-CO-5)."""
        chain, _problems = read_chain(self.criteria, {str(position): str(position) for position in self.rounds})
        return chain


@dataclass(frozen=True)
class JointStanding:
    key: StandingKey
    standing: Standing
    awards: tuple[Award, ...]
    orders: tuple[Sequence[str], ...]  # the orders of ties that hold
    open_ties: tuple[tuple[Ranked, ...], ...]  # over halls, for an award


def standing_of(
    key: StandingKey, rules: JointRules, halls: Iterable[HallInStanding], orders: Iterable[Sequence[str]]
) -> JointStanding:
    """The joint standing of one grade. `orders` are those that were played in one room; the last one counts."""
    rows = [_row(hall, each) for hall in halls for each in hall.rows if (each["grade"], each["kind"]) == key]
    chain = rules.chain
    measured, holding = _with_tiebreaks(rows, chain, orders)
    standing = rank(measured, chain)
    settled = {frozenset(order) for order in holding}
    played = any(criterion.slug == TIEBREAK for criterion in chain)
    opened = [tie.sides for tie in ties_at(standing, rules.award_places) if played and tie.entrants not in settled]
    shared = tuple(replace(each, slug="joint_tiebreak") if each.slug == TIEBREAK else each for each in chain)
    given = awards(rank(measured, shared), rules.award_places)
    over_halls = tuple(sides for sides in opened if len({hall_of(each.entrant) for each in sides}) > 1)
    return JointStanding(key, standing, given, tuple(holding), over_halls)


def hall_of(label: str) -> str:
    return label.partition("/")[0]


def _row(hall: HallInStanding, each: Mapping[str, Any]) -> EntrantRow:
    return EntrantRow(
        entrant=hall.label(each["entrant"]),
        points=each["points"],
        pending=int(each["provisional"]),
        status="absent" if each["place"] is None else "present",
        display=(hall.slug, each["entrant"]),
        measures={"methods": sum(each["methods"].values()), "place": each["place"] or 0},
        penalty=each["penalty"],
    )


def _with_tiebreaks(
    rows: list[EntrantRow], chain: Chain, orders: Iterable[Sequence[str]]
) -> tuple[list[EntrantRow], list[Sequence[str]]]:
    """The rows with what tiebreakers say of them, and the orders that hold (NT-CO-4)."""
    before = before_tiebreak(chain)
    latest = {frozenset(order): order for order in orders}
    present = sorted((row for row in rows if row.status == "present"), key=lambda row: sort_key(row, before))
    measure: dict[str, int] = {}
    holding = []
    for _equal, group in groupby(present, key=lambda row: sort_key(row, before)):
        sides = list(group)
        order = latest.get(frozenset(row.entrant for row in sides))
        if order is not None and len(order) > 1:
            holding.append(order)
            measure |= {side: -at for at, side in enumerate(order)}
        elif len({hall_of(row.entrant) for row in sides}) == 1:
            measure |= {row.entrant: -row.measures["place"] for row in sides}  # its own tiebreakers decide
    return [
        replace(row, measures={"methods": row.measures["methods"], TIEBREAK: measure.get(row.entrant, 0)})
        for row in rows
    ], holding


def document(
    facts: Mapping[str, Any], rules: JointRules, halls: Sequence[HallInStanding], orders: Mapping[StandingKey, list]
) -> dict[str, Any]:
    """The joint standing as JSON. `facts` are those of the event that runs the competition."""
    counting = [hall for hall in halls if hall.rows]
    keys = [(grade, kind) for grade in rules.grades for kind in KINDS]
    standings = [standing_of(key, rules, counting, orders.get(key, [])) for key in keys]
    return {
        "format": FORMAT,
        "version": VERSION,
        "program": PROGRAM,
        **facts,
        "halls": [
            {
                "hall": each.slug,
                "name": each.name,
                "status": each.status,
                "key": each.fingerprint,
                "sha256": each.digest,
            }
            for each in halls
        ],
        "standings": [_as_json(each, counting) for each in standings],
    }


def _as_json(joint: JointStanding, halls: Sequence[HallInStanding]) -> dict[str, Any]:
    grade, kind = joint.key
    known = {
        "grade": grade,
        "kind": kind,
        "entries": [
            {
                "entrant": each.entrant,
                "place": each.place,
                "shared": each.is_shared,
                "total": each.total,
                "provisional": each.provisional,
            }
            for each in joint.standing.ranked
        ],
        "not_ranked": [each.entrant for each in joint.standing.unranked],
        "ties": [list(order) for order in joint.orders],
        "awards": [
            {"place": each.place, "entrants": sorted(winner.entrant for winner in _winners(each))}
            for each in joint.awards
        ],
    }
    return known | ({"records": list(records(grade, halls))} if kind == "players" else {})


def _winners(award: Award) -> Sequence[Ranked]:
    return award.winners if award.state in {"given", "shared"} else ()


def records(grade: int, halls: Iterable[HallInStanding]) -> Iterator[dict[str, Any]]:
    """The most points and the most methods in one round, each with the players and the rounds (NT-CO-6)."""
    rows = [
        (hall.label(row["entrant"]), row)
        for hall in halls
        for row in hall.rows
        if (row["grade"], row["kind"]) == (grade, "players")
    ]
    for what in ("points", "methods"):
        most = max((amount for _label, row in rows for amount in row[what].values()), default=0)
        holders = [
            [label, int(at)] for label, row in rows for at, amount in row[what].items() if amount == most and most > 0
        ]
        yield {"what": what, "amount": most, "holders": sorted(holders)}


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Each entrant whose line differs between two documents; a line is None where there is none."""
    earlier, later = _lines(before), _lines(after)
    for key in {**later, **earlier}:
        if earlier.get(key) != later.get(key):
            grade, kind, entrant = key
            yield {
                "grade": grade, "kind": kind, "entrant": entrant, "before": earlier.get(key), "after": later.get(key)
            }  # fmt: skip


def _lines(document: Mapping[str, Any]) -> dict[tuple[int, str, str], dict[str, Any]]:
    return {
        (standing["grade"], standing["kind"], each["entrant"]): each
        for standing in document["standings"]
        for each in standing["entries"]
    }
