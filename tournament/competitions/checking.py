"""The verdict on a file that a hall hands in. What it says about itself is compared with what is registered; then it is
counted again and compared with the rules of the competition."""

import hashlib
from dataclasses import dataclass
from typing import Any

from ..common import limits
from ..common.refusals import Refused
from ..imports.table_reader import sentence as busy_sentence
from ..models import Hall
from ..publication import signing
from ..publication.queries import read_statement
from ..uploaded_files import sandbox
from ..uploaded_files.refusals import CannotOpen
from .rules import CompetitionRules, FileRefusal, differences


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


def check(hall: Hall, rules: CompetitionRules, sent: HandedIn) -> FileVerdict:
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
    signed = read_statement(sent.statement)
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
    if sent.is_signed and read_statement(sent.statement).get("audit") != head:
        return FileRefusal("changed", {})
    if summary["event"]["slug"] != hall.event_slug:
        return FileRefusal("event", {"given": str(summary["event"]["slug"])[:60], "registered": hall.event_slug})
    if wrong:
        return FileRefusal("recount", {"first": wrong[0]})
    return next(differences(rules, summary), None)
