"""Disputes as they are read: who typed the sheet, which lines are disputed, and the list by weight."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import AuditEntry, Dispute, Event, Keying, Sheet, Submission
from .stakes import Stakes, stakes_of

STATES: dict[str, Promise] = {
    Dispute.State.OPEN: _("open"),
    Dispute.State.UPHELD: _("upheld"),
    Dispute.State.REJECTED: _("rejected"),
    Dispute.State.WITHDRAWN: _("withdrawn"),
}


def keyers(sheet: Sheet) -> QuerySet[Keying]:
    """The keyings that were handed in for the sheet; open ones and those put back do not count."""
    return sheet.keyings.exclude(state__in=[Keying.State.DROPPED, Keying.State.OPEN])


def lines_of(dispute: Dispute) -> list[Submission]:
    """The disputed line; every line of the sheet if the whole sheet is disputed or was typed again."""
    agreed = list(dispute.sheet.submissions.filter(keying__state=Keying.State.AGREED).order_by("box", "position"))
    return [line for line in agreed if line.pk == dispute.submission_id] or agreed


def all_of(event: Event) -> QuerySet[Dispute]:
    return Dispute.objects.filter(event=event).select_related(
        "event",
        "sheet__round__event",
        "sheet__entrant__division",
        "sheet__entrant__player__division",
        "sheet__entrant__player__team",
        "sheet__entrant__team",
        "submission__keying",
        "filed_by",
        "coach__team",
        "taken_by",
        "decided_by",
        "rescore",
    )


@dataclass(frozen=True)
class WeighedDispute:
    """An open dispute with what it can change."""

    dispute: Dispute
    stakes: Stakes

    @property
    def rank(self) -> tuple[int, int]:
        """Disputes that can change an award first, then in the order of filing (by id, not by the clock)."""
        return self.stakes.weight, self.dispute.pk


def open_disputes(event: Event) -> list[WeighedDispute]:
    """All open disputes of the event, the weightiest first."""
    disputes = list(all_of(event).filter(state=Dispute.State.OPEN))
    stakes = stakes_of(event, disputes)
    return sorted((WeighedDispute(each, stakes[each.pk]) for each in disputes), key=lambda each: each.rank)


def voices(disputes: Iterable[Dispute]) -> dict[int, list[str]]:
    """The statements that others added to each dispute, by the dispute's id."""
    disputes = list(disputes)
    if not disputes:
        return {}
    by_dispute: dict[int, list[str]] = {each.pk: [] for each in disputes}
    entries = AuditEntry.objects.filter(
        event_id__in={each.event_id for each in disputes}, verb="dispute.joined", subject_id__in=by_dispute
    )
    for entry in entries.order_by("number"):
        if entry.subject_id and entry.after:
            by_dispute[entry.subject_id].append(entry.after["statement"])
    return by_dispute
