"""The library: sets without a round, the sets and typed puzzles of all events that a person organises, copies and files
of them."""

import json
from collections.abc import Iterable, Iterator, Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from puzzles.sets.generate import FORMATS, defaults
from puzzles.sets.puzzles import GeneratedPuzzle

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import tidy
from ..common.refusals import Refused, invalid
from ..models import Division, Event, Membership, Puzzle, PuzzleSet, PuzzleVersion, Role, Round, User
from ..models.rounds import TIEBREAKER
from ..puzzle_sets.actions import begin, locked
from ..puzzle_sets.boxes import puzzle_key
from ..puzzle_sets.generation import DONE, MAKING, STOPPED
from ..round_puzzles import actions as round_puzzles
from ..web.permissions import NotAllowed, capabilities, require, require_locked

CopyPlaces = list[tuple[Round, Division]]
HEAD = ("set", "grade", "format", "puzzle", "numbers", "target", "methods", "simplest", "difficulty", "step")


def sets_of(user: User) -> QuerySet[PuzzleSet]:
    """The sets of the events that the person organises, the newest first."""
    events = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    rows = PuzzleSet.objects.filter(event__in=events).exclude(puzzles=[])
    return rows.select_related("event", "round").order_by("-pk")


def typed_puzzles(user: User) -> QuerySet[Puzzle]:
    """The puzzles in force of the person's events that somebody typed or imported, the newest first: nobody else sees a
    question before its round is over. Those with a question that was withdrawn are left out."""
    events = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    rows = Puzzle.objects.filter(round__event__in=events, active__from_sets=None, void_boxes=[])
    rows = rows.filter(division_puzzles__isnull=False).exclude(round__format=TIEBREAKER).distinct()
    return rows.select_related("active", "round__event").prefetch_related("divisions").order_by("-pk")


def places_for_set(format_slug: str, event: Event) -> CopyPlaces:
    """The rounds and grades of the event that could take a copy of a set: planned, of its format, without a set."""
    return _places(format_slug, event, event.puzzle_sets.filter(round__isnull=False).values_list("round", "grade"))


def places_for_typed(format_slug: str, event: Event) -> CopyPlaces:
    """Those that could take a copy of a typed puzzle: planned, of its format, without a puzzle."""
    return _places(format_slug, event, event.rounds.values_list("pk", "division_puzzles__division__grade"))


def _places(format_slug: str, event: Event, taken: Iterable[tuple[int, int | None]]) -> CopyPlaces:
    """The planned rounds of this format with each grade of the event, without those `taken`: (round's id, grade)."""
    rounds = event.rounds.filter(status=Round.Status.PLANNED, format=format_slug)
    divisions, held = list(event.divisions.all()), set(taken)
    return [(each, division) for each in rounds for division in divisions if (each.pk, division.grade) not in held]


@transaction.atomic
def make_set(*, by: User, event: Event, name: str, format_slug: str, count: int, tags: Sequence[str] = ()) -> PuzzleSet:
    """Have a set for the library made, with the format's own settings; they can be changed on its page."""
    require_locked(by, "run", event)
    if format_slug not in FORMATS:
        raise invalid(format=_("Choose one of the formats."))
    if not 1 <= count <= limits.SET_PUZZLES:
        raise invalid(count=_("A set has 1 to %(most)s puzzles.") % {"most": limits.SET_PUZZLES})
    made = begin(
        by,
        event,
        name=tidy(name)[:80] or format_slug.replace("_", " "),
        format=format_slug,
        settings=defaults(format_slug).export(),
        edition={} if FORMATS[format_slug].words else {"edition": FORMATS[format_slug].edition},
        count=count,
        tags=list(tags)[: limits.TAGS],
    )
    audit.record(event, by, "set.begun", made, after={"name": made.name, "count": count})
    return made


@transaction.atomic
def copy(
    *, by: User, puzzle_set: PuzzleSet, event: Event, round_: Round | None = None, grade: int | None = None
) -> PuzzleSet:
    """A copy of a set of one's own events, as a draft of another: for a round and grade, or for the library."""
    require(by, "run", event)
    if puzzle_set.event_id != event.pk:
        require(by, "run", puzzle_set.event)
    Event.objects.select_for_update().get(pk=event.pk)
    source = locked(puzzle_set)
    if source.making == MAKING:
        raise Refused("being_made", _("This set is being made. Wait until it is ready, or stop it first."))
    places = [(each, division.grade) for each, division in places_for_set(source.format, event)] if round_ else []
    if round_ is not None and (round_, grade) not in places:
        raise Refused("no_place", _("This set does not go there: the format differs, or there is a set already."))
    made = begin(
        by,
        event,
        round=round_,
        grade=grade if round_ else source.grade,
        name=round_.name if round_ else source.name,
        tags=source.tags,
        format=source.format,
        settings=source.settings,
        edition=round_.edition if round_ else source.edition,
        count=source.count,
        puzzles=source.puzzles,
        making=DONE if source.making == DONE else STOPPED,
    )
    audit.record(event, by, "set.copied", made, after={"name": source.name, "grade": made.grade})
    return made


@transaction.atomic
def copy_typed(*, by: User, puzzle: Puzzle, round_: Round, division: Division) -> PuzzleVersion:
    """Ask the same questions of a grade of another round, which may be of another event."""
    if "run" not in capabilities(by, puzzle.round.event):  # from an archived event, too
        raise NotAllowed("run")
    if (round_, division) not in places_for_typed(puzzle.round.format, round_.event):
        raise Refused("no_place", _("This puzzle does not go there: the format differs, or there is a puzzle already."))
    return round_puzzles.assign(by=by, round_=round_, divisions=[division], boxes=puzzle.version.read_boxes())


def as_json(draft: PuzzleSet) -> bytes:
    """The set as `manage.py generate --out` writes it."""
    made = {
        "format": draft.format,
        "seed": str(int(draft.seed, 16)),
        "rules": draft.edition,
        "settings": draft.settings,
        "puzzles": draft.puzzles,
    }
    return (json.dumps(made, ensure_ascii=False, indent=1) + "\n").encode()


def as_rows(drafts: Iterable[PuzzleSet]) -> Iterator[list[str]]:
    """A row a box, with a heading; the import reads it again."""
    yield list(HEAD)
    for draft in drafts:
        for puzzle in draft.read_puzzles():
            yield from _rows(draft, puzzle)


def _rows(draft: PuzzleSet, puzzle: GeneratedPuzzle) -> Iterator[list[str]]:
    first = [draft.name, str(draft.grade or ""), draft.format, str(puzzle.position + 1)]
    for numbers, target, report in puzzle.questions:
        simplest = report.simplest[0] if report.simplest else ""
        proof = [str(report.methods), simplest, str(report.value or ""), str(report.step or "")]
        yield [*first, " ".join(map(str, numbers)), str(target), *proof]
    if not puzzle.questions:
        shown = str(puzzle.facts.get("letters") or " ".join(puzzle.facts.get("parts", ())))
        yield [*first, shown, puzzle_key(puzzle), "", "", "", ""]
