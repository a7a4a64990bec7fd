"""Whose points and lines a re-score decides on, and so who may apply it."""

from collections.abc import Iterable
from functools import singledispatch

from ..models import Event, Membership, Rescore, Role, Sheet, User
from ..roster.relations import related_to
from ..rulings import actions as rulings
from ..same_method_rulings import actions as sameness
from . import changes
from .changes import KeyingChange, PairChange, RescoreChange, RulingChange
from .state import changed_since, needs_second


def touched(rescore: Rescore, since: set[tuple[int, int]] | None = None) -> set[int]:
    """The ids of the entrants whom the changes name, whose points change, or whose result has changed since that was
    calculated (`since`, if the caller has asked `state.changed_since`)."""
    found = {each["entrant"] for each in (rescore.effect or {}).get("points", [])}
    found |= {entrant_id for _round_id, entrant_id in (changed_since(rescore) if since is None else since)}
    return found.union(*(named(each, rescore.event) for each in changes.read(rescore.changes)))


def who_may_apply(rescore: Rescore, since: set[tuple[int, int]] | None = None) -> list[User]:
    """The people of the event who may apply it: neither the proposer of one that needs a second person nor who is related to
    somebody it decides on."""
    judges_alone = changes.contain_ruling(rescore.changes) and rescore.event.judges_per_ruling > 1
    roles = [Role.JUDGE] if judges_alone else [Role.JUDGE, Role.ORGANISER]
    members = Membership.objects.filter(event=rescore.event, role__in=roles)
    found = User.objects.filter(pk__in=members.values("user"), is_active=True)
    if needs_second(rescore, rescore.event):
        found = found.exclude(pk=rescore.proposed_by_id)
    found = found.exclude(pk__in=related_to(touched(rescore, since)))
    return list(found.order_by("first_name", "username"))


@singledispatch
def named(change: RescoreChange, event: Event) -> Iterable[int]:
    """The ids of the entrants whose own lines or sheets the change decides on; none if it is for everybody alike."""
    return ()


@named.register
def _sheet(change: KeyingChange, event: Event) -> Iterable[int]:
    return Sheet.objects.filter(pk=change.sheet).values_list("entrant", flat=True)


@named.register
def _line(change: RulingChange, event: Event) -> Iterable[int]:
    return rulings.written_by([change.ruling(event)])


@named.register
def _pair(change: PairChange, event: Event) -> Iterable[int]:
    return sameness.written_by(event, change.ruling(event))
