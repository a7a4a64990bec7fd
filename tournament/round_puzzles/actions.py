"""The puzzles of a round and their versions."""

from fractions import Fraction

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from judging.games.paper import Box

from ..audit import trail as audit
from ..common import garbage_collection
from ..common.refusals import Refused, invalid
from ..imports import actions as imports
from ..models import Division, DivisionPuzzle, Event, Import, Puzzle, PuzzleVersion, Round, User
from ..web.permissions import require
from . import completeness, printed_questions
from .import_undo import asked
from .importer import PuzzlePlan, plan


@transaction.atomic
def assign(
    *, by: User, round_: Round, divisions: list[Division], boxes: tuple[Box, ...], printed: str = ""
) -> PuzzleVersion:
    """Give these divisions this puzzle: a new one, or a new version of a puzzle that only they share. The boxes of an
    earlier version put that version in force again.

    The same boxes again change nothing. Refused once a sheet is being typed: then only a re-score changes the puzzle.
    Refused while printed sheets show another question, unless `printed` says what becomes of them (NT-P-11): REPRINT,
    NOT_PRINTED or WRITTEN_OVER.
    """
    require(by, "run", round_.event)
    round_ = Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round_.pk)
    if not divisions:
        raise invalid(divisions=_("Choose at least one grade."))
    if round_.status == Round.Status.FINAL:
        raise Refused("round_final", _("%(round)s is final, so its puzzles stay as they are.") % {"round": round_.name})
    if problems := completeness.problems(round_, divisions, boxes):
        raise invalid(**problems)
    stored = [box.export() for box in boxes]
    puzzle = completeness.shared(round_, divisions)
    if puzzle and puzzle.version.boxes == stored:
        return puzzle.version
    if completeness.in_use(round_, divisions):
        raise Refused(
            "puzzle_in_use", _("Sheets have been typed for this puzzle, so it can no longer be changed here.")
        )
    printed_questions.decide(by, round_, divisions, stored, printed)
    number = _last_number(round_, divisions) + 1
    puzzle = puzzle or _new_puzzle(round_, divisions)
    version = puzzle.versions.filter(boxes=stored).first()
    if version is None:
        version = PuzzleVersion.objects.create(puzzle=puzzle, number=number, boxes=stored, made_by=by)
    puzzle.active = version
    puzzle.save(update_fields=["active"])
    if printed == printed_questions.WRITTEN_OVER:
        printed_questions.write_over(by, round_, divisions, version)
    grades = sorted(division.grade for division in divisions)
    after = {"round": round_.pk, "grades": grades, "boxes": stored}
    audit.record(round_.event, by, "puzzle.set", version, after=after, about=[round_])
    return version


def assign_numbers(
    *,
    by: User,
    round_: Round,
    grades: list[int],
    sets: list[list[int]],
    targets: list[Fraction] = [],  # noqa: B006 - never changed
    printed: str = "",
) -> PuzzleVersion:
    """Give these grades the question with these sets of numbers and these targets, as the format of the round lays them
    out on its sheet. Without targets it has the round's own. Refused if it does not fit the round."""
    require(by, "run", round_.event)
    divisions = list(round_.event.divisions.filter(grade__in=grades))
    if unknown := set(grades) - {each.grade for each in divisions}:
        raise invalid(grades=_("This event has no grade %(grade)s.") % {"grade": min(unknown)})
    if not divisions:
        raise invalid(grades=_("Choose at least one grade."))
    boxes = round_.rules.lay_out(round_.settings_for(divisions[0].grade), sets, targets)
    return assign(by=by, round_=round_, divisions=divisions, boxes=boxes, printed=printed)


def _last_number(round_: Round, divisions: list[Division]) -> int:
    """The highest number of a question that any of these divisions has had in the round."""
    held = PuzzleVersion.objects.filter(
        puzzle__division_puzzles__round=round_, puzzle__division_puzzles__division__in=divisions
    )
    return held.aggregate(last=Max("number"))["last"] or 0


def _new_puzzle(round_: Round, divisions: list[Division]) -> Puzzle:
    """A new puzzle for these divisions. Their earlier puzzles stay in the record."""
    puzzle = Puzzle.objects.create(round=round_)
    DivisionPuzzle.objects.filter(round=round_, division__in=divisions).delete()
    DivisionPuzzle.objects.bulk_create(
        DivisionPuzzle(round=round_, division=division, puzzle=puzzle) for division in divisions
    )
    return puzzle


@garbage_collection.paused()
def apply_import(
    *, by: User, upload: Import, shown: str = "", printed: str = "", anyway: str | bool = ""
) -> PuzzlePlan:
    """Set every puzzle of a checked file, all or none; refused when it would do other than the plan `shown`, and unless
    `anyway` if a question cannot be solved. `printed` as for `set`. Whether questions can be solved is worked out
    before anything is locked, and remembered."""
    require(by, "run", upload.event)
    changed = _(
        "Rounds or puzzles have changed since these rows were checked, so nothing was imported. The rows are checked"
        " again here: look at them, then import."
    )
    todo = imports.checked(upload, plan, shown, changed)
    return _set_all(by, upload, todo.fingerprint, changed, printed, bool(anyway))


@transaction.atomic
def _set_all(by: User, upload: Import, shown: str, changed: str, printed: str, anyway: bool) -> PuzzlePlan:
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    with imports.applying(upload, plan, shown, changed) as todo:
        if todo.unsolved and not anyway:
            sentence = _("Some questions cannot be solved. Look at them again, or tick the box to import them.")
            raise Refused("unsolved", sentence, status=400)
        rounds = {puzzle.round.pk: puzzle.round for puzzle in todo.puzzles}.values()
        before = asked(rounds)
        for puzzle in todo.puzzles:
            assign(by=by, round_=puzzle.round, divisions=list(puzzle.divisions), boxes=puzzle.boxes, printed=printed)
        todo.done = {"before": before, "after": asked(rounds)}
    about = [puzzle.round for puzzle in todo.puzzles]
    audit.record(event, by, "puzzles.imported", upload, after={"puzzles": len(todo.puzzles)}, about=about)
    return todo
