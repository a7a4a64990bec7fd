"""Photos that a coach takes with a dispute."""

import hashlib
from functools import partial

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.files import picture_files
from ..common.refusals import Refused, invalid
from ..models import CoachLink, Dispute, DisputePicture
from ..scanning import BadScan, Picture, clean

PDF = b"%PDF-"


def read_photo(file: UploadedFile) -> Picture:
    """The photo as it is kept: small, upright, without metadata. Raises Refused with a sentence for the field
    `picture`."""
    data = file.read(limits.SCAN + 1)
    not_a_photo = _("“%(filename)s” is not a photo (JPEG, PNG, WEBP, HEIC).") % {"filename": file.name}
    if PDF in data[:1024]:
        raise invalid(picture=not_a_photo)
    try:
        (picture,) = clean(data, file.name or "")
    except BadScan as bad:
        if bad.code == "no_scan":
            raise invalid(picture=not_a_photo) from bad
        raise Refused("bad_photo", str(bad), status=bad.status, fields={"picture": str(bad)}) from bad
    return picture


def add(link: CoachLink, dispute: Dispute, picture: Picture, written: list[DisputePicture]) -> None:
    """Keep a coach's photo with a dispute, once. The caller has locked the dispute's round or the dispute."""
    digest = hashlib.sha256(picture.jpeg).hexdigest()
    held = dispute.pictures.filter(removed_at=None)
    if held.filter(digest=digest).exists():
        return
    if held.count() >= limits.PICTURES_DISPUTE:
        raise invalid(picture=_("A dispute has at most %(most)s photos.") % {"most": limits.PICTURES_DISPUTE})
    row = DisputePicture(
        dispute=dispute,
        coach=link,
        digest=digest,
        width=picture.width,
        height=picture.height,
        sent_at=timezone.now(),
    )
    picture_files.write(row, picture.jpeg, written)
    after = {"pictures": 1, "digests": [digest], "coach_link": link.pk}
    about = [dispute.sheet.round, dispute.sheet]
    audit.record(dispute.event, None, "dispute.picture", dispute, after=after, about=about)


def remove_all(dispute: Dispute) -> None:
    """Delete the photos of a dispute that is withdrawn; the rows stay. The caller has a transaction open."""
    for each in dispute.pictures.filter(removed_at=None):
        each.removed_at = timezone.now()
        each.save(update_fields=["removed_at"])
        transaction.on_commit(partial(picture_files.delete, each))
