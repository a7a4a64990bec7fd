"""Disputes as they are read: whom they are too close to, what they speak of, and the list in the order of its weight."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from ..models import AuditEntry, Dispute, Event, Keying, Round, Sheet, Submission
from .reach import Reach, reach_of

STATES: dict[str, Promise] = {
    Dispute.State.OPEN: _("open"),
    Dispute.State.UPHELD: _("upheld"),
    Dispute.State.REJECTED: _("rejected"),
    Dispute.State.WITHDRAWN: _("withdrawn"),
}


def keyers(sheet: Sheet) -> QuerySet[Keying]:
    """The keyings that say what the sheet counts for, by whoever typed them; what was put back counts for nothing."""
    return sheet.keyings.exclude(state__in=[Keying.State.DROPPED, Keying.State.OPEN])


def lines_of(dispute: Dispute) -> list[Submission]:
    """What is in dispute: its line or, where it speaks of the sheet or the sheet was typed anew, every line there."""
    agreed = list(
        dispute.sheet.submissions.filter(keying__state=Keying.State.AGREED).order_by("box", "position")
    )
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
    )


@dataclass(frozen=True)
class Weighed:
    """An open dispute with what it can change."""

    dispute: Dispute
    reach: Reach

    @property
    def rank(self) -> tuple[int, int]:
        """What can change an award first, then in the order of filing, which no clock says."""
        return self.reach.weight, self.dispute.pk


def open_disputes(event: Event) -> list[Weighed]:
    """All open ones, the weightiest first, in a number of queries that does not grow with them."""
    found = list(all_of(event).filter(state=Dispute.State.OPEN))
    reaches = reach_of(event, found)
    return sorted((Weighed(each, reaches[each.pk]) for each in found), key=lambda each: each.rank)


def count_open(event: Event, round_: Round | None = None) -> int:
    found = Dispute.objects.filter(event=event, state=Dispute.State.OPEN)
    return (found.filter(sheet__round=round_) if round_ else found).count()


def voices(disputes: Iterable[Dispute]) -> dict[int, list[str]]:
    """What others said who disputed the same while it was open, by the dispute's id."""
    disputes = list(disputes)
    if not disputes:
        return {}
    found: dict[int, list[str]] = {each.pk: [] for each in disputes}
    entries = AuditEntry.objects.filter(
        event_id__in={each.event_id for each in disputes}, verb="dispute.joined", subject_id__in=found
    )
    for entry in entries.order_by("number"):
        found[entry.subject_id].append(entry.after["statement"])
    return found
