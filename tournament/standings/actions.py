"""Choosing the ranking criteria of an event (NT-ST-2)."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from judging.results.criteria import ROUND, read_chain

from ..audit import trail as audit
from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..models import Event, Round, User
from ..web.permissions import require, require_locked
from .criteria import rounds_by_key


@transaction.atomic
def choose(*, by: User, event: Event, criteria: Sequence[str]) -> Event:
    """Compare entrants by these criteria, the first one first.

    Refused with a sentence for each misplaced name, under `criterion-1`, `criterion-2`, …; and
    `published_as_final` if the results are final: announced places change only by a re-score.
    """
    event = require_locked(by, "run", event)
    names = list(criteria)
    _check(event, names)
    if names == event.criteria:
        return event
    refuse_if_final(event)
    before, event.criteria = event.criteria, names
    event.save(update_fields=["criteria"])
    audit.record(event, by, "event.criteria", event, before={"criteria": before}, after={"criteria": names})
    return event


def _check(event: Event, names: list[str]) -> None:
    _chain, problems = read_chain(names, rounds_by_key(event))
    if problems:
        raise invalid(
            **{f"criterion-{(problem.at or 0) + 1}": sentence(problem.message) for problem in reversed(problems)}
        )


def refuse_if_final(event: Event) -> None:
    if event.has_final_results:
        text = _("The results are published as final. Publish them as provisional first.")
        raise Refused("published_as_final", text)


def locked_until_final(by: User, capability: str, event: Event) -> Event:
    """The event with its row locked, so that its results cannot become final before the caller commits."""
    require(by, capability, event)
    event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
    refuse_if_final(event)
    return event


def exchange_rounds(event: Event, one: int, other: int) -> None:
    """Let criteria follow two rounds that exchanged their positions."""
    renamed = {f"{ROUND}{one}": f"{ROUND}{other}", f"{ROUND}{other}": f"{ROUND}{one}"}
    names = [renamed.get(name, name) for name in event.criteria]
    if names != event.criteria:
        event.criteria = names
        event.save(update_fields=["criteria"])


def refuse_if_in_criteria(round_: Round) -> None:
    """Refuse to take a round off the programme while a criterion uses its points."""
    if f"{ROUND}{round_.position}" in round_.event.criteria:
        text = _("The ranking criteria use the points of %(round)s. Choose other criteria first.")
        raise Refused("in_criteria", text % {"round": round_.name})
