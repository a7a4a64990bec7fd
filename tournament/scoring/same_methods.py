"""Which methods of an event count once: judges' rulings on pairs, and the event's policy on near-duplicates."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.db.models import OuterRef, QuerySet

from ..common.line_text import digest
from ..models import Event, PairRuling, Verdict
from .signatures import complete, with_overtaken_by

MethodPair = tuple[str, str]  # two method keys, the lesser first


def pair(one: str, other: str) -> MethodPair:
    return (one, other) if one < other else (other, one)


def pair_of(first: Verdict, second: Verdict) -> MethodPair:
    return pair(first.method, second.method)


def ruling_on(event: Event, first: Verdict, second: Verdict, says: str) -> PairRuling:
    """A ruling on the methods of two verdicts, in the order of their digests; not saved, not signed, without a
    reason."""
    one, other = sorted((first, second), key=lambda verdict: digest(verdict.method))
    return PairRuling(
        event=event,
        first=digest(one.method),
        second=digest(other.method),
        first_key=one.method,
        second_key=other.method,
        first_kin=one.kin_key or "",
        second_kin=other.kin_key or "",
        first_text=one.text,
        second_text=other.text,
        says=says,
    )


def given_in(event: Event) -> tuple[PairRuling, ...]:
    """All rulings on pairs that enough judges have signed, in the order in which they came to hold."""
    return tuple(complete(event.pair_rulings.all()).order_by("holds_since"))


def with_overtaken(rulings: QuerySet[Any]) -> QuerySet[Any]:
    """Rulings `with_overtaken_by` others on the same pair."""
    on_the_pair = PairRuling.objects.filter(event=OuterRef("event"), first=OuterRef("first"), second=OuterRef("second"))
    return with_overtaken_by(on_the_pair, rulings)


def in_force(event: Event, given: Iterable[PairRuling] | None = None) -> dict[MethodPair, PairRuling]:
    """The ruling in force on each pair, without withdrawn ones. `given` are the rulings that hold, in order, if the
    caller has read them."""
    given = given_in(event) if given is None else given
    latest = {pair(ruling.first_key, ruling.second_key): ruling for ruling in given}
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


def partition(event: Event, verdicts: Iterable[Any], given: Iterable[PairRuling] | None = None) -> dict[str, str]:
    """method key -> the key it counts as. Rulings (`given` as in `in_force`) come first. If by the event's policy near
    duplicates count once, they are joined too, unless a ruling says that their classes count twice.

    Whether two methods count once does not depend on the other `verdicts`, that is, on what anybody else wrote: the
    methods that rulings name are always included.
    """
    rulings = in_force(event, given)
    classes = joined(rulings.values())
    if event.kin_counts_as == Event.KinCountsAs.SAME:
        different = [keys for keys, ruling in rulings.items() if ruling.says == PairRuling.Says.DIFFERENT]
        first_of: dict[str, str] = {}
        known = {(each.method_key, each.kin_key) for each in verdicts if each.method_key and each.kin_key}
        for method_key, near_key in sorted(known | set(_named(rulings.values()))):
            other = first_of.setdefault(near_key, method_key)
            if not _ruled_different(classes, different, method_key, other):
                classes.join(method_key, other)
    return classes.mapping()


def _named(rulings: Iterable[PairRuling]) -> Iterator[tuple[str, str]]:
    """(method key, near-duplicate key) of the methods that rulings name, if both are known."""
    for ruling in rulings:
        for keys in ((ruling.first_key, ruling.first_kin), (ruling.second_key, ruling.second_kin)):
            if all(keys):
                yield keys


def _ruled_different(classes: Classes, different: list[MethodPair], one: str, other: str) -> bool:
    wanted = {classes.of(one), classes.of(other)}
    return any({classes.of(first), classes.of(second)} == wanted for first, second in different)
