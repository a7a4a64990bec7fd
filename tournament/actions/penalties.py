"""Penalties: points that a judge takes from an entrant (NT-ST-1), and their lifting. Nothing is ever edited."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Entrant, Event, Penalty, Round, User
from . import audit
from .criteria import locked_until_final
from .decisions import checked_reason
from .refusals import Refused, invalid

MOST_POINTS = 10_000


@transaction.atomic
def give(
    *,
    by: User,
    event: Event,
    entrant: Entrant,
    points: int,
    reason: str,
    round: Round | None = None,
    seen: int | None = None,
) -> Penalty:
    """Take points from an entrant's total; of a member, from her team's too. With a `round` it counts once that one does.

    One judge suffices, whatever the event asks for rulings: see docs/decisions/ties.md. `seen` is the id of the last
    penalty that she has seen: Refused `penalised_meanwhile` where this entrant was given another since, so that
    a form that is sent twice takes points once.
    """
    event = locked_until_final(by, "rule", event)
    if entrant.event_id != event.pk:
        raise invalid(entrant=_("Choose somebody who plays at this event."))
    if not 1 <= points <= MOST_POINTS:
        raise invalid(points=_("Take 1 to %(most)s points.") % {"most": f"{MOST_POINTS:,}"})
    if round and (round.event_id != event.pk or round.tiebreaker):
        raise invalid(round=_("Choose a round of the programme."))
    reason = checked_reason(reason)
    since = (
        entrant.penalties.filter(pk__gt=seen).select_related("given_by").last() if seen is not None else None
    )
    if since:
        said = _("%(judge)s has given or lifted a penalty here meanwhile: “%(reason)s” Look again.")
        raise Refused("penalised_meanwhile", said % {"judge": since.given_by, "reason": since.reason})
    penalty = Penalty.objects.create(
        event=event,
        entrant=entrant,
        round=round,
        points=points,
        reason=reason,
        given_by=by,
        given_at=timezone.now(),
    )
    about = [entrant, *([round] if round else [])]
    audit.record(event, by, "penalty.given", entrant, after={"taken": points}, why=reason, about=about)
    return penalty


@transaction.atomic
def lift(*, by: User, penalty: Penalty, reason: str) -> Penalty:
    """Give the points of a penalty back; the row that says so. A penalty is lifted once: doing it again gives the same."""
    event = locked_until_final(by, "rule", penalty.event)
    if penalty.lifts_id:
        raise Refused("no_penalty", _("This lifts a penalty and is none itself. Give the penalty anew."))
    if before := Penalty.objects.filter(lifts=penalty).first():
        return before
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
    before_, after = {"taken": penalty.points}, {"taken": 0}
    audit.record(event, by, "penalty.lifted", entrant, before=before_, after=after, why=reason)
    return lifted
