"""Where every paper of a round is: printed, issued, returned, keyed, checked; lost, spoilt, spare."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import Division, Entrant, Event, Keying, Round, Sheet
from .expected import expected
from .substitutes import instead

# How far a paper has come. Whoever has reached a stage has passed those before it, marked or not.
STAGES = ("printed", "issued", "returned", "keyed", "checked")
NOT_PRINTED, PRINTED, ISSUED, RETURNED, KEYED, CHECKED = range(6)
STAGE_NAMES: tuple[Promise, ...] = (
    _("not printed"),
    _("printed"),
    _("issued"),
    _("returned"),
    _("keyed"),
    _("checked"),
)
HANDED_IN = (Keying.State.HANDED_IN, Keying.State.PROPOSED, Keying.State.AGREED)
WHOSE = ("entrant__player", "entrant__team", "entrant__division")
SHOWN = 60  # papers named in one list of the board; the others are counted


def with_stage(sheets: QuerySet[Any]) -> QuerySet[Any]:
    """The sheets, each with `stage`, an index into STAGE_NAMES. Keyings of earlier turns do not count."""
    in_turn = Keying.objects.filter(sheet=OuterRef("pk"), turn=OuterRef("turn"))
    return sheets.annotate(
        stage=Case(
            When(Exists(in_turn.filter(state=Keying.State.AGREED)), then=Value(CHECKED)),
            When(Exists(in_turn.filter(state__in=HANDED_IN)), then=Value(KEYED)),
            When(returned_at__isnull=False, then=Value(RETURNED)),
            When(issued_at__isnull=False, then=Value(ISSUED)),
            When(printed_at__isnull=False, then=Value(PRINTED)),
            default=Value(NOT_PRINTED),
            output_field=IntegerField(),
        )
    )


def in_use(round_: Round) -> QuerySet[Any]:
    """The sheets that somebody has or should have, with their stage: neither spoilt nor nobody's, nor printed for
    somebody who did not come or in whose place another one played."""
    came = instead([round_]).expected("entrant__") | Q(stage__gte=RETURNED)
    return with_stage(round_.sheets.all()).filter(came, entrant__isnull=False, spoilt_at__isnull=True)


def free_spares(round_: Round) -> QuerySet[Sheet]:
    """Spare sheets that lie ready and belong to nobody."""
    return round_.sheets.filter(entrant__isnull=True, spoilt_at__isnull=True, lost_at__isnull=True)


def without_sheet(round_: Round) -> QuerySet[Entrant]:
    """Who should write in this round and has no sheet, as somebody who was added after the printing."""
    return expected(round_).exclude(pk__in=round_.sheets.filter(_usable()).values("entrant"))


def _usable() -> Q:
    return Q(entrant__isnull=False, spoilt_at__isnull=True)


def is_keyed(sheet: Sheet) -> bool:
    """Whether somebody has handed in what she read on it, in the turn that counts."""
    return sheet.keyings.filter(turn=sheet.turn, state__in=HANDED_IN).exists()


def named(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """With all that a page says of whose they are, by number or name."""
    order = (F("entrant__player__number").asc(nulls_last=True), "entrant__team__name", "number", "pk")
    return sheets.select_related(*WHOSE).order_by(*order)


def find(event: Event, code: str) -> Sheet | None:
    """The event's sheet of this code, with its stage and whose it is."""
    sheets = with_stage(Sheet.objects.filter(round__event=event, code=code))
    return sheets.select_related("round__event", *WHOSE).first()


class StageCount(NamedTuple):
    """How many papers have reached a stage."""

    name: Promise
    done: int


@dataclass(frozen=True)
class GradeCount:
    """The papers of one grade: `reached[stage]` of `total` have come so far; `without` contestants have none."""

    division: Division | None
    reached: tuple[int, ...]
    total: int
    without: int

    @property
    def stages(self) -> list[StageCount]:
        return [StageCount(STAGE_NAMES[at], self.reached[at]) for at in range(PRINTED, CHECKED + 1)]


def back(round_: Round) -> tuple[int, int]:
    """How many sheets are back, of how many; five queries, and two more where the event has substitutes."""
    whole = _sum(_grades(round_))
    return whole.reached[RETURNED], whole.total


class Paper(NamedTuple):
    """A sheet and the name of whose it is, as far as the public reads it; a team's name is its label already."""

    sheet: Sheet
    name: str


@dataclass(frozen=True)
class Listed:
    """The first papers of a kind, and how many there are."""

    papers: list[Paper]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.papers)


@dataclass(frozen=True)
class Papers:
    """A round's papers. `missing` are those that are out though the round is over; `given` the spare and replacement
    sheets that somebody has; `spares` how many lie ready."""

    grades: list[GradeCount]
    whole: GradeCount
    missing: Listed
    lost: Listed
    given: Listed
    without: list[Entrant]
    spares: int

    @property
    def is_printed(self) -> bool:
        return self.whole.reached[PRINTED] > 0


def papers(round_: Round) -> Papers:
    """The round's papers in eleven queries, however many there are, and four more where the event has substitutes."""
    grades = _grades(round_)
    out = in_use(round_).filter(stage__lt=RETURNED)
    missing = out.filter(lost_at__isnull=True) if round_.shows_puzzles else out.none()
    given = round_.sheets.exclude(kind=Sheet.Kind.MAIN).filter(_usable()).select_related("replaces")
    return Papers(
        grades,
        _sum(grades),
        _listed(round_.event, missing),
        _listed(round_.event, with_stage(round_.sheets.all()).filter(lost_at__isnull=False)),
        _listed(round_.event, given),
        list(without_sheet(round_).select_related("player", "team", "division")[:SHOWN]),
        free_spares(round_).count(),
    )


def _listed(event: Event, sheets: QuerySet[Sheet]) -> Listed:
    found = list(named(sheets)[: SHOWN + 1])
    count = len(found) if len(found) <= SHOWN else sheets.count()
    return Listed([Paper(each, name_of(event, each)) for each in found[:SHOWN]], count)


def name_of(event: Event, sheet: Sheet) -> str:
    entrant = sheet.entrant
    named_by_number = event.public_names == Event.Names.NUMBER
    return "" if entrant is None or entrant.team_id or named_by_number else entrant.public_name(event)


def _grades(round_: Round) -> list[GradeCount]:
    """Every grade that was asked something or has papers here."""
    counted = in_use(round_).order_by().values_list("entrant__division", "stage").annotate(Count("pk"))
    at_stage = Counter({(division, stage): n for division, stage, n in counted})
    lacking = without_sheet(round_).order_by().values_list("division").annotate(Count("pk"))
    without = Counter(dict(lacking))
    divisions = list(round_.event.divisions.all())
    made = [_grade(each, at_stage, without[each.pk]) for each in divisions]
    return [each for each in made if each.total]


def _grade(division: Division, at_stage: Counter, without: int) -> GradeCount:
    reached = tuple(
        sum(at_stage[division.pk, stage] for stage in range(least, CHECKED + 1))
        for least in range(CHECKED + 1)
    )
    return GradeCount(division, reached, reached[0] + without, without)


def _sum(grades: list[GradeCount]) -> GradeCount:
    reached = tuple(sum(each.reached[at] for each in grades) for at in range(CHECKED + 1))
    return GradeCount(None, reached, sum(g.total for g in grades), sum(g.without for g in grades))
