"""The worker's part: hands in the sheets of a file one after the other, each in a transaction of its own.

A job works for a moment and is followed by another, so that a killed worker loses one sheet at most. Whether a sheet is
in stands in its row, which is written together with its lines: nothing is handed in twice. A sheet that is refused
stays behind with the code of the reason, and the others go on.
"""

import logging
import uuid
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from time import monotonic, sleep, thread_time

from django.db import transaction
from django.utils import timezone

from ..audit import trail as audit
from ..common.refusals import Refused
from ..jobs import queue as jobs
from ..keying import actions as keyings
from ..models import Import, ImportedSheet, Job, User
from ..web.permissions import NotAllowed
from .queries import BEGUN

AT_MOST = 0.5  # seconds of processor time of one job, so that other sheets never wait long for their verdicts

log = logging.getLogger(__name__)


def hand_in_some(uploads: Collection[int], attempt: int) -> None:
    """Hand in sheets of these files for a moment. The last attempt passes over a sheet on which the program fails."""
    for upload in Import.objects.filter(pk__in=uploads).select_related("applied_by").only("applied_by"):
        end = thread_time() + AT_MOST
        while upload.applied_by and (sheet := upload.sheets.waiting().first()):
            _try(upload.applied_by, sheet, is_last=attempt >= jobs.MOST_ATTEMPTS)
            if thread_time() >= end:
                break


def _try(by: User, sheet: ImportedSheet, is_last: bool) -> None:
    try:
        _hand_in(by, sheet)
        return
    except Refused as refused:
        code = refused.code
    except NotAllowed:
        code = "not_allowed"
    except Exception:
        if not is_last:
            raise
        log.exception("sheet %s of file %s failed", sheet.pk, sheet.upload_id)
        code = "failed"
    ImportedSheet.objects.waiting().filter(pk=sheet.pk).update(refused=code)


@contextmanager
def _in_turn() -> Iterator[None]:
    """A transaction, then a pause of the same length: SQLite has one lock and no queue, and typists need it too."""
    began = monotonic()
    try:
        with transaction.atomic():
            began = monotonic()  # not how long we waited for the lock
            yield
    finally:
        sleep(monotonic() - began)


@_in_turn()
def _hand_in(by: User, sheet: ImportedSheet) -> None:
    waiting = ImportedSheet.objects.waiting().select_for_update(of=("self",))
    locked = waiting.select_related("round__event", "entrant").filter(pk=sheet.pk).first()
    if locked is None:
        return
    keying = keyings.open_sheet(by=by, round_=locked.round, entrant=locked.entrant, number=locked.number)
    if keying.drafts.exists():
        raise Refused("begun", str(BEGUN))
    lines = [
        keyings.TypedLine(uuid.UUID(key), box, at, text, mark, revision=1)
        for at, (key, box, text, mark) in enumerate(locked.lines)
    ]
    keyings.hand_in(by=by, keying=keying, lines=lines, channel="import")
    locked.handed_in_at = timezone.now()
    locked.save(update_fields=["handed_in_at"])


def go_on(uploads: Collection[int]) -> None:
    """Start a job for the sheets that are left, or record in the audit trail that the file is done."""
    held = Import.objects.select_for_update(of=("self",)).select_related("event", "applied_by")
    for upload in held.defer("content", "table").filter(pk__in=list(uploads), done__isnull=True):
        if upload.sheets.waiting().exists():
            jobs.ensure(Job.HAND_IN_LINES, upload.pk)
            continue
        done = upload.sheets.exclude(handed_in_at=None).values_list("lines", flat=True)
        upload.done = {"sheets": len(done), "lines": sum(map(len, done))}
        upload.save(update_fields=["done"])
        audit.record(upload.event, upload.applied_by, "lines.imported", upload, after=upload.done)
