"""When the lines of a round may be disputed, and filing a dispute, by a signed-in person or through a coach's link.

Disputes are opened by the organiser, and ended by the clock or closed by a person. A window that a person closed has no
end time, so setting the clock back does not reopen it. The callers check who may file.
"""

import zoneinfo
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _, pgettext

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import unwritable
from ..common.refusals import Refused, invalid
from ..models import AuditEntry, CoachLink, Dispute, Event, Keying, Round, Sheet, Submission, User
from .outcomes import outcomes_of
from .queries import voices

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


class Filed(NamedTuple):
    """A dispute; `joined` if the statement was added to an open one on the same line or sheet."""

    dispute: Dispute
    joined: bool


def filed(
    sheet: Sheet,
    line: Submission | None,
    statement: str,
    *,
    by: User | None = None,
    link: CoachLink | None = None,
    late_because: str = "",
) -> Filed:
    """Store a dispute; the caller has a transaction open. Exactly one of `by` and `link` says who filed it."""
    round_ = Round.objects.select_for_update().select_related("event").get(pk=sheet.round_id)
    _is_the_time(round_, late_because)
    _is_recorded(sheet, line)
    statement = checked_text(statement, "statement", _("Write what is wrong, in a sentence or two."))
    earlier = list(Dispute.objects.filter(sheet=sheet, submission=line).select_related("sheet").order_by("pk"))
    if earlier and earlier[-1].state == Dispute.State.OPEN:
        return Filed(_joined(earlier[-1], statement, by, link, late_because), joined=True)
    if link and (decided := _decided_for_good(earlier)):
        text = _("A judge has already decided this: “%(answer)s” If you know something new, speak to a judge.")
        raise Refused("decided_already", text % {"answer": decided[-1].answer})
    dispute = Dispute.objects.create(
        event=round_.event,
        sheet=sheet,
        submission=line,
        statement=statement,
        turn=Sheet.objects.values_list("turn", flat=True).get(pk=sheet.pk),
        filed_by=by,
        coach=link,
        filed_at=timezone.now(),
    )
    facts = {"sheet": sheet.pk, "line": line and line.pk, "statement": statement, **_through(link)}
    audit.record(round_.event, by, "dispute.filed", dispute, after=facts, why=late_because, about=[round_, sheet])
    return Filed(dispute, joined=False)


def _decided_for_good(earlier: list[Dispute]) -> list[Dispute]:
    """The earlier disputes that a judge answered; none if what followed from the last one no longer holds."""
    answered = [each for each in earlier if each.answer]
    outcomes = outcomes_of(answered[-1:])
    return [] if any(each.is_gone for each in outcomes.values()) else answered


def _joined(dispute: Dispute, statement: str, by: User | None, link: CoachLink | None, late_because: str) -> Dispute:
    """Add a statement to the open dispute; the same words are not added twice."""
    (earlier,) = voices([dispute]).values()
    if statement not in {dispute.statement, *earlier}:
        if len(earlier) >= limits.VOICES:
            raise Refused("heard", _("Several people have disputed this already, and a judge will look at it."))
        after, about = {"statement": statement, **_through(link)}, [dispute.sheet.round, dispute.sheet]
        audit.record(dispute.event, by, "dispute.joined", dispute, after=after, why=late_because, about=about)
    return dispute


def _through(link: CoachLink | None) -> dict[str, int]:
    return {"coach_link": link.pk} if link else {}


def is_over(round_: Round) -> None:
    """Refuse a dispute about a round that is not over."""
    if not round_.shows_puzzles:
        text = _("%(round)s is not over yet, so nothing in it can be disputed.")
        raise Refused("not_over", text % {"round": round_.name})


def _is_the_time(round_: Round, late_because: str) -> None:
    is_over(round_)
    here = window(round_)
    if not here.is_open and not late_because:
        raise Refused("window_closed", here.sentence)


def _is_recorded(sheet: Sheet, line: Submission | None) -> None:
    agreed = sheet.keyings.filter(state=Keying.State.AGREED)
    if not agreed.exists():
        raise Refused("not_recorded", _("This sheet is not typed yet. Dispute it once its lines can be read."))
    if line and (line.sheet_id != sheet.pk or not agreed.filter(pk=line.keying_id).exists()):
        raise Refused("typed_anew", _("This sheet was typed again. Check what it says now, then dispute that."))


def checked_text(text: str, field: str, missing: str) -> str:
    """The text as it is stored, with tidy spaces. Raises Refused if it is empty, too long or not readable."""
    lines = [" ".join(line.split()) for line in text.replace("\r\n", "\n").split("\n")]
    tidy = "\n".join(lines).strip()
    if not tidy:
        raise invalid(**{field: missing})
    if len(tidy) > limits.STATEMENT:
        most, count = (number_format(each, force_grouping=True) for each in (limits.STATEMENT, len(tidy)))
        long = _("Use at most %(most)s characters; these are %(count)s.") % {"most": most, "count": count}
        raise invalid(**{field: long})
    if trouble := next(filter(None, map(unwritable, lines)), None):
        raise invalid(**{field: trouble})
    return tidy
