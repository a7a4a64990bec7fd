"""The feed of changes: what the public pages of an event must hear of, numbered in the order of commit.

A row says of what kind a change is and never what it says. Pages and caches follow the number alone.
"""

from django.utils import timezone

from ..models import Change, ChangeHead, Event
from ..record.verbs import VERBS

PUBLICATION = "publication"
LIVE = {Event.Visibility.PROVISIONAL, Event.Visibility.FINAL}


def moved(event: Event, kind: str, subject: int | None = None) -> int | None:
    """Give the event's next number to a change; the number, or None where the public reads no live page of it.

    Call it last in the transaction and after `audit.record`: it holds the event's counter until commit, also where
    there is nothing to tell, so that whoever publishes at this moment does so before us or after us.
    """
    head = ChangeHead.objects.select_for_update().get_or_create(event_id=event.pk)[0]
    if kind != PUBLICATION and not _reads_live(event.pk):
        return None
    head.number += 1
    head.save(update_fields=["number"])
    Change.objects.create(
        event_id=event.pk, number=head.number, kind=kind, subject=subject, at=timezone.now()
    )
    return head.number


def decided(event: Event, verb: str, subject: int | None) -> None:
    """Tell of a decision that was entered in the audit trail. What is about the public's view itself is heard of in
    every state of an event."""
    kind = PUBLICATION if verb == "event.published" else verb.partition(".")[0]
    if VERBS[verb].public:
        moved(event, kind, subject)


def _reads_live(event_id: int) -> bool:
    """Asked under the counter's lock, past what this transaction has read of the event before."""
    return Event.objects.filter(pk=event_id, visibility__in=LIVE, shown=None).exists()
