"""When the lines of a round may be disputed: opened by the organiser, ended by the clock or closed by a person.

A window that a person closed has no end time, so setting the clock back does not reopen it.
"""

import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _, pgettext

from ..models import AuditEntry, Event, Round

CLOSED = "disputes.closed"  # the verb of the entry that says when a person closed it


@dataclass(frozen=True)
class Window:
    """The time in which a round may be disputed. `closed_at` is when a person closed it, None if the clock ended it or
    nobody has opened it."""

    round: Round
    closed_at: datetime | None = None

    @property
    def was_opened(self) -> bool:
        """Whether it is or was open, so that coaches may read the sheets through their links."""
        return self.round.shows_puzzles and (self.until or self.closed_at) is not None

    @property
    def until(self) -> datetime | None:
        return self.round.disputes_until

    @property
    def is_open(self) -> bool:
        return self.round.shows_puzzles and self.until is not None and timezone.now() < self.until

    @property
    def sentence(self) -> str:
        """Its state as a sentence, with the time in the event's zone."""
        if self.was_opened and self.closed_at:
            return self._at(_("Disputes about %(round)s were closed at %(time)s."), self.closed_at)
        if self.was_opened and self.until:
            if self.is_open:
                return self._at(_("Disputes about %(round)s are open until %(time)s."), self.until)
            return self._at(_("Disputes about %(round)s were open until %(time)s."), self.until)
        return _("Disputes about %(round)s are not open.") % {"round": self.round.name}

    def _at(self, sentence: str, moment: datetime) -> str:
        zone = zoneinfo.ZoneInfo(self.round.event.time_zone)
        here, now = moment.astimezone(zone), timezone.now().astimezone(zone)
        # Translators: a moment within “… are open until %(time)s.”, in the letters of Django's date filter
        form = pgettext("moment", "H:i") if here.date() == now.date() else pgettext("moment", "j M, H:i")
        return sentence % {"round": self.round.name, "time": date_format(here, form, use_l10n=False)}


def window(round_: Round) -> Window:
    return windows([round_])[round_.pk]


def windows(rounds: Iterable[Round]) -> dict[int, Window]:
    """The windows of some rounds of one event, by the round's id."""
    rounds = list(rounds)
    closed = _closed([each for each in rounds if each.disputes_until is None])
    return {each.pk: Window(each, closed.get(each.pk)) for each in rounds}


def open_windows(event: Event) -> list[Window]:
    rounds = event.rounds.filter(disputes_until__isnull=False).select_related("event")
    return [each for each in windows(rounds).values() if each.is_open]


def _closed(rounds: list[Round]) -> dict[int | None, datetime]:
    """When a person closed the windows of these rounds, by the round's id."""
    if not rounds:
        return {}
    entries = AuditEntry.objects.filter(
        event_id__in={each.event_id for each in rounds}, verb=CLOSED, subject_id__in=[each.pk for each in rounds]
    )
    return dict(entries.order_by("number").values_list("subject_id", "at"))
