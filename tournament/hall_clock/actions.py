"""Starting, stopping and changing the hall clock. The clock tells people the time; it never closes a round."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Round, User
from ..rounds.actions import locked
from ..web.permissions import require

MINUTE = timedelta(minutes=1)
LONGEST_EXTRA = 60  # minutes that can be given back at once


@transaction.atomic
def start(*, by: User, round: Round) -> Round:
    """Start the clock from its full time, again if it ran already."""
    round_ = _open_round(by, round)
    return _set(by, round_, "clock.started", timezone.now(), None)


@transaction.atomic
def stop(*, by: User, round: Round) -> Round:
    round_ = _open_round(by, round)
    if round_.clock_started_at is None or round_.clock_stopped_at is not None:
        raise Refused("clock_not_running", _("The clock is not running."))
    return _set(by, round_, "clock.stopped", round_.clock_started_at, timezone.now())


@transaction.atomic
def go_on(*, by: User, round: Round) -> Round:
    """Let a stopped clock run on; the time it stood is given back."""
    round_ = _open_round(by, round)
    if round_.clock_started_at is None or round_.clock_stopped_at is None:
        raise Refused("clock_not_stopped", _("The clock is not stopped."))
    stood = timezone.now() - round_.clock_stopped_at
    return _set(by, round_, "clock.continued", round_.clock_started_at + stood, None)


@transaction.atomic
def add_time(*, by: User, round: Round, minutes: int) -> Round:
    """Give everybody some more minutes, also after the time is up."""
    round_ = _open_round(by, round)
    if round_.clock_started_at is None:
        raise Refused("clock_not_running", _("The clock is not running."))
    if not 1 <= minutes <= LONGEST_EXTRA:
        raise Refused("clock_minutes", _("Give from 1 to %(most)s minutes.") % {"most": LONGEST_EXTRA})
    later = round_.clock_started_at + minutes * MINUTE
    return _set(by, round_, "clock.extended", later, round_.clock_stopped_at)


def _open_round(by: User, round_: Round) -> Round:
    require(by, "run", round_.event)
    found = locked(round_)
    if found.status != Round.Status.OPEN:
        raise Refused("round_not_open", _("%(round)s is not open, so it has no clock.") % {"round": found.name})
    return found


def _set(by: User, round_: Round, verb: str, started: datetime, stopped: datetime | None) -> Round:
    before = _facts(round_)
    round_.clock_started_at, round_.clock_stopped_at = started, stopped
    round_.save(update_fields=["clock_started_at", "clock_stopped_at"])
    audit.record(round_.event, by, verb, round_, before=before, after=_facts(round_))
    return round_


def _facts(round_: Round) -> dict[str, str | None]:
    moments = {"clock_started_at": round_.clock_started_at, "clock_stopped_at": round_.clock_stopped_at}
    return {name: moment.isoformat() if moment else None for name, moment in moments.items()}
