"""When the lines of a round may be disputed: opened by the organiser, ended by the clock or closed by a person.

A window that a person closed has no end left that the clock could be before: setting a clock back does not reopen it. Nor
one that ran out, once anything was recorded after its end: the trail knows that it is later than the clock says. Only what
was recorded since the window was opened is asked, so that a clock that was wrong before, and far ahead, shuts nothing.
"""

import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import AuditAbout, AuditEntry, Round

CLOSED = "disputes.closed"  # the verb of the entry that says when a person closed it
OPENED = ("disputes.opened", "disputes.extended")


@dataclass(frozen=True)
class Window:
    """`closed_at` is when a person closed it, None where the clock ended it or nobody has opened it. `ran_out`: whether
    something was recorded after its end, whatever the clock says now."""

    round: Round
    closed_at: datetime | None = None
    ran_out: bool = False

    @property
    def was_opened(self) -> bool:
        """Whether what stands on the sheets may be read through a coach's link: it is open, or was."""
        return self.round.shows_puzzles and (self.until or self.closed_at) is not None

    @property
    def until(self) -> datetime | None:
        return self.round.disputes_until

    @property
    def is_open(self) -> bool:
        here = self.round.shows_puzzles and self.until is not None and not self.ran_out
        return here and timezone.now() < self.until

    @property
    def said(self) -> str:
        """Its state as a sentence, with the time in the event's zone."""
        name = self.round.name
        if not self.was_opened:
            return _("Disputes about %(round)s are not open.") % {"round": name}
        if self.closed_at:
            return self._at(_("Disputes about %(round)s were closed at %(time)s."), self.closed_at)
        if self.is_open:
            return self._at(_("Disputes about %(round)s are taken until %(time)s."), self.until)
        return self._at(_("Disputes about %(round)s were taken until %(time)s."), self.until)

    def _at(self, sentence: str, moment: datetime) -> str:
        zone = zoneinfo.ZoneInfo(self.round.event.time_zone)
        here, now = moment.astimezone(zone), timezone.now().astimezone(zone)
        form = "H:i" if here.date() == now.date() else "j M, H:i"
        return sentence % {"round": self.round.name, "time": date_format(here, form, use_l10n=False)}


def window(round_: Round) -> Window:
    return windows([round_])[round_.pk]


def windows(rounds: Iterable[Round]) -> dict[int, Window]:
    """The windows of some rounds of one event, by the round's id; a query where any has no end, and one where the clock
    says that any is open."""
    rounds = list(rounds)
    closed = _closed([each for each in rounds if each.disputes_until is None])
    now = timezone.now()
    ran_out = _ran_out([each.pk for each in rounds if each.disputes_until and now < each.disputes_until])
    return {each.pk: Window(each, closed.get(each.pk), each.pk in ran_out) for each in rounds}


def _closed(rounds: list[Round]) -> dict[int, datetime]:
    """When a person closed the windows of these, by the round's id."""
    if not rounds:
        return {}
    entries = AuditEntry.objects.filter(
        event_id__in={each.event_id for each in rounds},
        verb=CLOSED,
        subject_id__in=[each.pk for each in rounds],
    )
    return dict(entries.order_by("number").values_list("subject_id", "at"))


def _ran_out(round_ids: list[int]) -> set[int]:
    """Those after whose end the trail of the event has an entry, since they were opened or given more time."""
    if not round_ids:
        return set()
    opening = AuditEntry.objects.filter(
        event_id=OuterRef("event_id"), number=OuterRef("number"), verb__in=OPENED
    )
    about = AuditAbout.objects.filter(
        Exists(opening), event_id=OuterRef("event_id"), kind="round", kind_id=OuterRef("pk")
    )
    later = AuditEntry.objects.filter(
        event_id=OuterRef("event_id"), number__gt=OuterRef("opened"), at__gte=OuterRef("disputes_until")
    )
    opened = Subquery(about.order_by("-number").values("number")[:1])
    rounds = Round.objects.filter(pk__in=round_ids).annotate(opened=opened)
    return set(rounds.filter(Exists(later)).values_list("pk", flat=True))
