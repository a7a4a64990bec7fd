"""Files of halls: handed in from outside, or taken from an event of this site.

What a file says about itself is compared with what is registered; then it is counted again and compared with the rules
of the competition."""

import base64
import binascii
import hashlib
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused
from ..exports import public
from ..imports.table_reader import sentence as busy_sentence
from ..models import Competition, Event, Hall, HallFile, Publication, User
from ..publication import queries as published, signing
from ..uploaded_files import sandbox
from ..uploaded_files.refusals import CannotOpen
from ..web.permissions import capabilities, require
from ..web.published.storage import pack, unpack
from .queries import files_of, last_copy, read_copy, waiting_file
from .refusals import sentence
from .rules import CompetitionRules, FileRefusal, differences, rules_of


@dataclass(frozen=True)
class HandedIn:
    """What a hall hands in: its public export and, if that is signed, the signed text, the 64 bytes of the signature
    (or Base64) and the public key as PEM."""

    document: bytes
    statement: bytes = b""
    signature: bytes = b""
    public_key: bytes = b""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.document).hexdigest()

    @property
    def is_signed(self) -> bool:
        return bool(self.statement or self.signature or self.public_key)


@dataclass(frozen=True)
class FileVerdict:
    """Why a file is refused, or what a joint standing needs of it."""

    refusal: FileRefusal | None = None
    summary: dict[str, Any] | None = None


def hand_in(
    *, by: User, hall: Hall, document: bytes, statement: bytes = b"", signature: bytes = b"", public_key: bytes = b""
) -> HallFile:
    """Check the public export of a hall and store it with its verdict. It counts at once unless a signed file counts
    already; then it waits for `actions.count`. The file that counts, handed in again, changes nothing. Refused with the
    code of the verdict; the row of a refused file stays."""
    require(by, "run", hall.competition.event)
    sent = HandedIn(document, statement, signature, public_key)
    file = _stored(by, hall, sent, _verdict(hall, rules_of(hall.competition.event), sent))  # it counts before the lock
    if file.refusal:
        why = sentence(file.refusal["code"], file.refusal["facts"])
        raise Refused(file.refusal["code"], f"{hall.name}: {why}", status=422)
    return file


@transaction.atomic
def _stored(by: User, hall: Hall, sent: HandedIn, verdict: FileVerdict) -> HallFile:
    hall = locked(hall)
    event = hall.competition.event
    require(by, "run", event)
    if hall.withdrawn_at:
        raise Refused("withdrawn", _("%(hall)s is withdrawn. Readmit it first.") % {"hall": hall.name})
    last = hall.files.filter(refusal__isnull=True).exclude(document=None).last()
    if verdict.summary and last and last.digest == sent.digest and last.is_final == sent.is_signed:
        return last
    number = verdict.summary["audit"]["number"] if verdict.summary else 0
    refusal = verdict.refusal
    if verdict.summary and last and number < last.audit_number:
        refusal = FileRefusal("older", {})
    file = HallFile.objects.create(
        hall=hall,
        digest=sent.digest,
        audit_number=number,
        refusal=refusal and {"code": refusal.code, "facts": refusal.facts},
        handed_in_by=by,
        handed_in_at=timezone.now(),
        **({} if refusal else _stored_columns(sent, verdict)),
    )
    counts = refusal is None and (hall.counted is None or not hall.counted.is_final)
    after = {"digest": file.digest, "code": refusal.code if refusal else "", "hall": hall.slug}
    audit.record(event, by, "hall.handed_in", hall, after=after)
    if counts:
        count_now(hall, file)
    return file


def _verdict(hall: Hall, rules: CompetitionRules, sent: HandedIn) -> FileVerdict:
    """The verdict but for the order of files, which needs the row of the hall locked."""
    if len(sent.document) > limits.HALL_FILE:
        return FileVerdict(FileRefusal("large", {"megabytes": limits.HALL_FILE // limits.MB}))
    if refusal := _signature(hall, sent):
        return FileVerdict(refusal)
    try:
        counted, _parts = sandbox.opened("hall", sent.document)
    except CannotOpen as refused:
        if refused.code == "busy":
            raise Refused("busy", busy_sentence(refused), status=503) from refused
        return FileVerdict(FileRefusal(refused.code, {}))
    summary = counted["summary"]
    refusal = _contents(hall, rules, sent, counted["wrong"], summary)
    return FileVerdict(refusal, None if refusal else summary)


def _signature(hall: Hall, sent: HandedIn) -> FileRefusal | None:
    """What is wrong with the key and the signature (docs/decisions/signatures.md)."""
    if not sent.is_signed:
        return None
    if not (sent.statement and sent.signature and sent.public_key):
        return FileRefusal("incomplete", {})
    key = sent.public_key.decode("utf-8", "replace")
    try:
        given = signing.fingerprint(key)
    except signing.BadKey:
        given = "?"
    if given != hall.fingerprint:
        return FileRefusal("unknown_key", {"given": given, "registered": hall.fingerprint})
    signed = published.read_statement(sent.statement)
    if (
        b"\0" in sent.statement + sent.public_key
        or not signing.holds(sent.statement, sent.signature, key)
        or signed.get("document") != sent.digest
    ):
        return FileRefusal("changed", {})
    return None


def _contents(
    hall: Hall, rules: CompetitionRules, sent: HandedIn, wrong: list[str], summary: dict[str, Any]
) -> FileRefusal | None:
    """The first thing that is wrong in the file."""
    head = f"{summary['audit']['number']}:{summary['audit']['hash']}"
    if sent.is_signed and published.read_statement(sent.statement).get("audit") != head:
        return FileRefusal("changed", {})
    if summary["event"]["slug"] != hall.event_slug:
        return FileRefusal("event", {"given": str(summary["event"]["slug"])[:60], "registered": hall.event_slug})
    if wrong:
        return FileRefusal("recount", {"first": wrong[0]})
    return next(differences(rules, summary), None)


def _stored_columns(sent: HandedIn, verdict: FileVerdict) -> dict:
    signature = sent.signature
    if len(signature) != 64:
        with suppress(binascii.Error):
            signature = base64.b64decode(signature)
    return {
        "statement": sent.statement.decode(),
        "signature": base64.b64encode(signature).decode(),
        "public_key": sent.public_key.decode(),
        "document": pack(sent.document),
        "summary": verdict.summary,
    }


def locked(hall: Hall) -> Hall:
    """The hall again, with its competition locked: one change of what counts at a time."""
    Competition.objects.select_for_update().get(pk=hall.competition_id)
    return Hall.objects.select_related("competition__event", "counted").defer("counted__document").get(pk=hall.pk)


def count_now(hall: Hall, file: HallFile) -> None:
    """Let this file of a locked hall count, and drop what nothing is computed from any more."""
    hall.counted = file
    hall.save(update_fields=["counted"])
    drop_unused(hall.competition)


def drop_unused(competition: Competition) -> None:
    """Empty the good files that neither count, nor wait, nor belong to the last joint copy."""
    copy = last_copy(competition)
    kept = {each.pk for each in files_of(read_copy(copy), competition).values()} if copy else set()
    for hall in competition.halls.all():
        waiting = waiting_file(hall)
        kept |= {pk for pk in (hall.counted_id, waiting and waiting.pk) if pk}
    old = HallFile.objects.filter(hall__competition=competition).exclude(document=None).exclude(pk__in=kept)
    old.update(document=None, summary=None)


def hand_in_from_here(*, by: User, hall: Hall) -> HallFile:
    """Hand in what the public reads of the hall's event, which is on this site; signed if its results are final."""
    require(by, "run", hall.competition.event)
    event = Event.objects.filter(slug=hall.event_slug).first()
    if event is None or hall.fingerprint != signing.fingerprint() or "run" not in capabilities(by, event):
        raise Refused("not_here", _("You organise no such event on this site."), status=404)
    return hand_in(by=by, hall=hall, **vars(of_this_site(event)))


def of_this_site(event: Event) -> HandedIn:
    """What an event of this site hands in: its signed copy if its results are final, else the results as they are."""
    copy = event.shown
    if copy is None or copy.kind != Publication.Kind.FINAL or copy.document is None:
        return HandedIn(public.document(event))
    return HandedIn(
        unpack(copy.document), published.statement(copy), signing.raw(copy.signature), signing.public_key().encode()
    )
