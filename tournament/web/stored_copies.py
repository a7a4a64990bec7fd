"""The stored pages of a published copy: packed, found by address, and the event as it was announced."""

import json
import zlib
from datetime import date

from ..models import Event, Publication, PublishedPage


def find_page(publication: Publication, address: str, language: str) -> PublishedPage | None:
    """The page at an address of `web.addresses`, if it is in the copy."""
    return publication.pages.filter(address=address, language=language).first()


def has_language(publication: Publication, language: str) -> bool:
    return publication.pages.filter(language=language).exists()


def pack(body: bytes) -> bytes:
    """A page or an export as a copy keeps it."""
    return zlib.compress(body, 6)


def unpack(kept: bytes | memoryview) -> bytes:
    return zlib.decompress(kept)


def as_announced(*events: Event) -> None:
    """Give events that show a copy the name, date and colour of that copy. At most one query."""
    copied = [event for event in events if event.shown_id]
    if not copied:
        return
    kept = PublishedPage.objects.filter(publication__in=[event.shown_id for event in copied], address=CARD)
    cards: dict[int | None, dict] = {page.publication_id: json.loads(unpack(page.body)) for page in kept}
    for event in copied:
        if card := cards.get(event.shown_id):
            event.name, event.accent = card["name"], card["accent"]
            event.held_on = date.fromisoformat(card["held_on"])


CARD = "card"  # where a copy keeps how the event was announced; no address of a page is like it
