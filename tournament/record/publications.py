"""What the public is shown of an event: which state may follow which, the copies that were made, and what is signed."""

import hashlib
import json
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, timedelta
from itertools import pairwise

from django.utils import timezone
from django.utils.translation import gettext as _

from ..models import Event, Publication, PublishedPage, Round
from .notes import Correction, corrections

HIDDEN, PROVISIONAL, FROZEN, EMBARGOED, FINAL = Event.Visibility
CUT_OFF_AFTER = timedelta(seconds=60)  # no page takes as long
CARD = "card"  # where a copy keeps how the event was announced; no address of a page is like it


@dataclass(frozen=True)
class FinalCopy:
    """A signed copy with what was changed after the one before it."""

    publication: Publication
    notes: tuple[Correction, ...]
    is_last: bool

    @property
    def document_digest(self) -> str:
        return document_digest(self.publication)

    @property
    def size(self) -> int:
        return len(unpack(self.publication.document))


def pack(body: bytes) -> bytes:
    """A page or an export as a copy keeps it."""
    return zlib.compress(body, 6)


def unpack(kept: bytes | memoryview) -> bytes:
    return zlib.decompress(kept)


def not_final_yet(event: Event) -> str:
    """Why the event's results cannot be published as final, or nothing. A round that stayed planned was not played."""
    rounds = list(event.rounds.all())
    left = [
        round_.name for round_ in rounds if round_.status not in {Round.Status.PLANNED, Round.Status.FINAL}
    ]
    if left:
        said = _("These rounds are not final yet: %(rounds)s. Make them final first.")
        return said % {"rounds": ", ".join(left)}
    if not any(round_.status == Round.Status.FINAL for round_ in rounds):
        return _("No round is final yet.")
    return ""


def in_the_way(event: Event, visibility: str) -> str:
    """Why the public cannot be shown this from now on, or nothing. To hide everything and to show everything as it
    comes in is always possible; it ends what was frozen."""
    if visibility in {HIDDEN, PROVISIONAL}:
        return ""
    if unfinished(event):
        return _("A copy of the results is not finished. Make it anew, or give it up, first.")
    if visibility == event.visibility:
        return _("This is what the public sees already.")
    if visibility == FINAL:
        return not_final_yet(event)
    if event.visibility == FINAL:
        return _("Final results are public. Publish them as provisional first.")
    if visibility == FROZEN and event.visibility == HIDDEN:
        return _(
            "The public sees no results, so there are none to freeze. Publish provisional results first."
        )
    if visibility == FROZEN and event.visibility == EMBARGOED:
        return _("The results wait for the ceremony. Return to provisional results before you freeze them.")
    return ""


def choices(event: Event) -> dict[str, str]:
    """Every state with what is in its way, or nothing."""
    return {visibility: in_the_way(event, visibility) for visibility in Event.Visibility}


def unfinished(event: Event) -> Publication | None:
    """The copy that is being made, or that was cut off while it was."""
    return event.publications.filter(ready_at=None).last()


def is_being_made(copy: Publication) -> bool:
    """Whether pages of an unfinished copy were stored lately; else the process that made it is gone."""
    return copy.progressed_at is not None and timezone.now() - copy.progressed_at < CUT_OFF_AFTER


def find_page(publication: Publication, address: str, language: str) -> PublishedPage | None:
    """The page at an address of `views.addresses`, if it is in the copy."""
    return publication.pages.filter(address=address, language=language).first()


def has_language(publication: Publication, language: str) -> bool:
    return publication.pages.filter(language=language).exists()


# what is signed


def pages_digest(pages: Iterable[tuple[str, str, str, str]]) -> str:
    """SHA-256 in hex over all pages: for each (address, language, content type, SHA-256 of its body in hex), in this
    order, one line with tabs between; the lines sorted by their bytes."""
    lines = sorted("\t".join(each).encode() + b"\n" for each in pages)
    return hashlib.sha256(b"".join(lines)).hexdigest()


def document_digest(publication: Publication) -> str:
    return hashlib.sha256(unpack(publication.document)).hexdigest()


def statement(publication: Publication) -> bytes:
    """The text that is signed: which event, when, and by their digests the pages, the document and the audit trail."""
    lines = [
        "number-tournament final results 1",
        f"event: {publication.event.slug}",
        f"at: {publication.made_at.astimezone(UTC).isoformat()}",
        f"pages: {publication.digest}",
        f"document: {document_digest(publication)}",
        f"audit: {publication.audit_number}:{publication.audit_hash}",
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def read_statement(text: bytes) -> dict[str, str]:
    """What a statement says, by the word before each colon. A line without one is left out."""
    lines = text.decode("utf-8", "replace").splitlines()
    return {name: said for name, colon, said in (line.partition(": ") for line in lines) if colon}


# how the event itself was announced


def card(event: Event) -> bytes:
    """What other pages than its own say of an event."""
    return json.dumps(
        {"name": event.name, "accent": event.accent, "held_on": event.held_on.isoformat()}
    ).encode()


def as_announced(*events: Event) -> None:
    """Give events whose public pages are a copy the name, the date and the colour of that copy. One query, if any is."""
    copied = [event for event in events if event.shown_id]
    if not copied:
        return
    kept = PublishedPage.objects.filter(publication__in=[event.shown_id for event in copied], address=CARD)
    cards = {page.publication_id: json.loads(unpack(page.body)) for page in kept}
    for event in copied:
        if said := cards.get(event.shown_id):
            event.name, event.accent = said["name"], said["accent"]
            event.held_on = date.fromisoformat(said["held_on"])


# the final copies


def finals(event: Event) -> list[FinalCopy]:
    """All that are ready, the last one first; what was noted since the last is not public and is in none of them."""
    made = list(event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False))
    if not made:
        return []
    said = corrections(event)
    noted = [(), *(tuple(_between(said, before, after)) for before, after in pairwise(made))]
    copies = [FinalCopy(each, notes, each.pk == made[-1].pk) for each, notes in zip(made, noted, strict=True)]
    return copies[::-1]


def _between(said: Iterable[Correction], before: Publication, after: Publication) -> Iterable[Correction]:
    return (each for each in said if before.audit_number < each.number <= after.audit_number)
