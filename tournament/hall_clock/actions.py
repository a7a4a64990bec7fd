"""Starting, stopping and changing the hall clock. The clock tells people the time; it never closes a round."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused
from ..models import Round, User
from ..rounds.actions import locked
from ..web.permissions import require
from .clock import is_last_question

MINUTE = timedelta(minutes=1)


@transaction.atomic
def start(*, by: User, round_: Round) -> Round:
    """Start the clock from its full time, again if it ran already."""
    round_ = _open_round(by, round_)
    return _set(by, round_, "clock.started", timezone.now(), None)


@transaction.atomic
def next_question(*, by: User, round_: Round, seen: int) -> Round:
    """Start the clock for the next box of a round that is played box by box. `seen` is the box on the person's screen:
    refused if another screen has gone on since."""
    round_ = _open_round(by, round_)
    if not round_.rules.one_by_one or round_.clock_started_at is None:
        raise Refused("no_next_question", _("The clock is not running for single questions."))
    if seen != round_.clock_box:
        raise Refused("clock_moved", _("The next question was started on another screen."))
    if is_last_question(round_):
        raise Refused("last_question", _("This was the last question."))
    return _set(by, round_, "clock.next", timezone.now(), None, seen + 1)


@transaction.atomic
def stop(*, by: User, round_: Round) -> Round:
    round_ = _open_round(by, round_)
    if round_.clock_started_at is None or round_.clock_stopped_at is not None:
        raise Refused("clock_not_running", _("The clock is not running."))
    return _set(by, round_, "clock.stopped", round_.clock_started_at, timezone.now())


@transaction.atomic
def go_on(*, by: User, round_: Round) -> Round:
    """Let a stopped clock run on; the time it stood is given back."""
    round_ = _open_round(by, round_)
    if round_.clock_started_at is None or round_.clock_stopped_at is None:
        raise Refused("clock_not_stopped", _("The clock is not stopped."))
    stood = timezone.now() - round_.clock_stopped_at
    return _set(by, round_, "clock.continued", round_.clock_started_at + stood, None)


@transaction.atomic
def add_time(*, by: User, round_: Round, minutes: int) -> Round:
    """Give everybody some more minutes, also after the time is up."""
    round_ = _open_round(by, round_)
    if round_.clock_started_at is None:
        raise Refused("clock_not_running", _("The clock is not running."))
    if not 1 <= minutes <= limits.EXTRA_MINUTES:
        raise Refused("clock_minutes", _("Give from 1 to %(most)s minutes.") % {"most": limits.EXTRA_MINUTES})
    later = round_.clock_started_at + minutes * MINUTE
    return _set(by, round_, "clock.extended", later, round_.clock_stopped_at)


def _open_round(by: User, round_: Round) -> Round:
    require(by, "run", round_.event)
    current = locked(round_)
    if current.status != Round.Status.OPEN:
        raise Refused("round_not_open", _("%(round)s is not open, so it has no clock.") % {"round": current.name})
    return current


def _set(
    by: User, round_: Round, verb: str, started: datetime, stopped: datetime | None, box: int | None = None
) -> Round:
    before = _facts(round_)
    round_.clock_started_at, round_.clock_stopped_at = started, stopped
    round_.clock_box = round_.clock_box if box is None else box
    round_.save(update_fields=["clock_started_at", "clock_stopped_at", "clock_box"])
    audit.record(round_.event, by, verb, round_, before=before, after=_facts(round_))
    return round_


def _facts(round_: Round) -> dict[str, str | int | None]:
    moments = {"clock_started_at": round_.clock_started_at, "clock_stopped_at": round_.clock_stopped_at}
    facts = {name: moment.isoformat() if moment else None for name, moment in moments.items()}
    return {**facts, "clock_box": round_.clock_box} if round_.rules.one_by_one else {**facts}
