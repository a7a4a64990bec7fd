"""What applying a re-score writes, by the kind of change. Each runs inside `rescores.apply`'s transaction."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone

from ..models import (
    Event,
    Keying,
    PairSignature,
    Puzzle,
    Rescore,
    Round,
    Ruling,
    Signature,
    User,
)
from ..permissions import capabilities
from ..record import changes as kinds


def perform(change: Any, event: Event, by: User, rescore: Rescore) -> None:
    """Make one change; `by` is who applies the re-score."""
    _PERFORM[change.kind](change, event, by, rescore)


def _set_puzzle(change: kinds.PuzzleChange, event: Event, by: User, rescore: Rescore) -> None:
    Puzzle.objects.filter(pk=change.puzzle).update(active=change.version)


def _set_void(change: kinds.VoidChange, event: Event, by: User, rescore: Rescore) -> None:
    Puzzle.objects.filter(pk=change.puzzle).update(void_boxes=list(change.boxes))


def _set_edition(change: kinds.EditionChange, event: Event, by: User, rescore: Rescore) -> None:
    Round.objects.filter(pk=change.round).update(edition=change.edition)


def _set_kin(change: kinds.KinChange, event: Event, by: User, rescore: Rescore) -> None:
    Event.objects.filter(pk=event.pk).update(kin_counts_as=change.counts_as)


def _rule(change: kinds.RulingChange, event: Event, by: User, rescore: Rescore) -> None:
    ruling: Ruling = change.ruling(event)
    judges = _judges(event, by, rescore)
    ruling.given_by, ruling.given_at, ruling.needs = rescore.proposed_by, timezone.now(), len(judges)
    ruling.save()
    Signature.objects.bulk_create(
        Signature(ruling=ruling, judge=judge, signed_at=ruling.given_at) for judge in judges
    )


def _rule_on_pair(change: kinds.PairChange, event: Event, by: User, rescore: Rescore) -> None:
    ruling = change.ruling(event)
    judges = _judges(event, by, rescore)
    ruling.given_by, ruling.given_at, ruling.needs = rescore.proposed_by, timezone.now(), len(judges)
    ruling.save()
    PairSignature.objects.bulk_create(
        PairSignature(ruling=ruling, judge=judge, signed_at=ruling.given_at) for judge in judges
    )


def _judges(event: Event, by: User, rescore: Rescore) -> list[User]:
    """Who signs a ruling, so that it holds at once: it is the proposer's, and whoever applies it signs too if she is
    another judge."""
    is_another = by != rescore.proposed_by and "rule" in capabilities(by, event)
    return [rescore.proposed_by, by] if is_another else [rescore.proposed_by]


def _set_keying(change: kinds.KeyingChange, event: Event, by: User, rescore: Rescore) -> None:
    if change.before:
        Keying.objects.filter(pk=change.before).update(state=Keying.State.SUPERSEDED)
    if change.keying:
        Keying.objects.filter(pk=change.keying).update(state=Keying.State.AGREED)


_PERFORM: dict[str, Callable[[Any, Event, User, Rescore], None]] = {
    "puzzle": _set_puzzle,
    "void": _set_void,
    "edition": _set_edition,
    "kin": _set_kin,
    "ruling": _rule,
    "pair": _rule_on_pair,
    "keying": _set_keying,
}
