"""`python manage.py verify spring-7.json --statement spring-7.txt --signature spring-7.sig`: are these the final
results that were published?"""

import hashlib
import json
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from tournament.publication import signing
from tournament.publication.queries import read_statement


class Command(BaseCommand):
    help = "Say whether a downloaded document of final results is the one that was signed. Reads no database."

    def add_arguments(self, parser) -> None:
        parser.add_argument("document", type=Path, help="the results to count again, as downloaded")
        parser.add_argument("--statement", type=Path, required=True, help="what was signed")
        parser.add_argument("--signature", type=Path, required=True, help="the signature")
        parser.add_argument("--key", type=Path, help="the signer's public key (PEM); this site's own if left out")

    def handle(self, *, document: Path, statement: Path, signature: Path, key: Path | None, **options) -> None:
        body, text = _read(document), _read(statement)
        try:
            holds = signing.holds(text, _read(signature), _read(key).decode("utf-8", "replace") if key else None)
        except signing.BadKey as error:
            raise CommandError(f"{key} is no public key for Ed25519.") from error
        if not holds:
            raise CommandError("The signature does not belong to this text and this key.")
        signed = read_statement(text)
        if signed.get("document") != hashlib.sha256(body).hexdigest():
            raise CommandError("The text is signed, but it speaks of another document.")
        if signed.get("audit") != _head(body):
            raise CommandError("The text is signed, but its audit trail is not the document's.")
        self.stdout.write(f"It holds: these are the final results of “{signed['event']}”, published at {signed['at']}.")


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _head(document: bytes) -> str | None:
    try:
        audit = json.loads(document)["audit"]
        return f"{audit['number']}:{audit['hash']}"
    except (ValueError, KeyError, TypeError):
        return None
