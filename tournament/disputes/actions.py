"""Disputes: the window in which they are taken, filing, looking into them, deciding."""

from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..models import Dispute, Event, Keying, Rescore, Role, Round, Ruling, Sheet, Submission, User
from ..roster.relations import is_related, refuse_related, relatives
from ..rulings import actions as rulings
from ..web.permissions import require
from . import pictures
from .filing import Filed, checked_text, filed, is_over, window
from .outcomes import follows
from .queries import all_of, keyers

# the window


@transaction.atomic
def open_window(*, by: User, round_: Round, minutes: int | None = None) -> Round:
    """Open disputes about a round that is over, for `minutes` from now or as long as the event says."""
    round_ = _to_run(by, round_)
    is_over(round_)
    if window(round_).is_open:
        raise Refused("open_already", window(round_).sentence)
    minutes = _minutes(round_.event.dispute_minutes if minutes is None else minutes)
    return _until(by, round_, "disputes.opened", timezone.now() + timedelta(minutes=minutes))


@transaction.atomic
def extend_window(*, by: User, round_: Round, minutes: int) -> Round:
    """Add `minutes` to an open window. One that has ended has to be opened again."""
    round_ = _to_run(by, round_)
    if not (ends := round_.disputes_until) or not window(round_).is_open:
        raise Refused("window_closed", " ".join([window(round_).sentence, _("Open them again.")]))
    until = ends + timedelta(minutes=_minutes(minutes))
    return _until(by, round_, "disputes.extended", until)


@transaction.atomic
def close_window(*, by: User, round_: Round) -> Round:
    """Close disputes about a round now, whatever any clock says. A second call changes nothing."""
    round_ = _to_run(by, round_)
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
    audit.record(round_.event, by, verb, round_, before={"disputes_until": was}, after={"disputes_until": now})
    return round_


def _minutes(minutes: int) -> int:
    if not 1 <= minutes <= limits.DISPUTE_MINUTES:
        raise invalid(
            minutes=_("Write a number of minutes from 1 to %(most)s.")
            % {"most": number_format(limits.DISPUTE_MINUTES, force_grouping=True)}
        )
    return minutes


# filing


@transaction.atomic
def file(*, by: User, sheet: Sheet, line: Submission | None = None, statement: str, late_because: str = "") -> Filed:
    """Dispute one line of a sheet or, without `line`, all of it. `late_because` is the organiser's reason to accept it
    outside the window. If the same is disputed already, the statement is added to that dispute."""
    require(by, "dispute", sheet.round.event)
    reason = " ".join(late_because.split())
    if reason:
        require(by, "run", sheet.round.event)
        checked_text(reason, "late_because", _("Write why."))
    return filed(sheet, line, statement, by=by, late_because=reason)


@transaction.atomic
def withdraw(*, by: User, dispute: Dispute) -> Dispute:
    """Withdraw a dispute, as the person who filed it."""
    require(by, "dispute", dispute.event)
    dispute = locked(dispute)
    if dispute.filed_by_id != by.pk:
        raise Refused("not_yours", _("Only the person who filed a dispute can withdraw it."), status=403)
    return withdrawn(dispute, by)


def withdrawn(dispute: Dispute, by: User | None, **facts: int) -> Dispute:
    """Withdraw it. The caller has a transaction open and has checked who filed it."""
    if dispute.state == Dispute.State.WITHDRAWN:
        return dispute
    _is_open(dispute)
    dispute.state, dispute.decided_at = Dispute.State.WITHDRAWN, timezone.now()
    dispute.save(update_fields=["state", "decided_at"])
    pictures.remove_all(dispute)
    audit.record(dispute.event, by, "dispute.withdrawn", dispute, after=facts or None, about=_concerned(dispute))
    return dispute


# looking into one, and deciding


@transaction.atomic
def take(*, by: User, dispute: Dispute, seen: int | None = None) -> Dispute:
    """Assign a dispute to this judge. `seen` is the id of the judge it was assigned to on their page."""
    require(by, "rule", dispute.event)
    dispute = locked(dispute)
    _is_open(dispute)
    _may_decide(by, dispute)
    if dispute.taken_by_id == by.pk:
        return dispute
    if dispute.taken_by_id not in {None, seen}:
        raise Refused("taken", _("%(judge)s is working on this dispute.") % {"judge": dispute.taken_by})
    before, dispute.taken_by = dispute.taken_by_id, by
    dispute.save(update_fields=["taken_by"])
    after = {"taken_by": by.pk}
    audit.record(
        dispute.event, by, "dispute.taken", dispute, before={"taken_by": before}, after=after, about=_concerned(dispute)
    )
    return dispute


@transaction.atomic
def uphold(
    *,
    by: User,
    dispute: Dispute,
    answer: str,
    consequence: str = "",
    ruling: Ruling | None = None,
    rescore: Rescore | None = None,
) -> Dispute:
    """Uphold the dispute, with the `answer` for the person who filed it and with what follows from it.
    A ruling or re-score has its own."""
    consequence = consequence or (ruling and "ruling") or (rescore and "rescore") or ""
    return _decide(by, "dispute.upheld", dispute, Dispute.State.UPHELD, answer, consequence, ruling, rescore)


@transaction.atomic
def uphold_by_ruling(*, by: User, dispute: Dispute, answer: str, **decision) -> Dispute:
    """Uphold a dispute about a line by a ruling on that line for its sheet only. It says what the line counts as
    with the same fields as any ruling; the answer is its reason."""
    require(by, "rule", dispute.event)
    Round.objects.select_for_update().get(pk=dispute.sheet.round_id)  # first, as `rulings.give` does
    dispute = locked(dispute)
    if dispute.submission is None:
        raise Refused("whole_sheet", _("The whole sheet is disputed. Rule on its lines, then choose that ruling."))
    ruling = None
    if dispute.state == Dispute.State.OPEN:
        answer = _checked_answer(answer)
        _may_decide(by, dispute)
        reason = Truncator(" ".join(answer.split())).chars(limits.REASON)
        decision |= {"reason": reason, "only_this_sheet": True}
        ruling = rulings.give(by=by, submission=dispute.submission, **decision)
    return uphold(by=by, dispute=dispute, answer=answer, consequence="ruling", ruling=ruling)


@transaction.atomic
def reject(*, by: User, dispute: Dispute, answer: str, ruling: Ruling | None = None) -> Dispute:
    """Reject the dispute, with the reason."""
    return _decide(by, "dispute.rejected", dispute, Dispute.State.REJECTED, answer, "", ruling, None)


def _decide(
    by: User,
    verb: str,
    dispute: Dispute,
    state: str,
    answer: str,
    consequence: str,
    ruling: Ruling | None,
    rescore: Rescore | None,
) -> Dispute:
    require(by, "rule", dispute.event)
    dispute = locked(dispute)
    answer = _checked_answer(answer)
    if (dispute.state, dispute.answer, dispute.decided_by_id) == (state, answer, by.pk):
        return dispute
    _is_open(dispute)
    _may_decide(by, dispute)
    if dispute.taken_by_id not in {None, by.pk}:
        text = _("%(judge)s is working on this dispute. Take it over first.")
        raise Refused("taken", text % {"judge": dispute.taken_by})
    follows(dispute, consequence if state == Dispute.State.UPHELD else None, ruling, rescore)
    dispute.state, dispute.answer, dispute.consequence, dispute.ruling = state, answer, consequence, ruling
    dispute.rescore = rescore or dispute.rescore
    dispute.decided_by, dispute.decided_at = by, timezone.now()
    dispute.save()
    after = {"answer": answer, "ruling": ruling and ruling.pk, "rescore": rescore and rescore.pk}
    after |= {"consequence": consequence} if consequence else {}
    about = [*_concerned(dispute), *([rescore] if rescore else [])]
    audit.record(dispute.event, by, verb, dispute, after=after, why=answer, about=about)
    return dispute


def _checked_answer(answer: str) -> str:
    return checked_text(answer, "answer", _("Write the answer; the coach reads it."))


@transaction.atomic
def link_rescore(*, by: User, dispute: Dispute, rescore: Rescore) -> Dispute:
    """Record that a re-score was proposed for an open dispute. Each page then links to the other."""
    require(by, "desk", dispute.event)
    dispute = locked(dispute)
    if dispute.rescore_id == rescore.pk:
        return dispute
    _is_open(dispute)
    _not_related(by, dispute)
    if rescore.event_id != dispute.event_id:
        raise invalid(rescore=_("Choose a re-score of this event."))
    before, dispute.rescore = {"rescore": dispute.rescore_id}, rescore
    dispute.save(update_fields=["rescore"])
    after, about = {"rescore": rescore.pk}, [*_concerned(dispute), rescore]
    audit.record(dispute.event, by, "dispute.rescored", dispute, before=before, after=after, about=about)
    return dispute


def locked(dispute: Dispute) -> Dispute:
    return all_of(dispute.event).select_for_update(of=("self",)).get(pk=dispute.pk)


def _concerned(dispute: Dispute) -> list:
    return [dispute.sheet.round, dispute.sheet]


def _is_open(dispute: Dispute) -> None:
    if dispute.state == Dispute.State.WITHDRAWN:
        raise Refused("withdrawn", _("This dispute was withdrawn by the person who filed it."))
    if dispute.state != Dispute.State.OPEN:
        decided = dispute.get_state_display().lower()
        text = _("%(judge)s has decided this dispute: %(decided)s. “%(answer)s”")
        facts = {"judge": dispute.decided_by, "decided": decided, "answer": dispute.answer}
        raise Refused("decided", text % facts)


def _may_decide(by: User, dispute: Dispute) -> None:
    """Refuse a judge who is related to the contestant or typed the sheet."""
    _not_related(by, dispute)
    if keyers(dispute.sheet).filter(keyer=by).exists() and _another_judge(by, dispute.sheet, dispute.event):
        raise Refused("typed_it", _("You typed this sheet yourself, so another judge must decide."), status=403)


def why_not(judge: User, dispute: Dispute) -> str:
    """Why this judge cannot decide it, in a sentence; empty if they can."""
    try:
        _may_decide(judge, dispute)
    except Refused as refused:
        return str(refused)
    return ""


def why_not_each(judge: User, event: Event, disputes: Iterable[Dispute]) -> dict[int, str]:
    """`why_not` for each dispute that this judge cannot decide, by its id."""
    near = relatives(judge, event)
    typed = set(Keying.objects.filter(sheet__round__event=event, keyer=judge).values_list("sheet", flat=True))
    asked = [each for each in disputes if each.sheet.owner_id in near or each.sheet_id in typed]
    reasons = {each.pk: why_not(judge, each) for each in asked}
    return {pk: why for pk, why in reasons.items() if why}


def _not_related(by: User, dispute: Dispute) -> None:
    message = _("You are related to this player or team, so another judge must decide.")
    refuse_related(by, dispute.event, [dispute.sheet.owner_id], message)


def _another_judge(by: User, sheet: Sheet, event: Event) -> bool:
    """Whether another judge could decide. The only judge decides even if they typed the sheet."""
    judges = User.objects.filter(memberships__event=event, memberships__role=Role.JUDGE, is_active=True)
    others = judges.exclude(pk=by.pk).exclude(pk__in=keyers(sheet).values("keyer"))
    return any(not is_related(each, sheet.owner) for each in others)
