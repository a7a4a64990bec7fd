"""Digests of each event in a backup, to check a restore: the end of the audit trail, and a digest of results."""

import hashlib
import json

from django.core.serializers.json import DjangoJSONEncoder

from ..models import AuditHead, Event, Result

ROWS = ("round_id", "entrant_id", "generation", "points", "bonus", "methods", "provisional", "lines")


def of_events() -> dict[str, dict[str, str]]:
    """{slug: {"audit": "number:hash", "results": digest}}. Only these columns are read: before an upgrade the tables
    are those of an older version."""
    heads = {
        event: f"{number}:{end}" for event, number, end in AuditHead.objects.values_list("event", "number", "hash")
    }
    events = Event.objects.order_by("slug").values_list("pk", "slug")
    return {slug: {"audit": heads.get(pk, ""), "results": _digest(pk)} for pk, slug in events}


def _digest(event: int) -> str:
    seen = hashlib.sha256()
    results = Result.objects.filter(round__event=event).order_by("round_id", "entrant_id", "generation")
    for row in results.values_list(*ROWS).iterator():
        seen.update(json.dumps(row, cls=DjangoJSONEncoder, sort_keys=True).encode())
    return seen.hexdigest()
