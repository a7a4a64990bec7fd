"""Making the changes of a re-score, within the transaction of `rescores.apply`."""

from functools import singledispatch

from django.utils import timezone

from ..models import Event, Keying, Rescore, User
from ..web.permissions import capabilities
from .changes import FieldChange, KeyingChange, PairChange, RescoreChange, RulingChange


@singledispatch
def perform(change: RescoreChange, event: Event, by: User, rescore: Rescore) -> None:
    """Make one change; `by` is who applies the re-score."""
    raise NotImplementedError(change.kind)


@perform.register
def _set_field(change: FieldChange, event: Event, by: User, rescore: Rescore) -> None:
    change.row(event).update(**{change.column: getattr(change, change.new_field)})


@perform.register
def _rule(change: RulingChange | PairChange, event: Event, by: User, rescore: Rescore) -> None:
    """Give the proposer's ruling. If another judge applies it, they sign it too."""
    is_another = by != rescore.proposed_by and "rule" in capabilities(by, event)
    judges = [rescore.proposed_by, by] if is_another else [rescore.proposed_by]
    ruling = change.ruling(event)
    ruling.given_by, ruling.given_at, ruling.needs = rescore.proposed_by, timezone.now(), len(judges)
    ruling.save()
    for judge in judges:
        ruling.signatures.create(judge=judge, signed_at=ruling.given_at)


@perform.register
def _set_keying(change: KeyingChange, event: Event, by: User, rescore: Rescore) -> None:
    Keying.objects.filter(pk=change.before).update(state=Keying.State.SUPERSEDED)
    Keying.objects.filter(pk=change.keying).update(state=Keying.State.AGREED)
