"""Giving and lifting penalties, points that a judge takes from an entrant (NT-ST-1). Rows are never edited."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..common.wording.reasons import checked_reason
from ..models import Entrant, Event, Penalty, Round, User
from ..roster.relations import refuse_related
from .actions import locked_until_final


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
) -> Penalty:
    """Take points from an entrant's total, and from their team's. With a `round` it counts once that round does.

    One judge is enough, even if rulings need two: see docs/decisions/ties.md. `seen` is the id of the last penalty on
    the judge's page. Refused `penalised_meanwhile` if this entrant was given one since, so a form sent twice counts
    once.
    """
    event = locked_until_final(by, "rule", event)
    if entrant.event_id != event.pk:
        raise invalid(entrant=_("Choose somebody who plays at this event."))
    refuse_related(by, event, [entrant.pk])
    if not 1 <= points <= limits.PENALTY:
        raise invalid(points=_("Take 1 to %(most)s points.") % {"most": f"{limits.PENALTY:,}"})
    if round_ and (round_.event_id != event.pk or round_.tiebreaker):
        raise invalid(round=_("Choose a round of the programme."))
    reason = checked_reason(reason)
    since = entrant.penalties.filter(pk__gt=seen).select_related("given_by").last() if seen is not None else None
    if since:
        text = _("Meanwhile %(judge)s has given or lifted a penalty here: “%(reason)s” Check the list, then try again.")
        raise Refused("penalised_meanwhile", text % {"judge": since.given_by, "reason": since.reason})
    penalty = Penalty.objects.create(
        event=event, entrant=entrant, round=round_, points=points, reason=reason, given_by=by, given_at=timezone.now()
    )
    about = [entrant, *([round_] if round_ else [])]
    audit.record(event, by, "penalty.given", entrant, after={"taken": points}, why=reason, about=about)
    return penalty


@transaction.atomic
def lift(*, by: User, penalty: Penalty, reason: str) -> Penalty:
    """Lift a penalty; returns the row that lifts it. Lifting it again returns the same row."""
    event = locked_until_final(by, "rule", penalty.event)
    refuse_related(by, event, [penalty.entrant_id])
    if penalty.lifts_id:
        raise Refused("no_penalty", _("This entry lifts a penalty. To take the points away again, give a new penalty."))
    if earlier := Penalty.objects.filter(lifts=penalty).first():
        return earlier
    reason = checked_reason(reason)
    lifted = Penalty.objects.create(
        event=event,
        entrant_id=penalty.entrant_id,
        round_id=penalty.round_id,
        points=0,
        reason=reason,
        lifts=penalty,
        given_by=by,
        given_at=timezone.now(),
    )
    entrant = Entrant.objects.get(pk=penalty.entrant_id)
    before, after = {"taken": penalty.points}, {"taken": 0}
    audit.record(event, by, "penalty.lifted", entrant, before=before, after=after, why=reason)
    return lifted
