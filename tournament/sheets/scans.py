"""Who may see the picture of a sheet."""

from ..models import DisputePicture, Keying, Scan, Sheet, User
from ..roster.relations import is_related


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
