"""Typed lines from a file: each sheet is handed in as if its lines had been typed on its page."""

import uuid

from django.db import transaction
from django.utils.translation import gettext as _

from ..importing.lines import Plan, Typed, plan
from ..models import Event, Import, User
from ..permissions import require
from . import audit, imports, keyings
from .refusals import Refused


@transaction.atomic
def apply_import(*, by: User, upload: Import, shown: str = "") -> Plan:
    """Hand in every sheet of a checked file, all or none; refused when it would do other than the plan `shown`.

    Each is one keying of hers: in a round that is keyed twice, one of the two blind readings.
    """
    event = Event.objects.select_for_update().get(pk=upload.event_id)
    require(by, "key", event)
    changed = _(
        "Sheets were typed since these rows were checked; nothing was imported. Look again, then import."
    )
    with imports.applying(upload, plan, shown, changed) as todo:
        for sheet in todo.sheets:
            _hand_in(by, upload, sheet)
    counts = {"sheets": len(todo.sheets), "lines": len(todo.rows)}
    audit.record(event, by, "lines.imported", upload, after=counts)
    return todo


def _hand_in(by: User, upload: Import, sheet: Typed) -> None:
    try:
        keying = keyings.open_sheet(by=by, round=sheet.round, entrant=sheet.entrant, number=sheet.number)
        if keying.drafts.exists():
            raise Refused("begun", _("You have begun to type this sheet. Finish it, or put it back first."))
        keyings.hand_in(by=by, keying=keying, lines=_lines(upload, sheet), channel="import")
    except Refused as refused:
        said = _("Sheet %(number)s: %(why)s Nothing was imported.")
        sentence = said % {"number": sheet.entrant.label, "why": refused.sentence}
        raise Refused(refused.code, sentence, status=refused.status) from refused


def _lines(upload: Import, sheet: Typed) -> list[keyings.Line]:
    """As the keying page would send them; the same file gives the same keys."""
    file = uuid.UUID(int=upload.pk)
    return [
        keyings.Line(uuid.uuid5(file, str(row.line)), row.box, at, row.given["line"], row.mark, revision=1)
        for at, row in enumerate(sheet.rows)
    ]
