"""Proposing, giving, declining and lifting penalties, points that a judge takes from an entrant (NT-ST-1). Rows are
never edited."""

from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..models import Entrant, Event, Penalty, Round, User
from ..roster.relations import refuse_related
from ..web.permissions import require
from .actions import locked_until_final


@transaction.atomic
def propose(
    *,
    by: User,
    event: Event,
    entrant: Entrant,
    points: int,
    reason: str,
    round_: Round | None = None,
    seen: int | None = None,
) -> Penalty:
    """Ask the judges for a penalty. It takes nothing before a judge gives it. `seen` as in `give`."""
    event = locked_until_final(by, "run", event)
    row = _checked(event, entrant, points, reason, round_)
    _refuse_meanwhile(event, entrant, seen)
    return _record(by, "penalty.proposed", {}, {"proposed": points}, proposed=True, **row)


@transaction.atomic
def give(
    *,
    by: User,
    event: Event,
    entrant: Entrant,
    points: int,
    reason: str,
    round_: Round | None = None,
    seen: int | None = None,
    proposal: Penalty | None = None,
) -> Penalty:
    """Take points from an entrant's total, and from their team's. With a `round` it counts once that round does. It
    decides the `proposal`, if there is one, also where the judge has corrected it.

    One judge is enough, even if rulings need two. `seen` is the id of the last penalty on
    the judge's page. Refused `penalised_meanwhile` if this entrant was given one since, so a form sent twice counts
    once; or if the proposal is decided.
    """
    event = locked_until_final(by, "rule", event)
    asked = _proposal(event, proposal) if proposal else None
    refuse_related(by, event, [entrant.pk, *([asked.entrant_id] if asked else [])])
    row = _checked(event, entrant, points, reason, round_)
    _refuse_meanwhile(event, entrant, seen, asked)
    before = {"proposed": asked.points, "proposed_by": str(asked.given_by)} if asked else {}
    return _record(by, "penalty.given", before, {"taken": points}, answers=asked, **row)


@transaction.atomic
def decline(*, by: User, proposal: Penalty, reason: str) -> Penalty:
    """Decide that a proposed penalty is not given. Declining it again returns the same row."""
    require(by, "rule", proposal.event)
    event = Event.objects.select_for_update(no_key=True).get(pk=proposal.event_id)
    refuse_related(by, event, [proposal.entrant_id])
    _proposal(event, proposal)
    if (earlier := Penalty.objects.filter(answers=proposal).first()) and not earlier.points:
        return earlier
    _refuse_meanwhile(event, proposal.entrant, None, proposal)
    return _answer(by, "penalty.declined", {"proposed": proposal.points}, proposal, reason)


@transaction.atomic
def lift(*, by: User, penalty: Penalty, reason: str) -> Penalty:
    """Lift a penalty; returns the row that lifts it. Lifting it again returns the same row."""
    event = locked_until_final(by, "rule", penalty.event)
    refuse_related(by, event, [penalty.entrant_id])
    if penalty.proposed or not penalty.points:
        text = _("This entry takes no points, so it cannot be lifted. To take points away, give a new penalty.")
        raise Refused("no_penalty", text)
    if earlier := Penalty.objects.filter(answers=penalty).first():
        return earlier
    return _answer(by, "penalty.lifted", {"taken": penalty.points}, penalty, reason)


def _proposal(event: Event, proposal: Penalty) -> Penalty:
    if proposal.event_id != event.pk or not proposal.proposed:
        raise Refused("no_proposal", _("This entry is not a proposed penalty."))
    return proposal


def _checked(event: Event, entrant: Entrant, points: int, reason: str, round_: Round | None) -> dict[str, Any]:
    """The columns of a penalty that takes points."""
    if entrant.event_id != event.pk:
        raise invalid(entrant=_("Choose somebody who plays at this event."))
    if not 1 <= points <= limits.PENALTY:
        raise invalid(points=_("Take 1 to %(most)s points.") % {"most": f"{limits.PENALTY:,}"})
    if round_ and (round_.event_id != event.pk or round_.tiebreaker):
        raise invalid(round=_("Choose a round of the programme."))
    return {"entrant": entrant, "round": round_, "points": points, "reason": checked_reason(reason)}


def _refuse_meanwhile(event: Event, entrant: Entrant, seen: int | None, proposal: Penalty | None = None) -> None:
    newer = Q(entrant=entrant, pk__gt=seen) if seen is not None else Q(pk=None)
    decided = Q(answers=proposal) if proposal else Q(pk=None)
    since = event.penalties.filter(newer | decided).select_related("given_by").last()
    if since:
        text = _(
            "Meanwhile %(who)s has decided on a penalty here, or proposed one: “%(reason)s” Check the list, then try "
            "again."
        )
        raise Refused("penalised_meanwhile", text % {"who": since.given_by, "reason": since.reason})


def _answer(by: User, verb: str, before: dict, answered: Penalty, reason: str) -> Penalty:
    """Record a row of no points that lifts a penalty or declines a proposal."""
    row = {"entrant": answered.entrant, "round": answered.round, "points": 0, "reason": checked_reason(reason)}
    return _record(by, verb, before, dict.fromkeys(before, 0), answers=answered, **row)


def _record(by: User, verb: str, before: dict, after: dict, **row: Any) -> Penalty:
    entrant, round_ = row["entrant"], row["round"]
    made = Penalty.objects.create(event=entrant.event, given_by=by, given_at=timezone.now(), **row)
    about = [entrant, *([round_] if round_ else [])]
    audit.record(entrant.event, by, verb, entrant, before=before or None, after=after, why=made.reason, about=about)
    return made
