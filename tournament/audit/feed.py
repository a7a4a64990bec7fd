"""The feed of an event's changes, numbered in the order of commit: all of them, and those that public pages follow.

A row says what kind of change it is, never its content. Pages and caches follow only the number. What changes the
public's view (a publication) gets the next million, so that the number tells nobody how much was decided before it.
"""

from django.utils import timezone

from ..models import Change, ChangeHead, Event
from .verbs import VERBS

PUBLICATION = "publication"
MILLION = 1_000_000
LIVE = {Event.Visibility.PROVISIONAL, Event.Visibility.FINAL}


def add(event: Event, kind: str, subject: int | None = None) -> int | None:
    """Add a change with the event's next numbers. Returns the public one; None if the event has no live public pages.

    Call it last in the transaction, after `audit.record`: it locks the event's counters until commit, so that a
    publication at the same moment comes either before or after.
    """
    head = ChangeHead.objects.select_for_update().get_or_create(event_id=event.pk)[0]
    head.record_number += 1
    is_public = kind == PUBLICATION or _reads_live(event.pk)
    if is_public:
        head.number = after_publications(head.number) if kind == PUBLICATION else head.number + 1
    head.save(update_fields=["number", "record_number"])
    number = head.number if is_public else None
    Change.objects.create(
        event_id=event.pk,
        number=number,
        record_number=head.record_number,
        kind=kind,
        subject=subject,
        at=timezone.now(),
    )
    return number


def after_publications(number: int, count: int = 1) -> int:
    """The number of an event after so many publications, from the number before them."""
    return (number // MILLION + count) * MILLION


def add_decision(event: Event, verb: str, subject: int | None) -> None:
    """Add a decision of the audit trail. A change of what the public sees is added in every state of the event."""
    kind = PUBLICATION if verb == "event.published" else verb.partition(".")[0]
    if VERBS[verb].public:
        add(event, kind, subject)


def _reads_live(event_id: int) -> bool:
    """Reads the event again under the counter's lock, as it may have changed in this transaction."""
    visibility, copy = Event.objects.values_list("visibility", "shown").get(pk=event_id)
    return visibility in LIVE and copy is None
