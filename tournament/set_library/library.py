"""The library: the sets of all events that a person organises, their files, and copies of them."""

import json
from collections.abc import Iterable, Iterator

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from puzzles.sets.puzzles import GeneratedPuzzle

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Event, Membership, PuzzleSet, Role, Round, User
from ..puzzle_sets.actions import begin, locked
from ..puzzle_sets.boxes import puzzle_key
from ..puzzle_sets.generation import DONE, MAKING, STOPPED
from ..web.permissions import require

HEAD = ("set", "grade", "format", "puzzle", "numbers", "target", "methods", "simplest", "difficulty", "step")


def sets_of(user: User) -> QuerySet[PuzzleSet]:
    """The sets of the events that the person organises, the newest first."""
    events = Membership.objects.filter(user=user, role=Role.ORGANISER).values("event")
    rows = PuzzleSet.objects.filter(event__in=events).exclude(puzzles=[])
    return rows.select_related("event", "round").order_by("-pk")


def places_for(format_slug: str, event: Event) -> list[tuple[Round, int]]:
    """The rounds and grades of the event that could take a copy of a set: planned, of its format, without a set."""
    taken = set(event.puzzle_sets.filter(round__isnull=False).values_list("round", "grade"))
    rounds = event.rounds.filter(status=Round.Status.PLANNED, format=format_slug)
    grades = list(event.divisions.values_list("grade", flat=True))
    return [(round_, grade) for round_ in rounds for grade in grades if (round_.pk, grade) not in taken]


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
    if round_ is not None and (round_, grade) not in places_for(source.format, event):
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
