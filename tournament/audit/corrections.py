"""Published corrections: the notes that go with applied re-scores and with changes of final results."""

from dataclasses import dataclass
from datetime import datetime

from judging.messages import Message

from ..common.wording.stored_words import read
from ..models import AuditEntry, Event


@dataclass(frozen=True)
class Correction:
    """The public note of an applied re-score or of a correction of final results; `number` is its audit entry's."""

    at: datetime
    note: Message | str
    number: int


def corrections(event: Event) -> list[Correction]:
    """The corrections of the event, latest first; one query."""
    noted = AuditEntry.objects.filter(event_id=event.pk, verb__in=NOTED).order_by("-number")
    rows = noted.values_list("at", "after", "number")
    return [Correction(at, read(after["note"]), number) for at, after, number in rows if after and after.get("note")]


NOTED = ("rescore.applied", "publication.noted")  # entries whose notes are public
