"""Who may see the picture of a sheet."""

from django.http import FileResponse, Http404

from ..models import DisputePicture, Keying, Scan, Sheet, User
from ..roster.relations import is_related
from ..web.content_security import ONLY_A_PICTURE


def visible(user: User, able: frozenset[str], sheet: Sheet) -> list[Scan]:
    """The sheet's pictures that this person may see, oldest first.

    Organisers and judges see all; the person typing the sheet sees all while it is open; others see the pictures they
    sent. A helper who is related to the player sees none.
    """
    hanging = sheet.scans.filter(removed_at__isnull=True).select_related("uploaded_by")
    if "desk" in able:
        return list(hanging)
    if "custody" not in able or (sheet.entrant and is_related(user, sheet.entrant)):
        return []
    if sheet.keyings.filter(keyer=user, state=Keying.State.OPEN).exists():
        return list(hanging)
    return list(hanging.filter(uploaded_by=user))


def may_see(user: User, able: frozenset[str], scan: Scan) -> bool:
    return any(each.pk == scan.pk for each in visible(user, able, scan.sheet))


def file_exists(scan: Scan | DisputePicture) -> bool:
    """Whether the picture's file is on the disk."""
    return scan.file.name is not None and scan.file.storage.exists(scan.file.name)


def as_file(picture: Scan | DisputePicture, filename: str = "") -> FileResponse:
    """The picture to show. 404 if its file is missing."""
    if not file_exists(picture):
        raise Http404
    return FileResponse(picture.file.open("rb"), filename=filename, content_type="image/jpeg", headers=ONLY_A_PICTURE)
