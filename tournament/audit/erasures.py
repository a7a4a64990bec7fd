"""Whether what is missing from an event's audit trail was erased by the action that may do so."""

from ..models import Anonymisation, AuditEntry, Event
from . import personal

VERB = "event.anonymised"


def fault(event: Event) -> str:
    """What is wrong with the erasures of a trail whose entries follow each other, or ""."""
    trail = AuditEntry.objects.filter(event_id=event.pk).order_by("number")
    recorded = dict(trail.filter(verb=VERB).values_list("number", "after"))
    done = Anonymisation.objects.filter(event=event)
    if done.filter(ended_at=None).exists() or len(recorded) != done.count():
        return "names were removed without an entry that says so."
    last = max(recorded, default=0)
    erased = trail.exclude(personal=None).exclude(personal=[]).filter(salt="")
    if (missing := erased.filter(number__gt=last).first()) is not None:
        return f"the texts of entry {missing.number} are missing, and no later entry says that names were removed."
    return _fault_of_seals(trail.filter(format=personal.SEALED), recorded)


def _fault_of_seals(sealed, recorded: dict[int, dict]) -> str:
    """The seals of old entries are those that the first removal recorded."""
    seals = list(sealed.values_list("number", "digest"))
    said = [after["sealed"] for after in recorded.values() if after and after.get("sealed")]
    if said != ([personal.seal_of_all(seals)] if seals else []):
        first = f"from {seals[0][0]} to {seals[-1][0]}" if seals else "that were sealed"
        return f"the old entries {first} are not those that were left when names were removed."
    return ""
