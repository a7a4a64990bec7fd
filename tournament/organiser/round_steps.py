"""Moving a round a step forward or back."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..models import Event, Keying, Round, User
from ..rounds.actions import ORDER, draw_seed, locked
from ..standings import actions as criteria
from ..web.permissions import require
from . import open_work


def _may_move(round_: Round, status: str, why: str, anyway: bool) -> None:
    here, there = ORDER.index(round_.status), ORDER.index(status)
    if there == here:
        raise Refused(
            "same_status",
            _("%(round)s is %(status)s already.")
            % {"round": round_.name, "status": round_.get_status_display().lower()},
        )
    if there < here and not why.strip():
        raise invalid(why=_("Write down why you are going back a step."))
    if there > here + 1:
        raise Refused(
            "one_step",
            _("Next for %(round)s is “%(step)s”.")
            % {"round": round_.name, "step": Round.Status(ORDER[here + 1]).label},
        )
    if status == Round.Status.PLANNED and Keying.objects.filter(sheet__round=round_).exists():
        raise Refused(
            "has_sheets",
            _("Sheets of %(round)s have been typed, so it cannot go back to “planned”.") % {"round": round_.name},
        )
    if status == Round.Status.OPEN and there > here and (left := open_work.gaps(round_)):
        raise Refused("no_puzzles", " ".join(left))
    if status == Round.Status.FINAL and not anyway and (left := open_work.unfinished(round_)):
        raise Refused("unfinished", " ".join([*left, _("To make it final anyway, tick the box.")]))
    # what is judged afterwards would change points that are final
    if status == Round.Status.FINAL and (sentence := open_work.unjudged(round_)):
        raise Refused("unjudged", sentence)


@transaction.atomic
def move(*, by: User, round_: Round, status: str, why: str = "", anyway: bool = False, seen: str = "") -> Round:
    """Move a round to its next step, or back with a reason. `anyway` makes a round final with work left, but never
    while lines wait for the engine. `seen` is the status on the person's page: refused if it has changed since."""
    require(by, "run", round_.event)
    if status not in Round.Status.values:
        raise invalid(status=_("Choose one of the steps."))
    # lock the event too, so that its results cannot become final before our commit
    event = Event.objects.select_for_update(no_key=True).get(pk=round_.event_id)
    round_ = locked(round_)
    if seen and seen != round_.status:
        raise Refused(
            "moved_meanwhile",
            _("%(round)s is already %(status)s: somebody else moved it first.")
            % {"round": round_.name, "status": round_.get_status_display().lower()},
        )
    criteria.refuse_if_final(event)
    _may_move(round_, status, why, anyway)
    before, round_.status = round_.status, status
    if status in {Round.Status.OPEN, Round.Status.PLANNED} and before != Round.Status.CLOSED:
        round_.clock_started_at = timezone.now() if status == Round.Status.OPEN else None
        round_.clock_stopped_at, round_.clock_box = None, 0
    round_.save(update_fields=["status", "clock_started_at", "clock_stopped_at", "clock_box"])
    if status == Round.Status.OPEN:
        draw_seed(event)
    audit.record(
        round_.event,
        by,
        "round.moved",
        round_,
        before={"status": before},
        after={"status": status, "anyway": anyway},
        why=why.strip(),
    )
    return round_
