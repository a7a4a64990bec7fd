"""Where every sheet of a round is: printed, issued, returned, keyed, checked; lost, spoilt, spare."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Case, Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, Value, When
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy as _

from ..common.sheet_codes import read_code
from ..models import Division, Entrant, Event, Keying, Round, Sheet
from ..roster.substitutes import substitutions
from ..round_puzzles.printed_questions import PrintedQuestions
from ..rounds.expected_sheets import counting_as_nothing, expected

# How far a sheet has come; `passed` says which stages it came through.
NOT_PRINTED, PRINTED, ISSUED, RETURNED, KEYED, CHECKED = range(6)
STAGE_NAMES: tuple[Promise, ...] = (
    _("not printed"),
    _("printed"),
    _("handed out"),
    _("returned"),
    _("typed"),
    _("checked"),
)
LOST = _("lost")
HANDED_IN = (Keying.State.HANDED_IN, Keying.State.PROPOSED, Keying.State.AGREED)
WHOSE = ("entrant__player", "entrant__team", "entrant__division")
SHOWN = 60  # sheets named in one list of the board; the others are counted


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


def passed(stage: int, is_printed: bool, is_issued: bool, is_lost: bool, is_nothing: bool) -> tuple[bool, ...]:
    """Whether a sheet has passed each stage. One that came back was handed out, marked or not, and it was printed here
    only if that is marked. A lost one is not back; one that counts as nothing is neither typed nor checked."""
    is_back = stage >= RETURNED and not is_lost
    is_keyed, is_checked = (stage >= each and not is_nothing for each in (KEYED, CHECKED))
    return True, is_printed, is_issued or is_back, is_back, is_keyed, is_checked


class SheetCounts(NamedTuple):
    """Of some sheets how many have passed each stage, are lost, are still to print, are out (printed or handed out, and
    neither back nor lost), and count as nothing."""

    reached: tuple[int, ...] = (0,) * len(STAGE_NAMES)
    lost: int = 0
    to_print: int = 0
    out: int = 0
    as_nothing: int = 0

    def __add__(self, other: Any) -> "SheetCounts":
        reached = tuple(map(sum, zip(self.reached, other.reached, strict=True)))
        return SheetCounts(reached, *map(sum, zip(self[1:], other[1:], strict=True)))


def _counts(sheets: QuerySet[Any], by: str) -> defaultdict[int, SheetCounts]:
    """{value of `by`: the counts of these sheets}; the sheets come with their stage."""
    facts = {"is_printed": "printed_at", "is_issued": "issued_at", "is_lost": "lost_at"}
    in_turn = Keying.objects.filter(sheet=OuterRef("pk"), turn=OuterRef("turn"))
    staged = sheets.annotate(
        is_nothing=Exists(counting_as_nothing(in_turn)),
        **{name: Q(**{f"{moment}__isnull": False}) for name, moment in facts.items()},
    )
    counts: defaultdict[int, SheetCounts] = defaultdict(SheetCounts)
    for key, stage, is_printed, is_issued, is_lost, is_nothing, n in _counted(
        staged, by, "stage", *facts, "is_nothing"
    ):
        reached = tuple(n * each for each in passed(stage, is_printed, is_issued, is_lost, is_nothing))
        here = 0 if is_lost else n
        counts[key] += SheetCounts(
            reached, n - here, here * (stage == NOT_PRINTED), here * (stage in {PRINTED, ISSUED}), n * is_nothing
        )
    return counts


def in_use(round_: Round) -> QuerySet[Any]:
    """The sheets that an expected entrant has or that came back, with their stage; not spoilt ones nor unused
    spares."""
    came = substitutions([round_]).expected("entrant__") | Q(stage__gte=RETURNED)
    return with_stage(round_.sheets.all()).filter(came, entrant__isnull=False, spoilt_at__isnull=True)


def stage_counts(rounds: Sequence[Round]) -> tuple[Mapping[int, SheetCounts], Counter[int]]:
    """{round id: the counts of its sheets in use}, and {round id: how many are lost and waited for, with nothing that
    is typed}."""
    of_rounds = Sheet.objects.filter(round__in=rounds, entrant__isnull=False, spoilt_at__isnull=True)
    came = substitutions(rounds).expected("entrant__", "round") | Q(stage__gte=RETURNED)
    staged = with_stage(of_rounds).filter(came)
    lost = Counter(dict(_counted(undecided(staged).filter(stage__lt=KEYED), "round")))
    return _counts(staged, "round"), lost


def undecided(sheets: QuerySet[Any]) -> QuerySet[Any]:
    """Of sheets with their stage those that are lost and waited for. A second sheet is not."""
    lost = sheets.filter(lost_at__isnull=False, stage__lt=CHECKED)
    return lost.exclude(kind=Sheet.Kind.SPARE, number__gt=1)


def _counted(sheets: QuerySet[Any], *names: str) -> Iterable[tuple]:
    return sheets.order_by().values_list(*names).annotate(Count("pk"))


def free_spares(round_: Round) -> QuerySet[Sheet]:
    """Unused spare sheets."""
    return round_.sheets.filter(entrant__isnull=True, spoilt_at__isnull=True, lost_at__isnull=True)


def without_sheet(round_: Round) -> QuerySet[Entrant]:
    """Expected entrants without a sheet, such as those added after printing."""
    return expected(round_).exclude(pk__in=round_.sheets.filter(_usable()).values("entrant"))


def _usable() -> Q:
    return Q(entrant__isnull=False, spoilt_at__isnull=True)


def is_keyed(sheet: Sheet) -> bool:
    """Whether somebody has handed in a reading of it in the present turn."""
    return sheet.keyings.filter(turn=sheet.turn, state__in=HANDED_IN).exists()


def named(sheets: QuerySet[Sheet]) -> QuerySet[Sheet]:
    """The sheets with their players and teams loaded: players by number, then teams by grade and name, then spares."""
    names = ("entrant__player__number", "entrant__division__grade", "entrant__team__search_name", "entrant__team__name")
    order = [F(name).asc(nulls_last=True) for name in names]
    return sheets.select_related(*WHOSE).order_by(*order, "number", "pk")


def find(event: Event, code: str) -> Sheet | None:
    """The event's sheet of this code, with its stage and whose it is."""
    sheets = with_stage(Sheet.objects.filter(round__event=event, code=code))
    return sheets.select_related("round__event", "printed_version", "earlier_version", *WHOSE).first()


def find_typed(event: Event, text: str) -> Sheet:
    """The event's sheet of this code, as people type codes. Raises ValueError if it is no code, LookupError if no sheet
    has it, each with a sentence."""
    sheet = find(event, read_code(text))
    if sheet is None:
        raise LookupError(gettext("No sheet of this event has the code %(code)s.") % {"code": text[:20]})
    return sheet


class StageCount(NamedTuple):
    """How many sheets have passed a stage."""

    name: Promise
    done: int


@dataclass(frozen=True)
class GradeCount:
    """The sheets of one grade, or of all: `counts` of `total`; `without` contestants have none."""

    division: Division | None
    counts: SheetCounts
    without: int

    @property
    def reached(self) -> tuple[int, ...]:
        return self.counts.reached

    @property
    def total(self) -> int:
        return self.reached[0] + self.without

    @property
    def stages(self) -> list[StageCount]:
        return [StageCount(STAGE_NAMES[at], self.reached[at]) for at in range(PRINTED, CHECKED + 1)]


def back(round_: Round) -> tuple[int, int]:
    """(returned sheets, all sheets)"""
    whole = _sum(_grades(round_))
    return whole.reached[RETURNED], whole.total


class NamedSheet(NamedTuple):
    """A sheet and the public name of its player; empty for a team, whose name is the label."""

    sheet: Sheet
    name: str


@dataclass(frozen=True)
class SheetList:
    """The first sheets of a kind, and how many there are."""

    sheets: list[NamedSheet]
    count: int

    @property
    def more(self) -> int:
        return self.count - len(self.sheets)


@dataclass(frozen=True)
class RoundSheets:
    """A round's sheets. `missing` are still out though the round is over; `given` are spare and replacement sheets that
    somebody has; `old` are those that show an old question and are not typed; `spares` is the number of unused ones."""

    grades: list[GradeCount]
    whole: GradeCount
    missing: SheetList
    lost: SheetList
    given: SheetList
    old: SheetList
    without: list[Entrant]
    spares: int

    @property
    def is_printed(self) -> bool:
        return self.whole.reached[PRINTED] > 0


def round_sheets(round_: Round) -> RoundSheets:
    """The overview of a round's sheets."""
    grades = _grades(round_)
    used = in_use(round_)
    out = used.filter(stage__lt=RETURNED)
    missing = out.filter(lost_at__isnull=True) if round_.shows_puzzles else out.none()
    given = round_.sheets.exclude(kind=Sheet.Kind.MAIN).filter(_usable()).select_related("replaces")
    return RoundSheets(
        grades,
        _sum(grades),
        _sheet_list(round_.event, missing),
        _sheet_list(round_.event, undecided(used)),
        _sheet_list(round_.event, given),
        _sheet_list(round_.event, _with_old_question(round_)),
        list(without_sheet(round_).select_related("player", "team", "division")[:SHOWN]),
        free_spares(round_).count(),
    )


def _with_old_question(round_: Round) -> QuerySet[Any]:
    """The sheets with an old question that are not typed, without unused spare sheets once the round is over."""
    sheets = with_stage(PrintedQuestions(round_).old()).filter(stage__lt=KEYED)
    if round_.shows_puzzles:
        sheets = sheets.filter(entrant__isnull=False)
    return sheets.select_related("printed_version")


def _sheet_list(event: Event, sheets: QuerySet[Sheet]) -> SheetList:
    first = list(named(sheets)[: SHOWN + 1])
    count = len(first) if len(first) <= SHOWN else sheets.count()
    return SheetList([NamedSheet(each, name_of(event, each)) for each in first[:SHOWN]], count)


def name_of(event: Event, sheet: Sheet) -> str:
    entrant = sheet.entrant
    named_by_number = event.public_names == Event.Names.NUMBER
    return "" if entrant is None or entrant.team_id or named_by_number else entrant.short_name(event)


def _grades(round_: Round) -> list[GradeCount]:
    """Every grade that has a puzzle or sheets in the round."""
    counts = _counts(in_use(round_), "entrant__division")
    without = Counter(dict(without_sheet(round_).order_by().values_list("division").annotate(Count("pk"))))
    divisions = list(round_.event.divisions.all())
    made = [GradeCount(each, counts[each.pk], without[each.pk]) for each in divisions]
    return [each for each in made if each.total]


def _sum(grades: list[GradeCount]) -> GradeCount:
    return GradeCount(None, sum((each.counts for each in grades), SheetCounts()), sum(each.without for each in grades))


def on_paper(entrant: Entrant) -> list[tuple[Round, list[Sheet]]]:
    """Each round that is not final, with the sheets of an entrant that are printed and not back."""
    rounds = entrant.event.rounds.exclude(status=Round.Status.FINAL)
    waiting = Sheet.objects.filter(entrant=entrant, printed_at__isnull=False, spoilt_at=None, returned_at=None)
    sheets = list(named(waiting).select_related("entrant__player__team", *WHOSE))
    by_round = [(round_, [each for each in sheets if each.round_id == round_.pk]) for round_ in rounds]
    return [(round_, chosen) for round_, chosen in by_round if chosen]
