"""Which methods of an event count once: judges' rulings on pairs, and the event's policy on kin."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from ..models import DivisionPuzzle, Event, Keying, PairRuling, Round, Submission, Verdict
from .reading import Bench, bench

Pair = tuple[str, str]  # two method keys, the lesser first


def pair(one: str, other: str) -> Pair:
    return (one, other) if one < other else (other, one)


def in_force(event: Event) -> dict[Pair, PairRuling]:
    """The ruling that stands on each pair; a withdrawn pair is not in it."""
    latest = {pair(ruling.first_key, ruling.second_key): ruling for ruling in event.pair_rulings.all()}
    return {keys: ruling for keys, ruling in latest.items() if ruling.says != PairRuling.Says.WITHDRAWN}


class Classes:
    """Methods joined into classes (union-find, the least key stands for its class)."""

    def __init__(self) -> None:
        self._up: dict[str, str] = {}

    def of(self, key: str) -> str:
        while (up := self._up.get(key, key)) != key:
            key = up
        return key

    def join(self, one: str, other: str) -> None:
        low, high = pair(self.of(one), self.of(other))
        if low != high:
            self._up[high] = low

    def mapping(self) -> dict[str, str]:
        return {key: self.of(key) for key in self._up}


def joined(rulings: Iterable[PairRuling]) -> Classes:
    classes = Classes()
    for ruling in rulings:
        if ruling.says == PairRuling.Says.SAME:
            classes.join(ruling.first_key, ruling.second_key)
    return classes


def partition(event: Event, verdicts: Iterable[Verdict]) -> dict[str, str]:
    """method key -> the key it counts as. Rulings first; where the event's policy says that kin count once, kin
    among `verdicts` are joined too, unless a ruling keeps their classes apart."""
    rulings = in_force(event)
    classes = joined(rulings.values())
    if event.kin_counts_as == Event.KinCountsAs.SAME:
        apart = [keys for keys, ruling in rulings.items() if ruling.says == PairRuling.Says.DIFFERENT]
        kin: dict[str, str] = {}
        known = ((each.method_key, each.kin_key) for each in verdicts if each.method_key and each.kin_key)
        for method_key, kin_key in sorted(known):
            other = kin.setdefault(kin_key, method_key)
            if not _kept_apart(classes, apart, method_key, other):
                classes.join(method_key, other)
    return classes.mapping()


def _kept_apart(classes: Classes, apart: list[Pair], one: str, other: str) -> bool:
    wanted = {classes.of(one), classes.of(other)}
    return any({classes.of(first), classes.of(second)} == wanted for first, second in apart)


@dataclass(frozen=True)
class NearDuplicate:
    """Two methods that some contestant wrote in one box, kin but not the same, and no ruling on them yet."""

    first: Verdict
    second: Verdict
    sheets: int


def near_duplicates(event: Event, *, round_: Round | None = None) -> list[NearDuplicate]:
    """The pairs a judge may want to rule on, those on most sheets first."""
    ruled = in_force(event)
    classes = joined(ruled.values())
    found: dict[Pair, tuple[Verdict, Verdict, set[int]]] = {}
    for each in [round_] if round_ else event.rounds.all():
        for sheet_id, one, other in _kin_on_one_sheet(each):
            keys = pair(one.method_key, other.method_key)
            if keys not in ruled and classes.of(keys[0]) != classes.of(keys[1]):
                found.setdefault(keys, (one, other, set()))[2].add(sheet_id)
    pairs = [NearDuplicate(one, other, len(sheets)) for one, other, sheets in found.values()]
    return sorted(pairs, key=lambda near: (-near.sheets, near.first.text))


def _kin_on_one_sheet(round_: Round) -> Iterable[tuple[int, Verdict, Verdict]]:
    """(sheet, verdict, verdict) for every two methods of one box that hit, are kin and have different keys."""
    for on, lines in _benches(round_):
        groups: dict[tuple, dict[str, Verdict]] = defaultdict(dict)
        for sheet_id, box, digest in lines:
            verdict = on.verdicts.get((box, digest))
            if verdict and verdict.on_target and verdict.kin_key:
                groups[(sheet_id, box, verdict.kin_key)].setdefault(verdict.method_key, verdict)
        for (sheet_id, _, _), kin in groups.items():
            one, *others = [kin[key] for key in sorted(kin)]
            yield from ((sheet_id, one, other) for other in others)


def _benches(round_: Round) -> Iterable[tuple[Bench, list[tuple[int, int, str]]]]:
    held = DivisionPuzzle.objects.filter(round=round_).select_related("puzzle__active")
    versions = {each.puzzle_id: each.puzzle.active for each in held}
    for puzzle_id, version in sorted(versions.items()):
        lines = Submission.objects.filter(
            sheet__round=round_,
            keying__state=Keying.State.AGREED,
            sheet__entrant__player__division__division_puzzles__puzzle=puzzle_id,
        )
        yield bench(round_, version), list(lines.values_list("sheet_id", "box", "digest"))
