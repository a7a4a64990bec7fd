"""What is asked: puzzles and their versions."""

from django.db import transaction
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..importing.puzzles import Plan, plan
from ..models import Division, DivisionPuzzle, Event, Import, Puzzle, PuzzleVersion, Round, User
from ..permissions import require
from ..record import asked
from . import audit, imports
from .refusals import Refused, invalid


@transaction.atomic
def set(*, by: User, round: Round, divisions: list[Division], boxes: tuple[Box, ...]) -> PuzzleVersion:
    """Ask these divisions this puzzle: a new one, or a new version of theirs when it is theirs alone.

    The same boxes again change nothing. Refused once a sheet is being typed for it: what was asked then changes
    only by a re-score.
    """
    require(by, "run", round.event)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round.pk)
    if not divisions:
        raise invalid(divisions=_("Choose at least one grade."))
    if round_.status == Round.Status.FINAL:
        raise Refused(
            "round_final", _("%(round)s is final, so its puzzles stay as they are.") % {"round": round_.name}
        )
    if found := asked.problems(round_, divisions, boxes):
        raise invalid(**found)
    stored = [box.export() for box in boxes]
    puzzle = asked.shared(round_, divisions)
    if puzzle and puzzle.active and puzzle.active.boxes == stored:
        return puzzle.version
    if asked.in_use(round_, divisions):
        raise Refused(
            "puzzle_in_use", _("Sheets have been typed for this puzzle, so it can no longer be changed here.")
        )
    version = _new_version(puzzle or _new_puzzle(round_, divisions), stored, by)
    grades = sorted(division.grade for division in divisions)
    after = {"round": round_.pk, "grades": grades, "boxes": stored}
    audit.record(round_.event, by, "puzzle.set", version, after=after, about=[round_])
    return version


def _new_version(puzzle: Puzzle, stored: list[dict], by: User) -> PuzzleVersion:
    last = puzzle.versions.order_by("number").last()
    version = PuzzleVersion.objects.create(
        puzzle=puzzle, number=last.number + 1 if last else 1, boxes=stored, made_by=by
    )
    puzzle.active = version
    puzzle.save(update_fields=["active"])
    return version


def _new_puzzle(round_: Round, divisions: list[Division]) -> Puzzle:
    """A puzzle given to these divisions in place of whatever they had. Earlier puzzles stay in the record."""
    puzzle = Puzzle.objects.create(round=round_)
    DivisionPuzzle.objects.filter(round=round_, division__in=divisions).delete()
    DivisionPuzzle.objects.bulk_create(
        DivisionPuzzle(round=round_, division=division, puzzle=puzzle) for division in divisions
    )
    return puzzle


@transaction.atomic
def apply_import(*, by: User, upload: Import, shown: str = "") -> Plan:
    """Set every puzzle of a checked file, all or none; refused when it would do other than the plan `shown`."""
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    changed = _(
        "Rounds or puzzles have changed since these rows were checked; nothing was imported. "
        "They are checked anew here: look again, then import."
    )
    with imports.applying(upload, plan, shown, changed) as todo:
        for paper in todo.papers:
            set(by=by, round=paper.round, divisions=list(paper.divisions), boxes=paper.boxes)
    about = [paper.round for paper in todo.papers]
    audit.record(event, by, "puzzles.imported", upload, after={"puzzles": len(todo.papers)}, about=about)
    return todo
