"""The state of a proposal: its sentences, and whether it is up to date."""

from collections.abc import Iterable

from ..audit.sentences import stored_sentence
from ..common.wording.sentences import sentence
from ..models import AuditEntry, Event, Rescore, Result
from . import changes


def proposed_words(rescores: Iterable[Rescore]) -> dict[int, list[str]]:
    """{re-score id: the sentences of its proposal}"""
    entries = AuditEntry.objects.filter(
        verb="rescore.proposed", subject="rescore", subject_id__in=[each.pk for each in rescores]
    )
    return {
        each.subject_id: [stored_sentence(change) for change in (each.after or {}).get("changes", [])]
        for each in entries
        if each.subject_id
    }


def changed_since(rescore: Rescore) -> set[tuple[int, int]]:
    """The (round, entrant) ids whose result has changed since the effect was calculated."""
    results = Result.objects.filter(round__in=rescore.changed_rounds)
    in_force, prepared = (
        set(each.exclude(version=0).values_list("round", "entrant", "version"))  # version 0 is no result
        for each in (results.in_force(), results.filter(generation=rescore.pk))
    )
    return {(round_id, entrant_id) for round_id, entrant_id, _version in in_force ^ prepared}


def decided_since(rescore: Rescore) -> int:
    """How many decisions were recorded since the effect was calculated. They may change the places it shows."""
    since = AuditEntry.objects.filter(event_id=rescore.event_id, number__gt=rescore.base)
    return since.exclude(verb__in=["rescore.proposed", "rescore.signed", "rescore.dropped"]).count()


def outdated_changes(rescore: Rescore) -> list[str]:
    """The sentences of the changes whose current value is no longer `before`."""
    event = rescore.event
    return [sentence(each.describe(event)) for each in changes.read(rescore.changes) if not each.is_current(event)]


def needed(rescore: Rescore, event: Event) -> int:
    """How many people must agree to the re-score, including the proposer and the person who applies it, by the event's
    settings now. A ruling needs its number of judges; so does any other re-score if the event asks for a second
    person."""
    second = event.rescore_needs_second
    asks = event.judges_per_ruling if second or changes.contain_ruling(rescore.changes) else 1
    return max(asks, 2 if second else 1)
