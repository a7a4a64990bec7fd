"""Disputes: the window in which they are taken, filing, looking into them, deciding."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from ..models import Dispute, Event, Rescore, Role, Round, Ruling, Sheet, Submission, User
from ..permissions import require
from ..record.disputes import keyers, lines_of
from ..record.questions import version_for
from ..record.relations import is_related
from ..record.rulings import applies
from ..record.windows import window
from . import audit
from .filing import Filed, checked_text, filed, is_over
from .refusals import Refused, invalid

MOST_MINUTES = 24 * 60


# the window


@transaction.atomic
def open_window(*, by: User, round: Round, minutes: int | None = None) -> Round:
    """Take disputes about a round that is over, for `minutes` from now or as long as the event says."""
    round_ = _to_run(by, round)
    is_over(round_)
    if window(round_).is_open:
        raise Refused("open_already", window(round_).said)
    minutes = _minutes(round_.event.dispute_minutes if minutes is None else minutes)
    return _until(by, round_, "disputes.opened", timezone.now() + timedelta(minutes=minutes))


@transaction.atomic
def extend_window(*, by: User, round: Round, minutes: int) -> Round:
    """`minutes` more than were left; one that has ended is opened anew instead."""
    round_ = _to_run(by, round)
    if not window(round_).is_open:
        raise Refused("window_closed", " ".join([window(round_).said, _("Open them anew.")]))
    until = round_.disputes_until + timedelta(minutes=_minutes(minutes))
    return _until(by, round_, "disputes.extended", until)


@transaction.atomic
def close_window(*, by: User, round: Round) -> Round:
    """Take no more disputes about a round, whatever any clock says. Closing twice closes once."""
    round_ = _to_run(by, round)
    if round_.disputes_until is None:
        return round_
    return _until(by, round_, "disputes.closed", None)


def _to_run(by: User, round_: Round) -> Round:
    require(by, "run", round_.event)
    return Round.objects.select_for_update(of=("self",)).select_related("event").get(pk=round_.pk)


def _until(by: User, round_: Round, verb: str, until) -> Round:
    before, round_.disputes_until = round_.disputes_until, until
    round_.save(update_fields=["disputes_until"])
    was, now = (each and each.isoformat() for each in (before, until))
    audit.record(
        round_.event, by, verb, round_, before={"disputes_until": was}, after={"disputes_until": now}
    )
    return round_


def _minutes(minutes: int) -> int:
    if not 1 <= minutes <= MOST_MINUTES:
        raise invalid(
            minutes=_("Write a number of minutes from 1 to %(most)s.")
            % {"most": number_format(MOST_MINUTES, force_grouping=True)}
        )
    return minutes


# filing


@transaction.atomic
def file(
    *, by: User, sheet: Sheet, line: Submission | None = None, statement: str, late_because: str = ""
) -> Filed:
    """Dispute one line of a sheet or, without `line`, all of it. `late_because` is the organiser's reason to take it
    outside the window. Where the same is being disputed already, what is said joins that."""
    require(by, "dispute", sheet.round.event)
    reason = " ".join(late_because.split())
    if reason:
        require(by, "run", sheet.round.event)
        checked_text(reason, "late_because", _("Write why."))
    return filed(sheet, line, statement, by=by, late_because=reason)


@transaction.atomic
def withdraw(*, by: User, dispute: Dispute) -> Dispute:
    """Whoever filed a dispute takes it back."""
    require(by, "dispute", dispute.event)
    dispute = locked(dispute)
    if dispute.filed_by_id != by.pk:
        raise Refused("not_yours", _("Only who filed a dispute withdraws it."), status=403)
    return withdrawn(dispute, by)


def withdrawn(dispute: Dispute, by: User | None, **said: int) -> Dispute:
    """Inside the transaction of whoever calls, who has looked whether it is hers."""
    if dispute.state == Dispute.State.WITHDRAWN:
        return dispute
    _is_open(dispute)
    dispute.state, dispute.decided_at = Dispute.State.WITHDRAWN, timezone.now()
    dispute.save(update_fields=["state", "decided_at"])
    audit.record(
        dispute.event, by, "dispute.withdrawn", dispute, after=said or None, about=_concerned(dispute)
    )
    return dispute


# looking into one, and deciding


@transaction.atomic
def take(*, by: User, dispute: Dispute, seen: int | None = None) -> Dispute:
    """Look into a dispute. `seen` is the id of the judge from whom she takes it over knowingly."""
    require(by, "rule", dispute.event)
    dispute = locked(dispute)
    _is_open(dispute)
    _may_decide(by, dispute)
    if dispute.taken_by_id == by.pk:
        return dispute
    if dispute.taken_by_id not in {None, seen}:
        raise Refused("taken", _("%(judge)s looks into this dispute.") % {"judge": dispute.taken_by})
    before, dispute.taken_by = dispute.taken_by_id, by
    dispute.save(update_fields=["taken_by"])
    after = {"taken_by": by.pk}
    audit.record(
        dispute.event,
        by,
        "dispute.taken",
        dispute,
        before={"taken_by": before},
        after=after,
        about=_concerned(dispute),
    )
    return dispute


@transaction.atomic
def uphold(
    *, by: User, dispute: Dispute, answer: str, ruling: Ruling | None = None, rescore: Rescore | None = None
) -> Dispute:
    """Say that the dispute is right, with the `answer` that who filed it reads and with what was done for it."""
    return _decide(by, "dispute.upheld", dispute, Dispute.State.UPHELD, answer, ruling, rescore)


@transaction.atomic
def reject(*, by: User, dispute: Dispute, answer: str, ruling: Ruling | None = None) -> Dispute:
    """Say that the dispute is not right, and why."""
    return _decide(by, "dispute.rejected", dispute, Dispute.State.REJECTED, answer, ruling, None)


def _decide(
    by: User,
    verb: str,
    dispute: Dispute,
    state: str,
    answer: str,
    ruling: Ruling | None,
    rescore: Rescore | None,
) -> Dispute:
    require(by, "rule", dispute.event)
    dispute = locked(dispute)
    answer = checked_text(answer, "answer", _("Write the answer; the coach reads it."))
    if (dispute.state, dispute.answer, dispute.decided_by_id) == (state, answer, by.pk):
        return dispute
    _is_open(dispute)
    _may_decide(by, dispute)
    if dispute.taken_by_id not in {None, by.pk}:
        raise Refused(
            "taken", _("%(judge)s looks into this dispute. Take it over first.") % {"judge": dispute.taken_by}
        )
    _belongs(dispute, ruling, rescore)
    dispute.state, dispute.answer, dispute.ruling, dispute.rescore = state, answer, ruling, rescore
    dispute.decided_by, dispute.decided_at = by, timezone.now()
    dispute.save()
    after = {"answer": answer, "ruling": ruling and ruling.pk, "rescore": rescore and rescore.pk}
    audit.record(dispute.event, by, verb, dispute, after=after, why=answer, about=_concerned(dispute))
    return dispute


def locked(dispute: Dispute) -> Dispute:
    found = Dispute.objects.select_for_update(of=("self",)).select_related(
        "event", "sheet__round", "sheet__entrant__player", "sheet__entrant__team", "taken_by", "decided_by"
    )
    return found.get(pk=dispute.pk)


def _concerned(dispute: Dispute) -> list:
    return [dispute.sheet.round, dispute.sheet]


def _is_open(dispute: Dispute) -> None:
    if dispute.state == Dispute.State.WITHDRAWN:
        raise Refused("withdrawn", _("This dispute was withdrawn by who filed it."))
    if dispute.state != Dispute.State.OPEN:
        decided = dispute.get_state_display().lower()
        raise Refused(
            "decided",
            _("%(judge)s has decided this dispute: %(decided)s. “%(answer)s”")
            % {"judge": dispute.decided_by, "decided": decided, "answer": dispute.answer},
        )


def _may_decide(by: User, dispute: Dispute) -> None:
    """Refuse whom the contestant, or what was typed, is too close to."""
    if is_related(by, dispute.sheet.entrant):
        raise Refused(
            "related", _("You are related to this contestant, so another judge decides."), status=403
        )
    if keyers(dispute.sheet).filter(keyer=by).exists() and _another_judge(by, dispute.sheet, dispute.event):
        raise Refused("typed_it", _("You typed this sheet yourself, so another judge decides."), status=403)


def _another_judge(by: User, sheet: Sheet, event: Event) -> bool:
    """Whether somebody could decide in her stead; where she is the only judge, better she than nobody."""
    judges = User.objects.filter(memberships__event=event, memberships__role=Role.JUDGE, is_active=True)
    others = judges.exclude(pk=by.pk).exclude(pk__in=keyers(sheet).values("keyer"))
    return any(not is_related(each, sheet.entrant) for each in others)


def _belongs(dispute: Dispute, ruling: Ruling | None, rescore: Rescore | None) -> None:
    """A ruling speaks of a line in dispute, a re-score belongs to the event."""
    if rescore and rescore.event_id != dispute.event_id:
        raise invalid(rescore=_("Choose a re-score of this event."))
    if ruling is None:
        return
    version = version_for(dispute.sheet.round, dispute.sheet.entrant)
    its_own = version is not None and version.puzzle_id == ruling.puzzle_id
    if not its_own or not any(applies(ruling, line) for line in lines_of(dispute)):
        raise invalid(ruling=_("This ruling speaks of another line."))
