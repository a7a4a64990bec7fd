"""When a worker was last at work."""

from datetime import datetime, timedelta

from django.utils import timezone

from ..models import Pulse

WORKER = "worker"
SEEN_WITHIN = timedelta(seconds=30)  # it looks for work every five


def worker_is_here() -> None:
    """Called by each worker again and again."""
    Pulse.objects.update_or_create(name=WORKER, defaults={"at": timezone.now()})


def last_seen() -> datetime | None:
    """When a worker was last here; None if none ever was."""
    return Pulse.objects.filter(name=WORKER).values_list("at", flat=True).first()


def is_worker_missing() -> bool:
    """Whether no worker was here for a while."""
    seen = last_seen()
    return seen is None or timezone.now() - seen > SEEN_WITHIN
