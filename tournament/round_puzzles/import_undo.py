"""Undoing an import of puzzles: each grade gets back the question that it had."""

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..imports import actions as imports
from ..models import DivisionPuzzle, Event, Import, Puzzle, Round, Sheet, User
from ..web.permissions import require
from . import completeness

AskedVersions = dict[str, dict[str, list[int]]]  # {round: {division: [puzzle, active version]}}


def asked(rounds: Iterable[Round]) -> AskedVersions:
    """The puzzle of each grade in these rounds now, as ids."""
    questions: AskedVersions = {str(each.pk): {} for each in rounds}
    for entry in DivisionPuzzle.objects.filter(round__in=[int(pk) for pk in questions]).select_related(
        "puzzle__active"
    ):
        questions[str(entry.round_id)][str(entry.division_id)] = [entry.puzzle_id, entry.puzzle.version.pk]
    return questions


@transaction.atomic
def undo_import(*, by: User, upload: Import) -> Import:
    """Give each grade of an imported file the puzzle it had before, or none. The versions stay in the record. Refused
    if a round was opened, its sheets printed, or a puzzle changed since; the sentence says what."""
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "run", event)
    with imports.undoing(upload) as done:
        rounds = {str(each.pk): each for each in event.rounds.filter(pk__in=[int(pk) for pk in done["after"]])}
        if obstacles := [sentence for pk in done["after"] for sentence in _obstacles(rounds.get(pk), pk, done)]:
            raise imports.cannot_undo(obstacles)
        for pk, round_ in rounds.items():
            _give_back(round_, done["before"][pk])
    before = {"puzzles": sum(done["before"][pk] != done["after"][pk] for pk in rounds)}
    audit.record(event, by, "puzzles.import_undone", upload, before=before, about=list(rounds.values()))
    return upload


def _obstacles(round_: Round | None, pk: str, done: dict[str, Any]) -> list[str]:
    if round_ is None:
        return [_("A round of the file was removed since.")]
    if round_.status != Round.Status.PLANNED:
        return [_("%(round)s has been opened.") % {"round": round_.name}]
    moved = [int(each) for each, now in done["after"][pk].items() if done["before"][pk].get(each) != now]
    if completeness.in_hand(round_) & set(moved):
        return [_("Sheets of %(round)s have been typed.") % {"round": round_.name}]
    if Sheet.objects.filter(round=round_, printed_at__isnull=False).exists():
        return [_("Sheets of %(round)s have been printed.") % {"round": round_.name}]
    if asked([round_])[pk] != done["after"][pk]:
        return [_("A puzzle of %(round)s was changed since.") % {"round": round_.name}]
    return []


def _give_back(round_: Round, before: dict[str, list[int]]) -> None:
    DivisionPuzzle.objects.filter(round=round_).delete()
    DivisionPuzzle.objects.bulk_create(
        DivisionPuzzle(round=round_, division_id=int(division), puzzle_id=puzzle)
        for division, (puzzle, _active) in before.items()
    )
    for puzzle, active in before.values():
        Puzzle.objects.filter(pk=puzzle).update(active=active)
