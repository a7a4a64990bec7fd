"""Jobs: rows that say what is to be done. A message to the worker carries a job's number and nothing else.

Losing a message loses nothing: the sweeper sends again what still waits, and what a dead worker left behind.
"""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.utils import timezone
from kombu.exceptions import OperationalError

from ..celery import app
from ..models import Job

# The job of a worker that was killed is done within a minute. What lasts longer is begun twice, which it must bear.
LEASE = timedelta(seconds=30)
CLOCKS_DIFFER = timedelta(seconds=30)  # between the machines of one installation
WAITS_TOO_LONG = timedelta(seconds=4)
MOST_ATTEMPTS = 5
MOST_SENT_AGAIN = 200  # in one sweep: behind a long queue every job looks as if its message were lost
WORK = "tournament.tasks.work"  # by its name: what sends work need not know who does it

_done_here: ContextVar[bool] = ContextVar("done_here", default=False)

log = logging.getLogger(__name__)


def ensure(kind: str, subject: int) -> Job:
    """A waiting job for the subject, made now or already there; its message leaves after the commit.

    A job already there is locked until we commit, so that no worker can take it and read the record as it was before.
    """
    job = None
    while job is None:
        job = (
            Job.objects.select_for_update()
            .filter(kind=kind, subject=subject, state=Job.State.WAITING)
            .first()
        )
        if job is None:
            try:
                with transaction.atomic():
                    job = Job.objects.create(kind=kind, subject=subject, made_at=timezone.now())
            except IntegrityError:  # somebody made it between our look and our write: look again
                continue
    job_id = job.pk
    if not _done_here.get():
        transaction.on_commit(lambda: send(job_id))
    return job


@contextmanager
def done_here() -> Iterator[None]:
    """Within it no messages leave: whoever opens it does the jobs herself, as the demo does, which needs no broker."""
    token = _done_here.set(True)
    try:
        yield
    finally:
        _done_here.reset(token)


def send(job_id: int) -> bool:
    """Tell the worker. False, and a log line, when the broker cannot be reached: the sweeper will try again."""
    try:
        app.send_task(WORK, (job_id,), retry=False)
    except (OperationalError, OSError) as error:
        log.warning("job %s was not sent, the sweeper will: %s", job_id, error)
        return False
    return True


def claim(job_id: int) -> Job | None:
    """Take the job if it waits, or if whoever had it let the lease run out. None when it is not to be had; that is
    asked first, since a message may come twice and a writer would wait for SQLite's lock in vain."""
    free = Job.objects.filter(Q(state=Job.State.WAITING) | _lease_is_over(), pk=job_id)
    taken = free.exists() and free.update(
        state=Job.State.WORKING, lease_until=timezone.now() + LEASE, attempts=F("attempts") + 1
    )
    return Job.objects.get(pk=job_id) if taken else None


def _lease_is_over() -> Q:
    """It ended, or it ends later than any lease can: then it was taken before the clock was set back."""
    now = timezone.now()
    over = Q(lease_until__lt=now) | Q(lease_until__gt=now + LEASE + CLOCKS_DIFFER)
    return Q(state=Job.State.WORKING) & over


def finish(job: Job) -> None:
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.DONE, lease_until=None, ended_at=timezone.now(), trouble=""
    )


def give_back(job: Job, trouble: str) -> None:
    """After an error: the lease ends soon so that the sweeper tries again, or the job has failed for good."""
    failed = job.attempts >= MOST_ATTEMPTS
    Job.objects.filter(pk=job.pk).update(
        state=Job.State.FAILED if failed else Job.State.WORKING,
        lease_until=None if failed else timezone.now() + timedelta(seconds=2**job.attempts),
        ended_at=timezone.now() if failed else None,
        trouble=trouble[:2000],
    )


def overdue() -> list[int]:
    """Jobs whose message must be lost or whose worker must be dead, oldest first, at most `MOST_SENT_AGAIN`."""
    waits = Q(state=Job.State.WAITING, made_at__lt=timezone.now() - WAITS_TOO_LONG)
    late = waits | _lease_is_over()
    return list(Job.objects.filter(late).order_by("pk").values_list("pk", flat=True)[:MOST_SENT_AGAIN])


def sweep() -> int:
    """Send every overdue job again; the number sent."""
    return sum(send(job_id) for job_id in overdue())
