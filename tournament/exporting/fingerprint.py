"""Whether the public export can be another one than before, told without writing it."""

import hashlib

from django.db.models import Count, Max, Sum

from ..models import AuditHead, Event, Job, Result, Sheet
from .tables import JOBS


def fingerprint(event: Event) -> str:
    """Equal fingerprints, equal bytes: every decision moves the head of the audit trail, and what workers write moves the
    counts of results and of jobs. Copies that are shown in place of the record have their own digest. Four queries."""
    if event.shown_id:
        facts: list = ["copy", event.shown_id, event.shown.digest]
    else:
        head = AuditHead.objects.filter(event=event).first()
        results = Result.objects.filter(round__event=event)
        facts = [event.slug, head and (head.number, head.hash)]
        facts += results.aggregate(Count("pk"), Max("pk"), Sum("version"), Sum("points")).values()
        facts += _undone(event)
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]


def _undone(event: Event) -> list:
    """The jobs that papers wait for: one that ended and one that began in its place are not the same."""
    sheets = Sheet.objects.filter(round__event=event).values("pk")
    kinds = [kind for kind, table in JOBS.items() if table is Sheet]
    waiting = Job.objects.filter(kind__in=kinds, subject__in=sheets).exclude(state=Job.State.DONE)
    return list(waiting.aggregate(Count("pk"), Max("pk"), Sum("pk")).values())
