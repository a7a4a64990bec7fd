"""What a backup says of each event, so that a restore can be checked: the end of the audit trail, and a digest of results."""

import hashlib
import json

from django.core.serializers.json import DjangoJSONEncoder

from ..models import AuditHead, Event, Result

ROWS = ("round_id", "entrant_id", "generation", "points", "bonus", "methods", "provisional", "lines")


def of_events() -> dict[str, dict[str, str]]:
    """{slug: {"audit": "number:hash", "results": digest}}"""
    heads = {head.event_id: f"{head.number}:{head.hash}" for head in AuditHead.objects.all()}
    return {
        event.slug: {"audit": heads.get(event.pk, ""), "results": _digest(event)}
        for event in Event.objects.order_by("slug")
    }


def _digest(event: Event) -> str:
    seen = hashlib.sha256()
    found = Result.objects.filter(round__event=event).order_by("round_id", "entrant_id", "generation")
    for row in found.values_list(*ROWS).iterator():
        seen.update(json.dumps(row, cls=DjangoJSONEncoder, sort_keys=True).encode())
    return seen.hexdigest()
