"""Which lines count, and suppositions about them: the record with some decisions changed."""

import copy
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import NamedTuple, TypeVar

from django.db.models import Model, Q, QuerySet

from judging.games.paper import LineAnswer

from ..models import Entrant, Event, Keying, PairRuling, Puzzle, PuzzleVersion, Round, Ruling, Submission, Verdict

CopiedRow = TypeVar("CopiedRow", bound=Model)
IN_ORDER = ("sheet__round", "sheet__entrant", "sheet__number", "box", "position")


class CountedLine(NamedTuple):
    """A recorded line, with what its worth can depend on."""

    pk: int
    box: int
    digest: str
    mark: str
    text: str
    sheet_id: int
    round_id: int
    entrant_id: int
    division_id: int


# the columns of one
LINE = (*CountedLine._fields[:6], "sheet__round_id", "sheet__entrant_id", "sheet__entrant__division_id")


@dataclass(frozen=True)
class WhatIf:
    """Decisions to suppose, by ids. `rulings` and `pairs` override those given; `keyings` is the keying that counts of
    each sheet, None for none; `answers` is what lines count as, whatever was judged or ruled; `verdicts` are unsaved
    ones on texts without a stored verdict; with `judges` the engine judges all other such texts."""

    versions: Mapping[int, PuzzleVersion] = field(default_factory=dict)
    void: Mapping[int, Collection[int]] = field(default_factory=dict)
    editions: Mapping[int, dict] = field(default_factory=dict)
    rulings: Mapping[int, tuple[Ruling, ...]] = field(default_factory=dict)
    pairs: tuple[PairRuling, ...] = ()
    kin_counts_as: str = ""
    keyings: Mapping[int, int | None] = field(default_factory=dict)
    answers: Mapping[int, LineAnswer] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()
    judges: bool = False

    def __post_init__(self) -> None:
        # rulings that are not saved need different ids, or two that give a value would look like one method
        unsaved = (each for each in chain.from_iterable(self.rulings.values()) if each._state.adding)
        for number, ruling in enumerate(unsaved, 1):
            ruling.pk = -number

    def event(self, event: Event) -> Event:
        return copy_with(event, kin_counts_as=self.kin_counts_as or event.kin_counts_as)

    def round(self, round_: Round) -> Round:
        edition = self.editions.get(round_.pk, round_.edition)
        return copy_with(round_, edition=edition, event=self.event(round_.event))

    def version(self, puzzle: Puzzle) -> PuzzleVersion:
        """What the puzzle asks. Never to be saved: it may be a copy."""
        supposed = copy_with(puzzle, void_boxes=self.void.get(puzzle.pk, puzzle.void_boxes))
        return copy_with(self.versions.get(puzzle.pk) or puzzle.version, puzzle=supposed)

    def reads_same_verdicts(self, other: "WhatIf") -> bool:
        """Whether the two differ at most in how verdicts count, not in the texts that need them."""
        one, two = (replace(each, kin_counts_as="", pairs=(), void={}, answers={}) for each in (self, other))
        return one == two

    def touches(self, round_: Round) -> bool:
        """Whether anything supposed can change a point of this round."""
        if self.pairs or self.kin_counts_as or round_.pk in self.editions:
            return True
        puzzles = self.versions.keys() | self.void.keys() | self.rulings.keys()
        return round_.puzzles.filter(pk__in=puzzles).exists() or round_.sheets.filter(pk__in=self.keyings).exists()


AS_RECORDED = WhatIf()


def copy_with(row: CopiedRow, **fields: object) -> CopiedRow:
    """A copy of a row, not saved, with some fields different."""
    other = copy.copy(row)  # Django gives it a memory of its own for related rows
    for name, value in fields.items():
        setattr(other, name, value)
    return other


def counting(
    rounds: Iterable[Round | int], entrants: Collection[int] | None = None, what_if: WhatIf = AS_RECORDED
) -> QuerySet[Submission]:
    """The lines that count in these rounds: those of each sheet's agreed keying. Of these entrants, or of everybody."""
    own = Q(keying__state=Keying.State.AGREED)
    if what_if.keyings:
        own &= ~Q(sheet__in=list(what_if.keyings))
        own |= Q(keying__in=[each for each in what_if.keyings.values() if each])
    lines = Submission.objects.filter(own, sheet__round__in=list(rounds), sheet__entrant__isnull=False)
    return lines if entrants is None else lines.filter(sheet__entrant__in=list(entrants))


def recorded_lines(round_: Round, entrant: Entrant) -> list[Submission]:
    """One entrant's lines that count in a round, as rows, in the order of the paper."""
    return list(counting([round_], [entrant.pk]).order_by(*IN_ORDER))
