"""Which visibility an event may change to, its copies, and the text that is signed."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _, ngettext

from ..audit.corrections import Correction, corrections
from ..disputes.filing import open_windows
from ..models import Dispute, Event, Publication, Round
from ..models.publications import unfinished as unfinished
from ..results.open_items import work_left
from ..series.fixtures import unfinished_series
from ..web.published.storage import unpack

HIDDEN, PROVISIONAL, FROZEN, EMBARGOED, FINAL = Event.Visibility


@dataclass(frozen=True)
class FinalCopy:
    """A signed copy with the corrections since the previous one."""

    publication: Publication
    notes: tuple[Correction, ...]
    is_last: bool

    @property
    def document_digest(self) -> str:
        return document_digest(self.publication)

    @property
    def size(self) -> int:
        return len(unpack(self.publication.document)) if self.publication.document else 0


def not_final_yet(event: Event) -> str:
    """Why the results cannot be published as final, or "". Planned rounds were not played and are ignored. Series of
    live games decide only where there is no round (SE-35)."""
    rounds = list(event.rounds.all())
    if not rounds and event.series.exists():
        return games_left(event)
    left = [round_.name for round_ in rounds if round_.status not in {Round.Status.PLANNED, Round.Status.FINAL}]
    if left:
        text = _("These rounds are not final yet: %(rounds)s. Make them final first.")
        return text % {"rounds": ", ".join(left)}
    if not any(round_.status == Round.Status.FINAL for round_ in rounds):
        return _("No round is final yet.")
    return ""


def games_left(event: Event) -> str:
    """A sentence that names the series that are not over, or ""."""
    left = ", ".join(each.name for each in unfinished_series(event))
    return _("These series have games that are not over: %(series)s.") % {"series": left} if left else ""


def open_items(event: Event) -> list[str]:
    """A sentence for everything that is open before results are announced: rounds, sheets, lines, signatures, disputes
    and their windows. Ties are left out."""
    sentences = [not_final_yet(event), *work_left(event), *(each.sentence for each in open_windows(event))]
    return [sentence for sentence in sentences if sentence]


def not_settled(disputes: Iterable[Dispute]) -> str:
    """A sentence that names the disputes that are not settled."""
    named = [
        _("%(dispute)s (%(who)s, %(round)s)")
        % {"dispute": each.pk, "who": each.sheet.owner.label, "round": each.sheet.round.name}
        for each in disputes
    ]
    return ngettext(
        "This dispute is not settled: %(disputes)s.", "These disputes are not settled: %(disputes)s.", len(named)
    ) % {"disputes": ", ".join(named)}


def state(event: Event) -> dict[str, Any]:
    """The visibility and the id of the copy shown, as the audit trail stores them."""
    return {"visibility": event.visibility, "publication": event.shown_id}


def shows_frozen(event: Event) -> bool:
    """Whether the public reads frozen results, before an embargo or during one."""
    copy = event.shown if event.visibility in {FROZEN, EMBARGOED} else None
    return copy is not None and copy.kind == Publication.Kind.FREEZE


def obstacle(event: Event, visibility: str, keep_frozen: bool = True) -> str:
    """Why the visibility cannot be changed to this now, or "". Hidden and provisional are always possible. Without
    `keep_frozen`, frozen results that an embargo kept are taken away."""
    if visibility in {HIDDEN, PROVISIONAL}:
        return ""
    copy = unfinished(event)
    if copy is not None and copy.is_being_made:
        return _("A copy of the results is being made. Wait until it is ready, or cancel it.")
    if copy is not None:
        return _("A copy of the results is not finished. First make a new copy, or cancel it.")
    if visibility == event.visibility and (keep_frozen or not shows_frozen(event)):
        return _("The public sees this already.")
    if visibility == FINAL:
        return not_final_yet(event)
    if event.visibility == FINAL:
        return _("Final results are public. Publish them as provisional first.")
    if visibility == FROZEN and event.visibility == HIDDEN:
        return _("The public sees no results, so there are none to freeze. Publish provisional results first.")
    if visibility == FROZEN and event.visibility == EMBARGOED:
        return _("The results are embargoed until the ceremony. Return to provisional results before you freeze them.")
    return ""


def takes_back(event: Event, visibility: str) -> bool:
    """Whether this takes back final results or hides frozen ones, which needs a reason."""
    hides_frozen = event.visibility == FROZEN and visibility == HIDDEN
    return hides_frozen or event.visibility == FINAL != visibility


def refused(event: Event) -> dict[str, str]:
    """{visibility: why the event cannot change to it now}"""
    sentences = {each: obstacle(event, each) for each in Event.Visibility if each != event.visibility}
    return {visibility: sentence for visibility, sentence in sentences.items() if sentence}


# what is signed


def pages_digest(pages: Iterable[tuple[str, str, str, str]]) -> str:
    """SHA-256 in hex over one line per page, sorted by bytes: address, language, content type and SHA-256 of the body
    in hex, with tabs between them."""
    lines = sorted("\t".join(each).encode() + b"\n" for each in pages)
    return hashlib.sha256(b"".join(lines)).hexdigest()


def document_digest(publication: Publication) -> str:
    if publication.document is None:
        return publication.withdrawn_document
    return hashlib.sha256(unpack(publication.document)).hexdigest()


def statement(publication: Publication) -> bytes:
    """The text that is signed: event, time, and digests of the pages, the document and the audit trail."""
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
    """{word before the colon: rest of the line}, without lines that have no colon."""
    lines = text.decode("utf-8", "replace").splitlines()
    return {name: text for name, colon, text in (line.partition(": ") for line in lines) if colon}


# how the event itself was announced


def card(event: Event) -> bytes:
    """The event's name, accent and date as JSON, for pages outside the event."""
    return json.dumps({"name": event.name, "accent": event.accent, "held_on": event.held_on.isoformat()}).encode()


# the final copies


def shows_signed(event: Event, able: frozenset[str]) -> bool:
    """Whether someone with these capabilities may read signed copies now: those from before an embargo wait for the
    ceremony like all results, except for judges and organisers."""
    return not event.is_embargoed or "desk" in able


def finals(event: Event) -> list[FinalCopy]:
    """All finished final copies, latest first. Corrections after the last one are not public yet and in none of
    them."""
    made = list(event.publications.filter(kind=Publication.Kind.FINAL, ready_at__isnull=False))
    if not made:
        return []
    notes = corrections(event)
    noted = [(), *(tuple(_between(notes, before, after)) for before, after in pairwise(made))]
    last = made[-1].pk if made[-1].withdrawn_at is None else None
    copies = [FinalCopy(each, notes, each.pk == last) for each, notes in zip(made, noted, strict=True)]
    return copies[::-1]


def _between(notes: Iterable[Correction], before: Publication, after: Publication) -> Iterable[Correction]:
    return (each for each in notes if before.audit_number < each.number <= after.audit_number)
