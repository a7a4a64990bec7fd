"""Attaching and deleting pictures of sheets. A file is kept only if its row is committed."""

import hashlib
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.files import picture_files
from ..common.refusals import Refused
from ..models import Dispute, Scan, Sheet, User
from ..roster.relations import refuse_related
from ..scanning import Picture
from ..web.permissions import capabilities, require


class Attached(NamedTuple):
    """The stored pictures, and how many of them are new."""

    scans: list[Scan]
    new: int


def attach(*, by: User, sheet: Sheet, pictures: Sequence[Picture]) -> Attached:
    """Attach pictures of the sheet's pages, cleaned by `scanning.clean`. The same picture is kept once."""
    return picture_files.keeping(partial(_attach, by, sheet, pictures))


def _attach(by: User, sheet: Sheet, pictures: Sequence[Picture], written: list[Scan]) -> Attached:
    event = sheet.round.event
    require(by, "custody", event)
    sheets = Sheet.objects.select_for_update(of=("self",)).select_related("round__event", "entrant__player")
    sheet = sheets.get(pk=sheet.pk)
    _refuse_if_related(by, event, sheet)
    hanging = {scan.digest: scan for scan in sheet.scans.filter(removed_at__isnull=True)}
    coming = {hashlib.sha256(picture.jpeg).hexdigest(): picture for picture in pictures}
    new = {digest: picture for digest, picture in coming.items() if digest not in hanging}
    if len(hanging) + len(new) > limits.PICTURES_SHEET:
        sentence = _("A sheet has at most %(most)s pictures. Remove some first.")
        raise Refused("too_many", sentence % {"most": limits.PICTURES_SHEET})
    for digest, picture in new.items():
        hanging[digest] = _keep(by, sheet, digest, picture, written)
    if new:
        after = {"pictures": len(new), "digests": list(new)}
        audit.record_of_sheet(sheet, by, "scan.attached", after=after)
    return Attached([hanging[digest] for digest in coming], len(new))


def _refuse_if_related(by: User, event, sheet: Sheet) -> None:
    if sheet.entrant and "desk" not in capabilities(by, event):
        sentence = _("You are marked as related to %(who)s, so somebody else must send this picture.")
        refuse_related(by, event, [sheet.entrant.pk], sentence)


def _keep(by: User, sheet: Sheet, digest: str, picture: Picture, written: list[Scan]) -> Scan:
    scan = Scan(
        sheet=sheet,
        digest=digest,
        width=picture.width,
        height=picture.height,
        uploaded_by=by,
        uploaded_at=timezone.now(),
    )
    picture_files.write(scan, picture.jpeg, written)
    return scan


@transaction.atomic
def remove(*, by: User, scan: Scan, why: str = "") -> bool:
    """Delete a picture's file; its row stays. Organisers may, and the person who sent it unless the sheet is disputed.
    False if it was already deleted."""
    event = scan.sheet.round.event
    require(by, "custody", event)
    scan = Scan.objects.select_for_update(of=("self",)).select_related("sheet__round__event").get(pk=scan.pk)
    if scan.removed_at:
        return False
    if "run" not in capabilities(by, event):
        _refuse_unless_sender(by, scan)
    scan.removed_at = timezone.now()
    scan.save(update_fields=["removed_at"])
    audit.record_of_sheet(scan.sheet, by, "scan.removed", before={"digest": scan.digest}, why=why.strip())
    transaction.on_commit(partial(picture_files.delete, scan))
    return True


def _refuse_unless_sender(by: User, scan: Scan) -> None:
    if scan.uploaded_by_id != by.pk:
        sentence = _("Only an organiser or the person who sent it can delete a picture.")
        raise Refused("not_yours", sentence, status=403)
    if scan.sheet.disputes.filter(state=Dispute.State.OPEN).exists():
        raise Refused("disputed", _("The sheet is in dispute, so only an organiser can delete its pictures."))
