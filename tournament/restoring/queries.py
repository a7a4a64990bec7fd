"""What happened in each event since a backup."""

from dataclasses import dataclass
from datetime import datetime

from ..backups.files import Manifest
from ..models import AuditEntry, Event, Keying
from .one_event import obstacles


@dataclass(frozen=True)
class EventSince:
    """An event of a backup. `entries` counts those of its audit trail since then, None if the trail is another one by
    now; `sheets` those handed in. `event` is None if it is not here any more. `obstacles`: why it cannot go back
    alone."""

    slug: str
    event: Event | None
    entries: int | None = 0
    sheets: int = 0
    obstacles: tuple[str, ...] = ()


def events_since(manifest: Manifest) -> list[EventSince]:
    present = {each.slug: each for each in Event.objects.all()}
    made_at = datetime.fromisoformat(manifest.made_at)
    return [_since(slug, present.get(slug), facts["audit"], made_at) for slug, facts in sorted(manifest.events.items())]


def _since(slug: str, event: Event | None, head: str, made_at: datetime) -> EventSince:
    if event is None:
        return EventSince(slug, None)
    number, _colon, digest = head.partition(":")
    entries = AuditEntry.objects.filter(event_id=event.pk)
    goes_on = entries.filter(number=number or 0, hash=digest).exists()
    return EventSince(
        slug,
        event,
        entries.filter(number__gt=number).count() if goes_on else None,
        Keying.objects.filter(sheet__round__event=event, closed_at__gt=made_at).exclude(state="dropped").count(),
        tuple(obstacles(event, made_at)),
    )
