"""Files kept between their dry run and their import, corrected in between, and undone afterwards."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from ..common import limits
from ..common.line_text import has_control
from ..common.refusals import Refused, invalid
from ..models import Event, Import, User
from ..web.permissions import require
from . import table_reader
from .kinds import kinds
from .plan import ImportPlan

P = TypeVar("P", bound=ImportPlan)

LONGEST_CELL = limits.CELL


def keep(*, by: User, event: Event, kind: str, filename: str, content: bytes) -> Import:
    """Keep a file and what was parsed from it, so that what is imported later is what was checked. Not audited: it
    decides nothing. No transaction is open while the file is parsed. Refused if it cannot be read."""
    require(by, kinds()[kind].needs, event)
    try:
        table = table_reader.parse(filename, content)
    except table_reader.UnreadableFile as error:
        if error.busy:
            raise Refused("busy", str(error), status=503, fields={"file": str(error)}) from error
        raise invalid(file=str(error)) from error
    return _store(by, event, kind, filename, content, table)


def keep_rows(
    *, by: User, event: Event, kind: str, columns: Sequence[str], rows: Iterable[Sequence[str]], filename: str
) -> Import:
    """Keep rows that a program has sent, as if they had come in a file with these columns."""
    require(by, kinds()[kind].needs, event)
    table = {"rows": [[at, list(row)] for at, row in enumerate([columns, *rows], start=1)], "notes": []}
    return _store(by, event, kind, filename, b"", table)


def _store(by: User, event: Event, kind: str, filename: str, content: bytes, table: dict) -> Import:
    return Import.objects.create(
        event=event,
        kind=kind,
        filename=filename[-200:],
        content=content,
        table=table,
        uploaded_by=by,
        uploaded_at=timezone.now(),
    )


def delete_old() -> int:
    """Delete files that are older than IMPORT_DAYS: they have names in them, and what came of them is in the record.
    Returns how many. Not audited: the trail keeps who imported what."""
    old = Import.objects.filter(uploaded_at__lt=timezone.now() - timedelta(days=settings.IMPORT_DAYS))
    return (
        old.delete()[1].get(Import._meta.label, 0) if old.exists() else 0
    )  # most of the time there is none, and no lock is needed


def table_of(upload: Import) -> table_reader.FileTable:
    """The rows of a kept file, with its corrections."""
    return table_reader.table_of(upload.table, upload.corrections, upload.left_out)


@transaction.atomic
def correct(
    *,
    by: User,
    upload: Import,
    cells: Mapping[int, Mapping[str, str]],
    leave_out: Collection[int] = (),
    put_back: Collection[int] = (),
) -> Import:
    """Correct cells, {line: {column: text}}, leave rows out or put them back. The file stays as it was sent. Not
    audited: it decides nothing until the rows are imported."""
    require(by, kinds()[upload.kind].needs, upload.event)
    upload = waiting(upload)
    lines = {row[0] for row in upload.table["rows"][1:]}
    for line, texts in cells.items():
        _check_cells(line, texts)
        if line in lines:
            upload.corrections.setdefault(str(line), {}).update(texts)
    upload.left_out = sorted(({*upload.left_out, *leave_out} & lines) - {*put_back})
    upload.save(update_fields=["corrections", "left_out"])
    return upload


def _check_cells(line: int, texts: Mapping[str, str]) -> None:
    for text in texts.values():
        if len(text) > LONGEST_CELL:
            message = _("Line %(line)s: a cell has at most %(most)s characters.")
            raise Refused("cell_too_long", message % {"line": line, "most": LONGEST_CELL}, status=400)
        if has_control(text):
            message = _("Line %(line)s: a cell has an invisible character in it. Delete it and type the cell again.")
            raise Refused("cell_unseen", message % {"line": line}, status=400)


def waiting(upload: Import) -> Import:
    """The file, locked. Raises Refused if it was imported."""
    upload = Import.objects.select_for_update(of=("self",)).select_related("event").get(pk=upload.pk)
    refuse_applied(upload)
    return upload


def refuse_applied(upload: Import) -> None:
    if upload.applied_at:
        raise Refused("applied", _("This file was already imported. It was not imported again."))


@contextmanager
def applying(
    upload: Import, make: Callable[[Event, table_reader.FileTable], P], shown: str, changed: str
) -> Iterator[P]:
    """Yield the plan of the kept file; when the block ends, the file is marked as imported, with what the block put in
    the plan's `done`. The caller must lock what the plan reads. Refused if the file was already imported, and as
    `checked` does."""
    upload = waiting(upload)
    plan = checked(upload, make, shown, changed)
    yield plan
    upload.applied_at, upload.done = timezone.now(), plan.done
    upload.save(update_fields=["applied_at", "done"])


def checked(upload: Import, make: Callable[[Event, table_reader.FileTable], P], shown: str, changed: str) -> P:
    """The plan of the kept file. Refused if it was imported, has problems or no longer matches the fingerprint `shown`;
    `changed` is the sentence for that."""
    refuse_applied(upload)
    plan = make(upload.event, table_of(upload))
    if not plan.can_apply:
        raise Refused(
            "has_problems",
            _("This file has problems, so nothing was imported. Correct the rows, or leave them out."),
        )
    if shown and shown != plan.fingerprint:
        raise Refused("changed_meanwhile", changed)
    return plan


@contextmanager
def undoing(upload: Import) -> Iterator[dict[str, Any]]:
    """Yield what the import wrote; when the block ends, the file waits to be imported again. Refused if it is not
    imported. The caller must lock what the import wrote, and refuse if something hangs on it."""
    upload = Import.objects.select_for_update().get(pk=upload.pk)
    if not upload.applied_at or upload.done is None:
        raise Refused("not_applied", _("This import was already undone."))
    yield upload.done
    upload.applied_at = upload.done = None
    upload.save(update_fields=["applied_at", "done"])


def cannot_undo(sentences: list[str]) -> Refused:
    """The refusal of an undo, with what hangs on the import; the first few of many."""
    message = _("This import can no longer be undone. %(reasons)s")
    shown = sentences[:5]
    if len(sentences) > len(shown):
        more = len(sentences) - len(shown)
        shown.append(ngettext("And %(count)s more.", "And %(count)s more.", more) % {"count": more})
    return Refused("hangs", message % {"reasons": " ".join(shown)})
