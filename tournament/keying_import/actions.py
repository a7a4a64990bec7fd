"""Typed lines from a file: each sheet is handed in as if its lines had been typed on its page."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..imports import actions as imports
from ..keying import actions as keyings
from ..models import Event, Import, User
from ..web.permissions import require
from .importer import LinesPlan, SheetInFile, plan


@transaction.atomic
def apply_import(*, by: User, upload: Import, shown: str = "") -> LinesPlan:
    """Hand in every sheet of a checked file, all or none; refused when it would do other than the plan `shown`.

    Each is one keying by this person: in a round that is keyed twice, one of the two blind readings.
    """
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "key", event)
    changed = _("Sheets were typed after these rows were checked, so nothing was imported. Check again, then import.")
    with imports.applying(upload, plan, shown, changed) as todo:
        for sheet in todo.sheets:
            _hand_in(by, upload, sheet)
    counts = {"sheets": len(todo.sheets), "lines": len(todo.rows)}
    audit.record(event, by, "lines.imported", upload, after=counts)
    return todo


def _hand_in(by: User, upload: Import, sheet: SheetInFile) -> None:
    try:
        keying = keyings.open_sheet(by=by, round=sheet.round, entrant=sheet.entrant, number=sheet.number)
        if keying.drafts.exists():
            raise Refused("begun", _("You have begun to type this sheet. Finish it, or put it back first."))
        keyings.hand_in(by=by, keying=keying, lines=_lines(upload, sheet), channel="import")
    except Refused as refused:
        said = _("Sheet %(number)s: %(why)s Nothing was imported.")
        sentence = said % {"number": sheet.entrant.label, "why": refused.sentence}
        raise Refused(refused.code, sentence, status=refused.status) from refused


def _lines(upload: Import, sheet: SheetInFile) -> list[keyings.TypedLine]:
    """As the keying page would send them; the same file gives the same keys."""
    file = uuid.UUID(int=upload.pk)
    return [
        keyings.TypedLine(uuid.uuid5(file, str(row.line)), row.box, at, row.given["line"], row.mark, revision=1)
        for at, row in enumerate(sheet.rows)
    ]
