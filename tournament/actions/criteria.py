"""What an event compares its entrants by: the chain of criteria (NT-ST-2)."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from judging.results.chains import ROUND, read_chain

from ..models import Event, Round, User
from ..permissions import require
from ..record.criteria import rounds_by_key
from ..sentences import sentence
from . import audit
from .refusals import Refused, invalid


@transaction.atomic
def choose(*, by: User, event: Event, criteria: Sequence[str]) -> Event:
    """Compare entrants by these criteria, names of `judging.results.chains`, the first one first.

    Raises Refused with a sentence for each name that cannot stand where it does, under `criterion-1`, `criterion-2`, …;
    and `published_as_final` once the results are: places that were announced change by a re-score alone.
    """
    require(by, "run", event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    names = list(criteria)
    _check(event, names)
    if names == event.criteria:
        return event
    not_published_as_final(event)
    before, event.criteria = event.criteria, names
    event.save(update_fields=["criteria"])
    audit.record(event, by, "event.criteria", event, before={"criteria": before}, after={"criteria": names})
    return event


def _check(event: Event, names: list[str]) -> None:
    _chain, problems = read_chain(names, rounds_by_key(event))
    if problems:
        raise invalid(
            **{f"criterion-{(each.at or 0) + 1}": sentence(each.message) for each in reversed(problems)}
        )


def not_published_as_final(event: Event) -> None:
    if event.visibility == Event.Visibility.FINAL:
        said = _("The results are published as final. Publish them as provisional first.")
        raise Refused("published_as_final", said)


def locked_until_final(by: User, capability: str, event: Event) -> Event:
    """The event, locked, for whoever may do this: its results are not published as final between our look and our commit."""
    require(by, capability, event)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    not_published_as_final(event)
    return event


def exchange_rounds(event: Event, one: int, other: int) -> None:
    """Two rounds exchanged their positions: a criterion goes on speaking of its own round."""
    turned = {f"{ROUND}{one}": f"{ROUND}{other}", f"{ROUND}{other}": f"{ROUND}{one}"}
    names = [turned.get(name, name) for name in event.criteria]
    if names != event.criteria:
        event.criteria = names
        event.save(update_fields=["criteria"])


def not_asked_for(round_: Round) -> None:
    """Refuse to take a round off the programme while places go by it."""
    if f"{ROUND}{round_.position}" in round_.event.criteria:
        said = _("Places go by the points of %(round)s. Choose other criteria first.")
        raise Refused("in_criteria", said % {"round": round_.name})
