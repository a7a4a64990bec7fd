"""Typed lines from a file: the whole file is checked, then the worker hands in one sheet after the other."""

import uuid

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..imports import actions as imports
from ..jobs import queue as jobs
from ..models import Import, ImportedSheet, Job, User
from ..web.permissions import require
from .importer import LinesPlan, SheetInFile, plan
from .queries import obstacles


def apply_import(*, by: User, upload: Import, shown: str = "") -> LinesPlan:
    """Have the worker hand in every sheet of a file. All are checked first, without a lock: refused if a row has a
    problem, if the file would do other than the plan `shown`, or if this person cannot type one of the sheets.

    Each is one keying by this person: in a round that is keyed twice, one of the two blind readings.
    """
    require(by, "key", upload.event)
    imports.refuse_applied(upload)
    changed = _("Sheets were typed after these rows were checked, so nothing was imported. Check again, then import.")
    todo = imports.checked(upload, plan, shown, changed)
    in_the_way = obstacles(todo.sheets, by)
    if sheet := next((each for each in todo.sheets if each.place in in_the_way), None):
        message = _("Sheet %(number)s: %(why)s Nothing was imported.")
        raise Refused("not_by_you", message % {"number": sheet.entrant.label, "why": in_the_way[sheet.place]})
    _begin(by, upload, todo, changed)
    return todo


@transaction.atomic
def _begin(by: User, upload: Import, todo: LinesPlan, changed: str) -> None:
    held = imports.waiting(upload)
    if (held.corrections, held.left_out) != (upload.corrections, upload.left_out):
        raise Refused("changed_meanwhile", changed)
    held.applied_at, held.applied_by = timezone.now(), by
    held.save(update_fields=["applied_at", "applied_by"])
    ImportedSheet.objects.bulk_create(
        ImportedSheet(
            upload=held, round=each.round, entrant=each.entrant, number=each.number, lines=_lines(upload, each)
        )
        for each in todo.sheets
    )
    jobs.ensure(Job.HAND_IN_LINES, held.pk)


def _lines(upload: Import, sheet: SheetInFile) -> list[list]:
    """The same file gives the same keys."""
    file = uuid.UUID(int=upload.pk)
    return [[str(uuid.uuid5(file, str(row.line))), row.box, row.given["line"], row.mark] for row in sheet.rows]


@transaction.atomic
def go_on(*, by: User, upload: Import) -> None:
    """Have the worker try again with the sheets that are not in. They count as typed by this person."""
    require(by, "key", upload.event)
    left = upload.sheets.filter(handed_in_at=None)
    Import.objects.select_for_update().get(pk=upload.pk)
    if left.update(refused=""):
        Import.objects.filter(pk=upload.pk).update(applied_by=by, done=None)
        jobs.ensure(Job.HAND_IN_LINES, upload.pk)
