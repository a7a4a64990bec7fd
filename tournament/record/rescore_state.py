"""Where a re-score stands: what it was proposed as, whether it still fits the record, and who may apply it."""

from collections.abc import Iterable

from ..models import AuditEntry, Membership, Rescore, Result, Role, User
from . import changes


def proposed_words(rescores: Iterable[Rescore]) -> dict[int, list[str]]:
    """What each would change, in the words in which it was proposed; one query, whatever their number."""
    entries = AuditEntry.objects.filter(
        verb="rescore.proposed", subject="rescore", subject_id__in=[each.pk for each in rescores]
    )
    return {each.subject_id: (each.after or {}).get("changes", []) for each in entries}


def changed_since(rescore: Rescore) -> set[tuple[int, int]]:
    """The (round, entrant) whose result that holds has changed since the re-score was worked out; two queries."""
    results = Result.objects.filter(round__in=(rescore.effect or {}).get("rounds", []))
    held, prepared = (
        set(each.exclude(version=0).values_list("round", "entrant", "version"))  # 0 stands for no result
        for each in (results.in_force(), results.filter(generation=rescore.pk))
    )
    return {(round_id, entrant_id) for round_id, entrant_id, _version in held ^ prepared}


def decided_since(rescore: Rescore) -> int:
    """How many decisions the event has recorded since the re-score was worked out: where results of other rounds or
    the roster changed, the places it shows are those of then. One query."""
    since = AuditEntry.objects.filter(event_id=rescore.event_id, number__gt=rescore.base)
    return since.exclude(verb__in=["rescore.proposed", "rescore.dropped"]).count()


def moved_on(rescore: Rescore) -> list[str]:
    """The changes that no longer fit, since what they would change has changed meanwhile; in words."""
    event = rescore.event
    return [each.tell(event) for each in changes.read(rescore.changes) if not each.stands(event)]


def who_may_apply(rescore: Rescore) -> list[User]:
    """The people of the event who may apply it."""
    judges_alone = changes.hold_ruling(rescore.changes) and rescore.event.judges_per_ruling > 1
    roles = [Role.JUDGE] if judges_alone else [Role.JUDGE, Role.ORGANISER]
    members = Membership.objects.filter(event=rescore.event, role__in=roles)
    found = User.objects.filter(pk__in=members.values("user"), is_active=True)
    if rescore.needs_second:
        found = found.exclude(pk=rescore.proposed_by_id)
    return list(found.order_by("first_name", "username"))
