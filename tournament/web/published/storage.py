"""The stored pages of a published copy: packed, found by address, and the event as it was announced."""

import json
import zlib
from datetime import date

from django.db.models import QuerySet

from ...models import Event, Publication, PublishedPage


class NotMade(Exception):
    """Pages of a held copy that are not made yet. They are asked for."""


def find_page(publication: Publication, address: str, language: str) -> PublishedPage | None:
    """The page at an address of `web.published.addresses`, if it is in the copy. Raises NotMade."""
    rows = made(publication.pages.filter(address=address, language=language))
    return rows[0] if rows else None


def made(pages: QuerySet[PublishedPage]) -> list[PublishedPage]:
    """These pages of a copy. Those of a held one are made once somebody asks for them: until then this raises
    NotMade."""
    rows = list(pages)
    if all(page.is_made for page in rows):
        return rows
    pages.filter(content_type=PublishedPage.UNMADE).update(content_type=PublishedPage.WANTED)
    raise NotMade


def has_language(publication: Publication, language: str) -> bool:
    return publication.pages.filter(language=language).exists()


def pack(body: bytes) -> bytes:
    """A page or an export as a copy keeps it."""
    return zlib.compress(body, 6)


def unpack(packed: bytes | memoryview) -> bytes:
    return zlib.decompress(packed)


def as_announced(*events: Event) -> None:
    """Give events that show a copy the name, date and colour of that copy. At most one query."""
    copied = [event for event in events if event.shown_id]
    if not copied:
        return
    rows = PublishedPage.objects.filter(publication__in=[event.shown_id for event in copied], address=CARD)
    cards: dict[int | None, dict] = {page.publication_id: json.loads(unpack(page.body)) for page in rows}
    for event in copied:
        if card := cards.get(event.shown_id):
            event.name, event.accent = card["name"], card["accent"]
            event.held_on = date.fromisoformat(card["held_on"])


CARD = "card"  # where a copy keeps how the event was announced; no address of a page is like it
