"""Why a sheet of a file cannot be handed in now; how far the worker is with a file, and which of its sheets are in."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from django.db.models import Count, Exists, OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _, gettext_lazy

from ..double_keying.slots import free_slot, this_turn
from ..jobs import heartbeat
from ..models import DraftLine, Entrant, Import, ImportedSheet, Job, Keying, Round, Sheet, User
from ..roster.relations import relatives

SheetPlace = tuple[int, int, int]  # round, entrant, number of the sheet
BEGUN = gettext_lazy("You have begun to type this sheet. Finish it, or put it back first.")


class SheetToType(Protocol):
    """A sheet to type; it may have no row yet."""

    @property
    def round(self) -> Round: ...
    @property
    def entrant(self) -> Entrant: ...
    @property
    def place(self) -> SheetPlace: ...


def not_marked(round_: Round) -> str:
    """The sentence that no sheet of the round can be typed now; empty if it can."""
    if round_.takes_keying:
        return ""
    return _("%(round)s is not being marked, so its sheets cannot be typed now.") % {"round": round_.name}


def obstacles(sheets: Collection[SheetToType], user: User | None = None) -> dict[SheetPlace, str]:
    """{sheet: sentence} for the sheets that cannot be handed in now, by this person or, without `user`, by anybody."""
    if not sheets:
        return {}
    papers = Sheet.objects.filter(
        round__in={each.round.pk for each in sheets}, entrant__in={each.entrant.pk for each in sheets}
    )
    known = {(each.round_id, each.entrant_id, each.number): each for each in papers}
    keyings: dict[int, list[Keying]] = defaultdict(list)
    for keying in this_turn(papers).annotate(begun=Exists(DraftLine.objects.filter(keying=OuterRef("pk")))):
        keyings[keying.sheet_id].append(keying)
    related = relatives(user, next(iter(sheets)).round.event) if user else set()
    reasons = {}
    for sheet in sheets:
        paper = known.get(sheet.place)
        why = _("You are marked as related to this player or team.") if sheet.entrant.pk in related else ""
        why = why or not_marked(sheet.round)
        if not why and paper:
            why = _of_paper(paper, sheet.round, keyings[paper.pk], user)
        if why:
            reasons[sheet.place] = why
    return reasons


def _of_paper(paper: Sheet, round_: Round, keyings: list, user: User | None) -> str:
    if paper.spoilt_at:
        return _("This sheet is spoilt: nothing on it counts.")
    if any(each.state in Keying.DONE for each in keyings):
        return _("This sheet has been typed already.")
    own = next((each for each in keyings if user and each.keyer_id == user.pk), None)
    if own and own.state != Keying.State.OPEN:
        return _("You have typed this sheet. Another person must type it the second time.")
    if own:
        return str(BEGUN) if own.begun else ""
    if free_slot(keyings, blind=round_.is_blind, user_id=0) is None:
        return _("Somebody is typing this sheet just now.")
    return ""


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
