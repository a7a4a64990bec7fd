"""The record with some decisions supposed to be different. With nothing supposed it is the record as it stands, so what
a re-score shows beforehand and what the points are afterwards come from the same lines of code."""

import copy
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from django.db.models import QuerySet

from judging.games.paper import Answer, Score

from ..models import (
    DivisionPuzzle,
    Event,
    Keying,
    Mark,
    PairRuling,
    Puzzle,
    PuzzleVersion,
    Round,
    Ruling,
    Submission,
    Verdict,
)
from .reading import Bench, bench
from .replay import score
from .rulings import given_on


class Line(NamedTuple):
    """A recorded line, with what its worth can depend on."""

    pk: int
    box: int
    digest: str
    mark: str
    text: str
    sheet_id: int
    entrant_id: int
    division_id: int


_COLUMNS = (
    "pk",
    "box",
    "digest",
    "mark",
    "text",
    "sheet_id",
    "sheet__entrant_id",
    "sheet__entrant__division_id",
)


@dataclass(frozen=True)
class World:
    """What is supposed, by the ids it speaks of. `rulings` and `pairs` stand above those given; `keyings` says which
    keying of a sheet counts, None for none; `answers` say what lines count as, whatever was judged or ruled; `verdicts`,
    not saved, are those on texts that nobody had judged."""

    versions: Mapping[int, PuzzleVersion] = field(default_factory=dict)
    void: Mapping[int, Collection[int]] = field(default_factory=dict)
    editions: Mapping[int, dict] = field(default_factory=dict)
    rulings: Mapping[int, tuple[Ruling, ...]] = field(default_factory=dict)
    pairs: tuple[PairRuling, ...] = ()
    kin_counts_as: str = ""
    keyings: Mapping[int, int | None] = field(default_factory=dict)
    answers: Mapping[int, Answer] = field(default_factory=dict)
    verdicts: tuple[Verdict, ...] = ()

    def event(self, event: Event) -> Event:
        return _but(event, kin_counts_as=self.kin_counts_as or event.kin_counts_as)

    def round(self, round_: Round) -> Round:
        edition = self.editions.get(round_.pk, round_.edition)
        return _but(round_, edition=edition, event=self.event(round_.event))

    def version(self, puzzle: Puzzle) -> PuzzleVersion:
        """What the puzzle asks. Never to be saved: it may be a copy."""
        supposed = _but(puzzle, void_boxes=self.void.get(puzzle.pk, puzzle.void_boxes))
        return _but(self.versions.get(puzzle.pk, puzzle.active), puzzle=supposed)

    def touches(self, round_: Round) -> bool:
        """Whether anything supposed can change a point of this round."""
        if self.pairs or self.kin_counts_as or round_.pk in self.editions:
            return True
        puzzles = self.versions.keys() | self.void.keys() | self.rulings.keys()
        return (
            round_.puzzles.filter(pk__in=puzzles).exists()
            or round_.sheets.filter(pk__in=self.keyings).exists()
        )


AS_IT_STANDS = World()


def _but(row, **fields):
    """A copy of a row, not saved, with some fields different."""
    other = copy.copy(row)
    other._state = copy.copy(row._state)
    other._state.fields_cache = dict(row._state.fields_cache)
    for name, value in fields.items():
        setattr(other, name, value)
    return other


@dataclass(frozen=True)
class Asked:
    """One puzzle of a round in a world: whom it is asked (division id -> grade), and what was ruled on its lines."""

    round: Round
    version: PuzzleVersion
    grades: Mapping[int, int]
    rulings: tuple[Ruling, ...]
    pairs: tuple[PairRuling, ...]
    verdicts: tuple[Verdict, ...] = ()

    @cached_property
    def on(self) -> Bench:
        """What its lines count as. All verdicts of the puzzle are read, once."""
        return bench(self.round, self.version, rulings=self.rulings, pairs=self.pairs, supposed=self.verdicts)


def asked(round_: Round, world: World = AS_IT_STANDS) -> Iterator[Asked]:
    """Every puzzle of the round that somebody is asked; three queries."""
    supposed = world.round(round_)
    held: dict[int, dict[int, int]] = defaultdict(dict)
    for each in DivisionPuzzle.objects.filter(round=round_).select_related("division"):
        held[each.puzzle_id][each.division_id] = each.division.grade
    rulings = given_on(held)
    for puzzle in Puzzle.objects.filter(pk__in=held, active__isnull=False).select_related("active"):
        given = (*rulings.get(puzzle.pk, ()), *world.rulings.get(puzzle.pk, ()))
        version = world.version(puzzle)
        fresh = tuple(each for each in world.verdicts if each.puzzle_version_id == version.pk)
        yield Asked(supposed, version, held[puzzle.pk], given, world.pairs, fresh)


def _counting(round_: Round, world: World, only: Collection[int] | None) -> QuerySet[Submission]:
    """The lines that count, of the entrants `only`, where given."""
    lines = Submission.objects.filter(sheet__round=round_, keying__state=Keying.State.AGREED)
    if world.keyings:
        lines = lines.exclude(sheet__in=world.keyings) | Submission.objects.filter(
            sheet__round=round_, keying__in=[each for each in world.keyings.values() if each]
        )
    return lines if only is None else lines.filter(sheet__entrant__in=only)


def lines_of(round_: Round, world: World = AS_IT_STANDS, only: Collection[int] | None = None) -> list[Line]:
    """The lines that count, sheet by sheet in the order of the paper; of the entrants `only`, where given."""
    lines = _counting(round_, world, only)
    lines = lines.order_by("sheet__entrant", "sheet__number", "box", "position")
    return [Line(*row) for row in lines.values_list(*_COLUMNS)]


def written_in(
    round_: Round, world: World = AS_IT_STANDS, only: Collection[int] | None = None
) -> list[tuple[int, int, str, str]]:
    """(division id, box, digest, text) of what is written in the lines that count, each once."""
    lines = _counting(round_, world, only).filter(mark=Mark.WRITTEN).order_by()
    return list(lines.values_list("sheet__entrant__division_id", "box", "digest", "text").distinct())


class Sheets:
    """A round in a world: all its recorded sheets, and the puzzles they answer. A few queries, whatever their number.
    `lines` are those that count, where they have been read already."""

    def __init__(
        self,
        round_: Round,
        world: World = AS_IT_STANDS,
        only: Collection[int] | None = None,
        lines: Sequence[Line] | None = None,
    ):
        self.round, self.world = round_, world
        self.lines = lines_of(round_, world, only) if lines is None else lines
        self.asked = {
            division_id: each for each in asked(round_, world) for division_id in each.grades
        }  # by the division's id

    def in_world(self, world: World) -> "Sheets":
        """The same round in another world; its lines are read anew only if other keyings count there."""
        same = world.keyings == self.world.keyings
        return Sheets(self.round, world, lines=self.lines if same else None)

    def scores(self) -> Iterator[tuple[int, Score]]:
        """(entrant id, score) of everybody who has a recorded sheet."""
        for entrant_id, lines in groupby(self.lines, key=lambda line: line.entrant_id):
            written = list(lines)
            division_id = written[0].division_id
            if each := self.asked.get(division_id):
                grade = each.grades[division_id]
                yield entrant_id, score(each.round, grade, each.on, written, self.world.answers)
