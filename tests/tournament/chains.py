"""Checks the chain of an audit trail in memory; `audit --verify` does it in the database."""

from collections.abc import Iterable

from tournament.audit.trail import entry_hash
from tournament.models import AuditEntry


def first_fault(entries: Iterable[AuditEntry]) -> int | None:
    """The first number at which an event's entries (in order) are not the chain that was written, or None."""
    expected, previous = 1, ""
    for entry in entries:
        if entry.number != expected or entry.previous != previous or entry.hash != entry_hash(entry):
            return expected
        expected, previous = expected + 1, entry.hash
    return None
