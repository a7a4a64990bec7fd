"""What a re-score can change, a class for each kind: its effect as a WhatIf, its inverse and what it says.

Stored as JSON with `kind` and the fields of the class. If the current value is no longer `before`, the proposal is out
of date.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, ClassVar, Protocol, Self

from django.db.models import QuerySet

from judging.messages import Message, message

from ..models import Event, Keying, Mark, PairRuling, Puzzle, PuzzleVersion, Round, Ruling, Submission, Verdict
from ..scoring import same_methods
from ..scoring.equal_answers import answers_among
from ..scoring.questions import version_of
from ..scoring.rulings import RulingsInForce, given_on
from ..scoring.what_if import WhatIf
from . import change_messages


@dataclass(frozen=True)
class RescoreChange(Protocol):
    """A change. `before` was the value when it was proposed; the field named by `new_field` holds the new one."""

    kind: ClassVar[str]
    new_field: ClassVar[str]
    before: Any = field(default=None, kw_only=True)

    def what_if(self, event: Event) -> WhatIf: ...
    def current_value(self, event: Event) -> Any: ...
    def describe(self, event: Event) -> Message: ...

    def is_current(self, event: Event) -> bool:
        return self.current_value(event) == self.before

    def with_current_value(self, event: Event) -> Self:
        return replace(self, before=self.current_value(event))

    def inverse(self, event: Event) -> Self:
        return replace(self, **{self.new_field: self.before, "before": getattr(self, self.new_field)})


@dataclass(frozen=True)
class FieldChange(RescoreChange):
    """A new value in the field `column` of one row."""

    column: ClassVar[str]

    def row(self, event: Event) -> QuerySet[Any]:
        raise NotImplementedError

    def current_value(self, event: Event) -> Any:
        return self.row(event).values_list(self.column, flat=True).get()


@dataclass(frozen=True)
class OnPuzzle(FieldChange):
    puzzle: int

    def row(self, event: Event) -> QuerySet[Puzzle]:
        return Puzzle.objects.filter(pk=self.puzzle)

    def describe(self, event: Event) -> Message:
        puzzle = Puzzle.objects.select_related("round", "active").get(pk=self.puzzle)
        return change_messages.of_puzzle(puzzle, self._differences(puzzle))

    def _differences(self, puzzle: Puzzle) -> list[Message]:
        raise NotImplementedError


@dataclass(frozen=True)
class PuzzleChange(OnPuzzle):
    """Other numbers or targets: a new version of the puzzle, made with the proposal."""

    kind: ClassVar[str] = "puzzle"
    new_field: ClassVar[str] = "version"
    column: ClassVar[str] = "active"
    version: int

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(versions={self.puzzle: PuzzleVersion.objects.get(pk=self.version)})

    def _differences(self, puzzle: Puzzle) -> list[Message]:
        versions = PuzzleVersion.objects.in_bulk([self.version, self.before])
        return change_messages.boxes_asked(versions[self.version].boxes, versions[self.before].boxes)


@dataclass(frozen=True)
class VoidChange(OnPuzzle):
    """The withdrawn boxes of a puzzle, counted from 0."""

    kind: ClassVar[str] = "void"
    new_field: ClassVar[str] = "boxes"
    column: ClassVar[str] = "void_boxes"
    boxes: Sequence[int]

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(void={self.puzzle: list(self.boxes)})

    def _differences(self, puzzle: Puzzle) -> list[Message]:
        labels = [Message.read(box["label"]) for box in puzzle.version.boxes]
        return change_messages.boxes_void(labels, self.boxes, self.before)


@dataclass(frozen=True)
class EditionChange(FieldChange):
    """Other rules for methods in a round."""

    kind: ClassVar[str] = "edition"
    new_field: ClassVar[str] = "edition"
    column: ClassVar[str] = "edition"
    round: int
    edition: dict

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(editions={self.round: self.edition})

    def row(self, event: Event) -> QuerySet[Round]:
        return Round.objects.filter(pk=self.round)

    def describe(self, event: Event) -> Message:
        return change_messages.of_rules(Round.objects.get(pk=self.round).name, self.edition, self.before)


@dataclass(frozen=True)
class NearDuplicatesChange(FieldChange):
    """How the event counts methods that are equal in algebra."""

    kind: ClassVar[str] = "kin"
    new_field: ClassVar[str] = "counts_as"
    column: ClassVar[str] = "kin_counts_as"
    counts_as: str

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(kin_counts_as=self.counts_as)

    def row(self, event: Event) -> QuerySet[Event]:
        return Event.objects.filter(pk=event.pk)

    def describe(self, event: Event) -> Message:
        return message("rescore_equal_once" if self.counts_as == Event.KinCountsAs.SAME else "rescore_equal_twice")


@dataclass(frozen=True)
class KeyingChange(RescoreChange):
    """Another agreed keying of a sheet; None for none."""

    kind: ClassVar[str] = "keying"
    new_field: ClassVar[str] = "keying"
    sheet: int
    keying: int | None

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(keyings={self.sheet: self.keying})

    def current_value(self, event: Event) -> int | None:
        agreed = Keying.objects.filter(sheet=self.sheet, state=Keying.State.AGREED)
        return agreed.values_list("pk", flat=True).first()

    def describe(self, event: Event) -> Message:
        was_lost = Submission.objects.filter(keying=self.before, mark=Mark.SHEET_LOST).exists()
        return message("rescore_lost_sheet_found" if was_lost else "rescore_typed_again")


@dataclass(frozen=True)
class RulingChange(RescoreChange):
    """A judge's ruling, with the fields of `rulings.give`; `before` is the id of the earlier ruling, or None."""

    kind: ClassVar[str] = "ruling"
    new_field: ClassVar[str] = "counts_as"
    line: int
    counts_as: str
    method: str
    value: str
    only_this_sheet: bool
    reason: str

    def submission(self) -> Submission:
        return Submission.objects.select_related("sheet__round__event", "sheet__entrant").get(pk=self.line)

    def ruling(self, event: Event) -> Ruling:
        """The new ruling, not saved."""
        line = self.submission()
        alone = self.only_this_sheet or line.mark == "illegible"
        return Ruling(
            event=event,
            puzzle_id=version_of(line.sheet).puzzle_id,
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

    def current_value(self, event: Event) -> int | None:
        proposed = self.ruling(event)
        line, given = self.submission(), given_on([proposed.puzzle_id]).get(proposed.puzzle_id, ())
        answers = answers_among(version_of(line.sheet), line.sheet.round, [proposed, *given])
        ruling = RulingsInForce(given, answers).in_force_instead(proposed)
        return ruling.pk if ruling else None

    def inverse(self, event: Event) -> "RulingChange":
        """Give the earlier ruling again or, if there was none, withdraw this one. `before` becomes the ruling that this
        re-score gave, whose id is known only now."""
        now = self.with_current_value(event)
        if self.before is None:
            return replace(now, counts_as="withdrawn", method="", value="")
        earlier = Ruling.objects.get(pk=self.before)
        fields = ("counts_as", "method", "value", "reason")
        return replace(now, **{name: getattr(earlier, name) for name in fields})

    def describe(self, event: Event) -> Message:
        line = self.submission()
        return change_messages.of_line(line.sheet.round.name, line.text, self.counts_as, self.method, self.value)


@dataclass(frozen=True)
class PairChange(RescoreChange):
    """Whether two methods count once or twice; `first` and `second` are ids of verdicts with their keys."""

    kind: ClassVar[str] = "pair"
    new_field: ClassVar[str] = "says"
    first: int
    second: int
    says: str
    reason: str

    def ruling(self, event: Event) -> PairRuling:
        """The new ruling, not saved."""
        verdicts = Verdict.objects.in_bulk([self.first, self.second])
        ruling = same_methods.ruling_on(event, verdicts[self.first], verdicts[self.second], self.says)
        ruling.reason = self.reason
        return ruling

    def what_if(self, event: Event) -> WhatIf:
        return WhatIf(pairs=(self.ruling(event),))

    def current_value(self, event: Event) -> str | None:
        proposed = self.ruling(event)
        ruling = same_methods.in_force(event).get(same_methods.pair(proposed.first_key, proposed.second_key))
        return ruling.says if ruling else None

    def inverse(self, event: Event) -> "PairChange":
        before = None if self.says == PairRuling.Says.WITHDRAWN else self.says
        return replace(self, says=self.before or PairRuling.Says.WITHDRAWN.value, before=before)

    def describe(self, event: Event) -> Message:
        ruling = self.ruling(event)
        return change_messages.of_pair(ruling.first_text, ruling.second_text, self.says)


KINDS: dict[str, type[RescoreChange]] = {
    each.kind: each
    for each in (PuzzleChange, VoidChange, EditionChange, RulingChange, PairChange, NearDuplicatesChange, KeyingChange)
}


def read(stored: Iterable[dict]) -> list[RescoreChange]:
    """Changes from their JSON."""
    return [KINDS[each["kind"]](**{name: value for name, value in each.items() if name != "kind"}) for each in stored]


def export(changes: Iterable[RescoreChange]) -> list[dict]:
    return [{"kind": each.kind, **asdict(each)} for each in changes]


def contain_ruling(stored: Iterable[dict]) -> bool:
    """Whether one of these stored changes is a ruling."""
    return any(each["kind"] in {RulingChange.kind, PairChange.kind} for each in stored)


def what_if_of(changes: Iterable[RescoreChange], event: Event) -> WhatIf:
    """All changes as one WhatIf. Of two about the same thing, the later one counts."""
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
    return whole
