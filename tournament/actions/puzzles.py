"""What is asked: puzzles and their versions."""

from django.db import transaction
from django.utils import timezone

from judging.games.paper import Box

from ..importing.puzzles import Plan, plan
from ..models import Division, DivisionPuzzle, Event, Import, Puzzle, PuzzleVersion, Round, Submission, User
from ..permissions import require
from . import audit
from .refusals import Refused, invalid


def problems(round_: Round, divisions: list[Division], boxes: tuple[Box, ...]) -> dict[str, str]:
    """What is wrong with the boxes for any of the divisions: {"box-0": sentence, …}; "boxes" for the whole sheet."""
    found: dict[str, str] = {}
    for division in divisions:
        for problem in round_.rules.problems(round_.settings_for(division.grade), boxes):
            place = "boxes" if problem.box is None else f"box-{problem.box}"
            found.setdefault(place, problem.sentence)
    return found


@transaction.atomic
def set(*, by: User, round: Round, divisions: list[Division], boxes: tuple[Box, ...]) -> PuzzleVersion:
    """Ask these divisions this puzzle: a new one, or a new version of theirs when it is theirs alone.

    Refused once a line has been recorded for it: what was asked then changes only by a re-score.
    """
    require(by, "run", round.event)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round.pk)
    if not divisions:
        raise invalid(divisions="Choose at least one grade.")
    if found := problems(round_, divisions, boxes):
        raise invalid(**found)
    if Submission.objects.filter(
        sheet__round=round_, sheet__entrant__player__division__in=divisions
    ).exists():
        raise Refused(
            "puzzle_in_use", "Lines have been recorded for this puzzle, so it can no longer be changed here."
        )
    puzzle = _puzzle_of(round_, divisions)
    last = puzzle.versions.order_by("number").last()
    stored = [box.export() for box in boxes]
    version = PuzzleVersion.objects.create(
        puzzle=puzzle, number=last.number + 1 if last else 1, boxes=stored, made_by=by
    )
    puzzle.active = version
    puzzle.save(update_fields=["active"])
    grades = sorted(division.grade for division in divisions)
    audit.record(
        round_.event, by, "puzzle.set", version, after={"round": round_.pk, "grades": grades, "boxes": stored}
    )
    return version


def _puzzle_of(round_: Round, divisions: list[Division]) -> Puzzle:
    """The puzzle these divisions, and no others, already share in the round, or a new one given to them."""
    held = DivisionPuzzle.objects.filter(round=round_, division__in=divisions).select_related("puzzle")
    shared = {entry.puzzle for entry in held}
    if len(shared) == 1:
        (puzzle,) = shared
        if puzzle.division_puzzles.count() == len(held) == len(divisions):
            return puzzle
    puzzle = Puzzle.objects.create(round=round_)
    held.delete()
    DivisionPuzzle.objects.bulk_create(
        DivisionPuzzle(round=round_, division=division, puzzle=puzzle) for division in divisions
    )
    return puzzle


@transaction.atomic
def apply_import(*, by: User, upload: Import) -> Plan:
    """Set every puzzle of a checked file, all or none."""
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    upload = Import.objects.select_for_update().get(pk=upload.pk)
    if upload.applied_at:
        raise Refused("applied", "This file has been imported already.")
    todo = plan(event, upload.filename, bytes(upload.content))
    if not todo.can_apply:
        raise Refused(
            "has_problems", "This file has problems; nothing was imported. Mend them and choose it again."
        )
    for paper in todo.papers:
        set(by=by, round=paper.round, divisions=list(paper.divisions), boxes=paper.boxes)
    upload.applied_at = timezone.now()
    upload.save(update_fields=["applied_at"])
    audit.record(event, by, "puzzles.imported", upload, after={"puzzles": len(todo.papers)})
    return todo
