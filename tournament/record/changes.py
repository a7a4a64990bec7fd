"""What a re-score changes: one kind a class. Each says what what_if it makes, how it is undone and how it is told.

Stored as JSON with `kind` and the fields of its class. `before` is what stood when it was proposed: where it stands no
longer, the proposal no longer fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Protocol

from django.utils.translation import gettext as _

from judging.messages import Message

from ..models import Event, Keying, Puzzle, PuzzleVersion, Round
from ..sentences import sentence
from .ruled_changes import PairChange, RulingChange
from .what_if import WhatIf


class Change(Protocol):
    kind: ClassVar[str]

    def what_if(self, event: Event) -> WhatIf: ...
    def stands(self, event: Event) -> bool: ...
    def undone(self) -> "Change": ...
    def tell(self, event: Event) -> str: ...


def _puzzle_in_words(puzzle: Puzzle) -> str:
    grades = ", ".join(division.label for division in puzzle.divisions.all())
    return f"{puzzle.round.name} · {grades}" if grades else puzzle.round.name


@dataclass(frozen=True)
class PuzzleChange:
    """Other numbers or targets: another version of the puzzle, made when it was proposed."""

    kind: ClassVar[str] = "puzzle"
    puzzle: int
    version: int
    before: int

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(versions={self.puzzle: PuzzleVersion.objects.get(pk=self.version)})

    def stands(self, event: Event) -> bool:
        return Puzzle.objects.filter(pk=self.puzzle, active=self.before).exists()

    def undone(self) -> "PuzzleChange":
        return replace(self, version=self.before, before=self.version)

    def tell(self, event: Event) -> str:
        puzzle = Puzzle.objects.select_related("round").get(pk=self.puzzle)
        versions = PuzzleVersion.objects.in_bulk([self.version, self.before])
        new, old = versions[self.version].boxes, versions[self.before].boxes
        told = [
            _("%(label)s asks %(new)s in place of %(old)s")
            % {"label": sentence(Message.read(now["label"])), "new": _asked(now), "old": _asked(was)}
            for now, was in zip(new, old, strict=False)
            if (now["numbers"], now["target"]) != (was["numbers"], was["target"])
        ]
        return f"{_puzzle_in_words(puzzle)}: {'; '.join(told)}."


def _asked(box: dict) -> str:
    return f"{' '.join(map(str, box['numbers']))} → {box['target']}"


@dataclass(frozen=True)
class VoidChange:
    """Which boxes of a puzzle, counted from 0, count for nobody."""

    kind: ClassVar[str] = "void"
    puzzle: int
    boxes: Sequence[int]
    before: Sequence[int]

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(void={self.puzzle: list(self.boxes)})

    def stands(self, event: Event) -> bool:
        return Puzzle.objects.get(pk=self.puzzle).void_boxes == list(self.before)

    def undone(self) -> "VoidChange":
        return replace(self, boxes=self.before, before=self.boxes)

    def tell(self, event: Event) -> str:
        puzzle = Puzzle.objects.select_related("round", "active").get(pk=self.puzzle)
        labels = [sentence(Message.read(box["label"])) for box in puzzle.active.boxes]
        void = [labels[at] for at in self.boxes if at not in self.before]
        again = [labels[at] for at in self.before if at not in self.boxes]
        said = [_("%(boxes)s counts for nobody") % {"boxes": ", ".join(void)}] if void else []
        said += [_("%(boxes)s counts again") % {"boxes": ", ".join(again)}] if again else []
        return f"{_puzzle_in_words(puzzle)}: {'; '.join(said)}."


@dataclass(frozen=True)
class EditionChange:
    """Other rules for what a method may say in a round."""

    kind: ClassVar[str] = "edition"
    round: int
    edition: dict
    before: dict

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(editions={self.round: self.edition})

    def stands(self, event: Event) -> bool:
        return Round.objects.get(pk=self.round).edition == self.before

    def undone(self) -> "EditionChange":
        return replace(self, edition=self.before, before=self.edition)

    def tell(self, event: Event) -> str:
        said = [
            _("%(what)s: %(new)s in place of %(old)s")
            % {"what": key, "new": _said(self.edition.get(key)), "old": _said(self.before.get(key))}
            for key in sorted({*self.edition, *self.before})
            if self.edition.get(key) != self.before.get(key)
        ]
        name = Round.objects.get(pk=self.round).name
        return _("%(round)s has other rules for its methods (%(what)s).") % {
            "round": name,
            "what": "; ".join(said),
        }


def _said(value: object) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value)) or "–"
    if isinstance(value, dict):
        return ", ".join(f"{name} {choice}" for name, choice in value.items()) or "–"
    return str(value) if value else "–"


@dataclass(frozen=True)
class KinChange:
    """What methods that are the same as algebra count as throughout the event."""

    kind: ClassVar[str] = "kin"
    counts_as: str
    before: str

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(kin_counts_as=self.counts_as)

    def stands(self, event: Event) -> bool:
        return Event.objects.get(pk=event.pk).kin_counts_as == self.before

    def undone(self) -> "KinChange":
        return replace(self, counts_as=self.before, before=self.counts_as)

    def tell(self, event: Event) -> str:
        if self.counts_as == Event.KinCountsAs.SAME:
            return _("Methods that are the same as algebra count once.")
        return _("Methods that are the same as algebra count as two.")


@dataclass(frozen=True)
class KeyingChange:
    """Another keying of a sheet counts; None for none at all."""

    kind: ClassVar[str] = "keying"
    sheet: int
    keying: int | None
    before: int | None

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(keyings={self.sheet: self.keying})

    def stands(self, event: Event) -> bool:
        agreed = Keying.objects.filter(sheet=self.sheet, state=Keying.State.AGREED).first()
        return (agreed.pk if agreed else None) == self.before

    def undone(self) -> "KeyingChange":
        return replace(self, keying=self.before, before=self.keying)

    def tell(self, event: Event) -> str:
        return _("A sheet was typed anew, since it had been misread.")


KINDS: dict[str, type[Any]] = {
    each.kind: each
    for each in (PuzzleChange, VoidChange, EditionChange, RulingChange, PairChange, KinChange, KeyingChange)
}


def read(stored: Iterable[dict]) -> list[Any]:
    """Changes from their JSON."""
    return [
        KINDS[each["kind"]](**{name: value for name, value in each.items() if name != "kind"})
        for each in stored
    ]


def export(changes: Iterable[Any]) -> list[dict]:
    return [{"kind": each.kind, **asdict(each)} for each in changes]


def what_if_of(changes: Iterable[Change], event: Event) -> WhatIf:
    """All the changes together. Of two that speak of the same thing the later holds."""
    whole = WhatIf()
    for each in changes:
        one = each.what_if(event)
        rulings = {
            puzzle: (*whole.rulings.get(puzzle, ()), *one.rulings.get(puzzle, ()))
            for puzzle in {*whole.rulings, *one.rulings}
        }
        whole = WhatIf(
            versions={**whole.versions, **one.versions},
            void={**whole.void, **one.void},
            editions={**whole.editions, **one.editions},
            rulings=rulings,
            pairs=(*whole.pairs, *one.pairs),
            kin_counts_as=one.kin_counts_as or whole.kin_counts_as,
            keyings={**whole.keyings, **one.keyings},
        )
    return _numbered(whole)


def _numbered(what_if: WhatIf) -> WhatIf:
    """Rulings that are not saved have no number yet, and two worth a value must not look like one method."""
    for at, ruling in enumerate(ruling for given in what_if.rulings.values() for ruling in given):
        ruling.pk = -1 - at
    return what_if
