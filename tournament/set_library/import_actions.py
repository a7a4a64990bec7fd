"""Taking in a checked file of sets: each becomes a draft of the library, with the proof of its boxes."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.db import transaction
from django.utils.translation import gettext as _

from judging.language.editions import EDITIONS
from puzzles.functions.operations import normalise
from puzzles.sets.generate import FORMATS, defaults, reporter_of
from puzzles.sets.puzzles import GeneratedPuzzle, GeneratedQuestion, Reporter

from ..audit import trail as audit
from ..imports import actions as imports
from ..models import Event, Import, PuzzleSet, PuzzleSetVersion, User
from ..puzzle_sets.actions import begin
from ..puzzle_sets.generation import DONE
from ..web.permissions import require
from .importer import SetKey, SetPlan, SetRow, plan


def apply_import(*, by: User, upload: Import, shown: str = "") -> SetPlan:
    """Make the sets of a checked file, all or none; refused when it would do other than the plan `shown`. The proofs
    take seconds: they are made before anything is locked."""
    require(by, "run", upload.event)
    changed = _(
        "The rows have changed since they were checked. They are checked again here: look at them, then import."
    )
    todo = imports.checked(upload, plan, shown, changed)
    puzzles = {key: list(_puzzles(key[2], rows)) for key, rows in todo.sets.items()}
    return _make(by, upload, todo.fingerprint, changed, puzzles)


@transaction.atomic
def _make(
    by: User, upload: Import, shown: str, changed: str, puzzles: Mapping[SetKey, list[GeneratedPuzzle]]
) -> SetPlan:
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    with imports.applying(upload, plan, shown, changed) as todo:
        made = [_made(by, event, *key, puzzles[key]) for key in todo.sets]
        todo.done = {"sets": [each.pk for each in made]}
    audit.record(event, by, "sets.imported", upload, after={"sets": len(made)}, about=made)
    return todo


@transaction.atomic
def undo_import(*, by: User, upload: Import) -> Import:
    """Delete the sets that an import made. Refused if one was locked or changed since; the sentence says which (PS-32).
    Copies of them stay, and a set that was deleted since is left out."""
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    with imports.undoing(upload) as done:
        made = list(event.puzzle_sets.select_for_update().filter(pk__in=done["sets"]))
        if obstacles := [sentence for draft in made for sentence in _obstacles(draft)]:
            raise imports.cannot_undo(obstacles)
        audit.record(event, by, "sets.import_undone", upload, before={"sets": len(made)}, about=made)
        event.puzzle_sets.filter(pk__in=[each.pk for each in made]).delete()
    return upload


def _obstacles(draft: PuzzleSet) -> list[str]:
    if PuzzleSetVersion.objects.filter(set=draft).exists():
        return [_("The set “%(set)s” was used or locked since.") % {"set": draft.name}]
    if draft.revision:
        return [_("The set “%(set)s” was changed since.") % {"set": draft.name}]
    return []


def _made(
    by: User, event: Event, name: str, grade: int | None, format_slug: str, puzzles: Sequence[GeneratedPuzzle]
) -> PuzzleSet:
    return begin(
        by,
        event,
        name=name,
        grade=grade,
        format=format_slug,
        settings=defaults(format_slug).export(),
        edition={"edition": FORMATS[format_slug].edition},
        count=len(puzzles),
        puzzles=[each.as_dict() for each in puzzles],
        making=DONE,
    )


def _puzzles(format_slug: str, rows: Sequence[SetRow]) -> Iterator[GeneratedPuzzle]:
    """Rows with one puzzle number are boxes of one puzzle where the format has several, else a puzzle each."""
    reporter = reporter_of(format_slug, {}, EDITIONS[FORMATS[format_slug].edition])
    groups = groupby(rows, key=lambda row: row.puzzle if FORMATS[format_slug].several else row.line)
    for position, (_number, boxes) in enumerate(groups):
        group = list(boxes)
        questions = () if group[0].is_of_words else tuple(_question(reporter, each) for each in group)
        yield GeneratedPuzzle(position, questions, group[0].facts)


def _question(reporter: Reporter, row: SetRow) -> GeneratedQuestion:
    target = normalise(row.target)
    return GeneratedQuestion(row.numbers, target, reporter.report(row.numbers, target, functions=False))
