"""How far the worker is with a file of lines, and which of its sheets are in."""

from dataclasses import dataclass

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from ..jobs import heartbeat
from ..models import Import, ImportedSheet, Job, Round, User
from .obstacles import obstacles

REFUSED: dict[str, Promise] = {
    "archived": gettext_lazy("The event was archived."),
    "not_allowed": gettext_lazy("The person who imported the file could no longer type sheets."),
}


@dataclass(frozen=True)
class FileProgress:
    """`handed_in` of the `total` sheets are in, and the worker has not come to the `left` ones. `has_failed`: it has
    tried in vain as often as it does."""

    total: int
    handed_in: int
    left: int
    has_failed: bool
    is_worker_missing: bool

    @property
    def is_going_on(self) -> bool:
        return bool(self.left) and not self.has_failed

    @property
    def come_to(self) -> int:
        return self.total - self.left

    @property
    def not_in(self) -> int:
        return self.total - self.handed_in


@dataclass(frozen=True)
class SheetGroup:
    """Sheets of a round by what stands on them. `why` they are not in."""

    round: Round
    why: str
    labels: list[str]


def progress(upload: Import) -> FileProgress:
    counts = upload.sheets.aggregate(
        total=Count("pk"),
        handed_in=Count("handed_in_at"),
        left=Count("pk", filter=Q(handed_in_at=None, refused="")),
    )
    last = Job.objects.filter(kind=Job.HAND_IN_LINES, subject=upload.pk).order_by("pk").last()
    has_failed = bool(counts["left"] and last and last.state == Job.State.FAILED)
    return FileProgress(**counts, has_failed=has_failed, is_worker_missing=heartbeat.is_worker_missing())


def groups(upload: Import, user: User) -> tuple[list[SheetGroup], list[SheetGroup]]:
    """The file's sheets that are in and those that are not, as this person would hand them in."""
    rows = upload.sheets.select_related("round__event", "entrant__player", "entrant__team").defer("lines")
    sheets = list(rows.order_by("round__position", "pk"))
    in_the_way = obstacles([each for each in sheets if not each.handed_in_at], user)
    by_reason: dict[tuple, SheetGroup] = {}
    for sheet in sheets:
        why = "" if sheet.handed_in_at else in_the_way.get(sheet.place) or _why(sheet)
        group = by_reason.setdefault((sheet.round_id, why), SheetGroup(sheet.round, why, []))
        group.labels.append(f"{sheet.entrant.label} ({sheet.number})" if sheet.number > 1 else sheet.entrant.label)
    return [each for each in by_reason.values() if not each.why], [each for each in by_reason.values() if each.why]


def _why(sheet: ImportedSheet) -> str:
    if not sheet.refused:
        return _("The worker has not come to it yet.")
    return str(REFUSED.get(sheet.refused) or _("It was refused when its turn came. Try again, or type it on its page."))
