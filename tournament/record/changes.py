"""What a re-score changes: one kind a class. Each says what what_if it makes, how it is undone and how it is told.

Stored as JSON with `kind` and the fields of its class. `before` is what stood when it was proposed: where it stands no
longer, the proposal no longer fits.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from typing import Any, ClassVar, Protocol, Self

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from judging.messages import Message

from ..models import Event, Keying, PairRuling, Puzzle, PuzzleVersion, Round, Ruling, Submission, Verdict
from ..sentences import sentence
from . import sameness
from .questions import version_for
from .rulings import Rulings, given_on, reach
from .what_if import WhatIf


@dataclass(frozen=True)
class Change(Protocol):
    """`wanted` names the field that says what is to stand in place of `before`; `standing` is what does now."""

    kind: ClassVar[str]
    wanted: ClassVar[str]
    before: Any = field(default=None, kw_only=True)

    def what_if(self, event: Event) -> WhatIf: ...
    def standing(self, event: Event) -> Any: ...
    def tell(self, event: Event) -> str: ...

    def stands(self, event: Event) -> bool:
        return self.standing(event) == self.before

    def proposed_now(self, event: Event) -> Self:
        return replace(self, before=self.standing(event))

    def undone(self, event: Event) -> Self:
        return replace(self, **{self.wanted: self.before, "before": getattr(self, self.wanted)})


@dataclass(frozen=True)
class FieldChange(Change):
    """Another value in the field `column` of one row."""

    column: ClassVar[str]

    def row(self, event: Event) -> QuerySet[Any]:
        raise NotImplementedError

    def standing(self, event: Event) -> Any:
        return self.row(event).values_list(self.column, flat=True).get()


@dataclass(frozen=True)
class OnPuzzle(FieldChange):
    puzzle: int

    def row(self, event: Event) -> QuerySet[Puzzle]:
        return Puzzle.objects.filter(pk=self.puzzle)

    def tell(self, event: Event) -> str:
        puzzle = Puzzle.objects.select_related("round", "active").get(pk=self.puzzle)
        grades = ", ".join(division.label for division in puzzle.divisions.all())
        heading = f"{puzzle.round.name} · {grades}" if grades else puzzle.round.name
        return f"{heading}: {'; '.join(self._said(puzzle))}."

    def _said(self, puzzle: Puzzle) -> list[str]:
        raise NotImplementedError


@dataclass(frozen=True)
class PuzzleChange(OnPuzzle):
    """Other numbers or targets: another version of the puzzle, made when it was proposed."""

    kind: ClassVar[str] = "puzzle"
    wanted: ClassVar[str] = "version"
    column: ClassVar[str] = "active"
    version: int

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(versions={self.puzzle: PuzzleVersion.objects.get(pk=self.version)})

    def _said(self, puzzle: Puzzle) -> list[str]:
        versions = PuzzleVersion.objects.in_bulk([self.version, self.before])
        new, old = versions[self.version].boxes, versions[self.before].boxes
        return [
            _("%(label)s asks %(new)s in place of %(old)s")
            % {"label": sentence(Message.read(now["label"])), "new": _asked(now), "old": _asked(was)}
            for now, was in zip(new, old, strict=False)
            if (now["numbers"], now["target"]) != (was["numbers"], was["target"])
        ]


def _asked(box: dict) -> str:
    return f"{' '.join(map(str, box['numbers']))} → {box['target']}"


@dataclass(frozen=True)
class VoidChange(OnPuzzle):
    """Which boxes of a puzzle, counted from 0, count for nobody."""

    kind: ClassVar[str] = "void"
    wanted: ClassVar[str] = "boxes"
    column: ClassVar[str] = "void_boxes"
    boxes: Sequence[int]

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(void={self.puzzle: list(self.boxes)})

    def _said(self, puzzle: Puzzle) -> list[str]:
        labels = [sentence(Message.read(box["label"])) for box in puzzle.active.boxes]
        void = [labels[at] for at in self.boxes if at not in self.before]
        again = [labels[at] for at in self.before if at not in self.boxes]
        said = [_("%(boxes)s counts for nobody") % {"boxes": ", ".join(void)}] if void else []
        said += [_("%(boxes)s counts again") % {"boxes": ", ".join(again)}] if again else []
        return said


@dataclass(frozen=True)
class EditionChange(FieldChange):
    """Other rules for what a method may say in a round."""

    kind: ClassVar[str] = "edition"
    wanted: ClassVar[str] = "edition"
    column: ClassVar[str] = "edition"
    round: int
    edition: dict

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(editions={self.round: self.edition})

    def row(self, event: Event) -> QuerySet[Round]:
        return Round.objects.filter(pk=self.round)

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
class KinChange(FieldChange):
    """What methods that are the same as algebra count as throughout the event."""

    kind: ClassVar[str] = "kin"
    wanted: ClassVar[str] = "counts_as"
    column: ClassVar[str] = "kin_counts_as"
    counts_as: str

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(kin_counts_as=self.counts_as)

    def row(self, event: Event) -> QuerySet[Event]:
        return Event.objects.filter(pk=event.pk)

    def tell(self, event: Event) -> str:
        if self.counts_as == Event.KinCountsAs.SAME:
            return _("Methods that are the same as algebra count once.")
        return _("Methods that are the same as algebra count as two.")


@dataclass(frozen=True)
class KeyingChange(Change):
    """Another keying of a sheet counts; None for none at all."""

    kind: ClassVar[str] = "keying"
    wanted: ClassVar[str] = "keying"
    sheet: int
    keying: int | None

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(keyings={self.sheet: self.keying})

    def standing(self, event: Event) -> int | None:
        agreed = Keying.objects.filter(sheet=self.sheet, state=Keying.State.AGREED)
        return agreed.values_list("pk", flat=True).first()

    def tell(self, event: Event) -> str:
        return _("A sheet was typed anew, since it had been misread.")


@dataclass(frozen=True)
class RulingChange(Change):
    """A judge's ruling, as `rulings.give` takes it; `before` is the id of the ruling that stood, or None."""

    kind: ClassVar[str] = "ruling"
    wanted: ClassVar[str] = "counts_as"
    line: int
    counts_as: str
    method: str
    value: str
    only_this_sheet: bool
    reason: str

    def submission(self) -> Submission:
        return Submission.objects.select_related("sheet__round__event", "sheet__entrant").get(pk=self.line)

    def ruling(self, event: Event) -> Ruling:
        """The ruling as it would be, not saved."""
        line = self.submission()
        alone = self.only_this_sheet or line.mark == "illegible"
        return Ruling(
            event=event,
            puzzle_id=version_for(line.sheet.round, line.sheet.entrant).puzzle_id,
            box=line.box,
            text=line.text,
            digest=line.digest,
            mark=line.mark,
            submission=line if alone else None,
            counts_as=self.counts_as,
            method=self.method,
            value=self.value,
            reason=self.reason,
        )

    def what_if(self, event: Event) -> WhatIf:
        ruling = self.ruling(event)
        return WhatIf(rulings={ruling.puzzle_id: (ruling,)})

    def standing(self, event: Event) -> int | None:
        meant = self.ruling(event)
        given = Rulings(given_on([meant.puzzle_id]).get(meant.puzzle_id, ()))
        ruling = given.in_force_at(reach(meant))
        return ruling.pk if ruling else None

    def undone(self, event: Event) -> "RulingChange":
        """The ruling that stood before is given again; where there was none, this one is withdrawn. Either replaces
        the one that the re-score gave, whose number is known only now."""
        now = self.proposed_now(event)
        if self.before is None:
            return replace(now, counts_as="withdrawn", method="", value="")
        earlier = Ruling.objects.get(pk=self.before)
        fields = ("counts_as", "method", "value", "reason")
        return replace(now, **{name: getattr(earlier, name) for name in fields})

    def tell(self, event: Event) -> str:
        line = self.submission()
        what = {
            "method": _("counts as %(what)s") % {"what": self.method},
            "value": _("counts as a method worth %(what)s") % {"what": self.value},
            "nothing": _("counts for nothing"),
            "withdrawn": _("counts as the rules of the round say"),
        }[self.counts_as]
        text = line.text or _("the illegible line")
        return f"{line.sheet.round.name}: “{text}” {what}."


@dataclass(frozen=True)
class PairChange(Change):
    """Whether two methods count once or twice, by the ids of two verdicts that have their keys."""

    kind: ClassVar[str] = "pair"
    wanted: ClassVar[str] = "says"
    first: int
    second: int
    says: str
    reason: str

    def ruling(self, event: Event) -> PairRuling:
        """The ruling as it would be, not saved."""
        verdicts = Verdict.objects.in_bulk([self.first, self.second])
        ruling = sameness.ruling_on(event, verdicts[self.first], verdicts[self.second], self.says)
        ruling.reason = self.reason
        return ruling

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(pairs=(self.ruling(event),))

    def standing(self, event: Event) -> str | None:
        meant = self.ruling(event)
        ruling = sameness.in_force(event).get(sameness.pair(meant.first_key, meant.second_key))
        return ruling.says if ruling else None

    def undone(self, event: Event) -> "PairChange":
        before = None if self.says == PairRuling.Says.WITHDRAWN else self.says
        return replace(self, says=self.before or PairRuling.Says.WITHDRAWN.value, before=before)

    def tell(self, event: Event) -> str:
        ruling = self.ruling(event)
        what = {"same": _("count once"), "different": _("count twice")}.get(
            self.says, _("count as the event's policy says")
        )
        return f"“{ruling.first_text}”, “{ruling.second_text}”: {what}."


KINDS: dict[str, type[Change]] = {
    each.kind: each
    for each in (PuzzleChange, VoidChange, EditionChange, RulingChange, PairChange, KinChange, KeyingChange)
}


def read(stored: Iterable[dict]) -> list[Change]:
    """Changes from their JSON."""
    return [
        KINDS[each["kind"]](**{name: value for name, value in each.items() if name != "kind"})
        for each in stored
    ]


def export(changes: Iterable[Change]) -> list[dict]:
    return [{"kind": each.kind, **asdict(each)} for each in changes]


def hold_ruling(stored: Iterable[dict]) -> bool:
    """Whether a judge's word is among these changes, as they are stored."""
    return any(each["kind"] in {RulingChange.kind, PairChange.kind} for each in stored)


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
    # rulings that are not saved have no number yet, and two worth a value must not look like one method
    for at, ruling in enumerate(chain.from_iterable(whole.rulings.values())):
        ruling.pk = -1 - at
    return whole
