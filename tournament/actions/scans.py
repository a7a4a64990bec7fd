"""Pictures of sheets: attached, and taken away again. A file is kept only with its row, which only a commit keeps."""

import hashlib
import logging
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from django.core.files.base import ContentFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Dispute, Scan, Sheet, User
from ..permissions import capabilities, require
from ..record.relations import is_related
from ..scanning import Picture
from . import audit
from .refusals import Refused

MOST_PICTURES = 20

log = logging.getLogger(__name__)


class Attached(NamedTuple):
    """The pictures as they are kept, and how many of them were not there before."""

    scans: list[Scan]
    new: int


def attach(*, by: User, sheet: Sheet, pictures: Sequence[Picture]) -> Attached:
    """Pictures of the sheet's pages, cleaned by `scanning.clean`. One that hangs there already is not kept twice."""
    written: list[Scan] = []
    try:
        with transaction.atomic():
            return _attach(by, sheet, pictures, written)
    except BaseException:  # whatever ended the transaction, its files must not stay
        for scan in written:
            _delete(scan)
        raise


def _attach(by: User, sheet: Sheet, pictures: Sequence[Picture], written: list[Scan]) -> Attached:
    event = sheet.round.event
    require(by, "custody", event)
    sheet = Sheet.objects.select_for_update(of=("self",)).select_related("entrant__player").get(pk=sheet.pk)
    _not_of_ones_own(by, event, sheet)
    hanging = {scan.digest: scan for scan in sheet.scans.filter(removed_at__isnull=True)}
    coming = {hashlib.sha256(picture.jpeg).hexdigest(): picture for picture in pictures}
    new = {digest: picture for digest, picture in coming.items() if digest not in hanging}
    if len(hanging) + len(new) > MOST_PICTURES:
        said = _("A sheet has at most %(most)s pictures. Remove some first.")
        raise Refused("too_many", said % {"most": MOST_PICTURES})
    for digest, picture in new.items():
        hanging[digest] = _keep(by, sheet, digest, picture, written)
    if new:
        after = {"pictures": len(new), "digests": list(new)}
        audit.record(event, by, "scan.attached", sheet, after=after, about=[sheet.round])
    return Attached([hanging[digest] for digest in coming], len(new))


def _not_of_ones_own(by: User, event, sheet: Sheet) -> None:
    if sheet.entrant and "desk" not in capabilities(by, event) and is_related(by, sheet.entrant):
        said = _("You are marked as related to %(who)s, so somebody else takes this picture.")
        raise Refused("related", said % {"who": sheet.entrant.label}, status=403)


def _keep(by: User, sheet: Sheet, digest: str, picture: Picture, written: list[Scan]) -> Scan:
    scan = Scan(
        sheet=sheet,
        digest=digest,
        width=picture.width,
        height=picture.height,
        uploaded_by=by,
        uploaded_at=timezone.now(),
    )
    written.append(scan)
    scan.file.save(f"{uuid.uuid4().hex}.jpg", ContentFile(picture.jpeg), save=False)
    scan.save()
    return scan


@transaction.atomic
def remove(*, by: User, scan: Scan, why: str = "") -> bool:
    """Take a picture away: its file is deleted, that it was there stays on record. Organisers may, and whoever sent it
    while nobody disputes the sheet. False where it was gone already."""
    event = scan.sheet.round.event
    require(by, "custody", event)
    scan = Scan.objects.select_for_update(of=("self",)).select_related("sheet__round__event").get(pk=scan.pk)
    if scan.removed_at:
        return False
    if "run" not in capabilities(by, event):
        _may_take_away(by, scan)
    scan.removed_at = timezone.now()
    scan.save(update_fields=["removed_at"])
    audit.record(
        event,
        by,
        "scan.removed",
        scan.sheet,
        before={"digest": scan.digest},
        why=why.strip(),
        about=[scan.sheet.round],
    )
    transaction.on_commit(lambda: _delete(scan))
    return True


def _may_take_away(by: User, scan: Scan) -> None:
    if scan.uploaded_by_id != by.pk:
        said = _("Only an organiser, or whoever sent it, takes a picture away.")
        raise Refused("not_yours", said, status=403)
    if scan.sheet.disputes.filter(state=Dispute.State.OPEN).exists():
        raise Refused("disputed", _("The sheet is in dispute, so only an organiser takes a picture away."))


def _delete(scan: Scan) -> None:
    if not scan.file.name:
        return
    try:
        scan.file.storage.delete(scan.file.name)
    except OSError:
        log.exception("the picture %s could not be deleted", scan.file.name)
