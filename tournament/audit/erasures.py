"""Whether what is missing from an event's audit trail was erased by the action that may do so."""

from ..models import Anonymisation, AuditEntry, Event

VERB = "event.anonymised"


def fault(event: Event) -> str:
    """The fault in the erasures of a trail whose entries follow each other, or ""."""
    trail = AuditEntry.objects.filter(event_id=event.pk).order_by("number")
    recorded = list(trail.filter(verb=VERB).values_list("number", flat=True))
    done = Anonymisation.objects.filter(event=event)
    if done.filter(ended_at=None).exists() or len(recorded) != done.count():
        return "names were removed without an entry that says so."
    last = max(recorded, default=0)
    erased = trail.exclude(personal=None).exclude(personal=[]).filter(salt="")
    if (missing := erased.filter(number__gt=last).first()) is not None:
        return f"the texts of entry {missing.number} are missing, and no later entry says that names were removed."
    return ""
