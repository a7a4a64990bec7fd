"""Jobs: rows that say what is to be done. A message to the worker carries a job's number and nothing else.

Losing a message loses nothing: the sweeper sends again what still waits, and what a dead worker left behind.
"""

import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Case, F, Q, QuerySet, When
from django.utils import timezone
from kombu.exceptions import OperationalError

from ..celery import app
from ..models import Job

# The job of a worker that was killed is done within a minute. What lasts longer is begun twice, which it must bear.
LEASE = timedelta(seconds=30)
CLOCKS_DIFFER = timedelta(seconds=30)  # between the machines of one installation
WAITS_TOO_LONG = timedelta(seconds=4)
BATCH = 40  # jobs that are done together: one writes for some 50 ms, and meanwhile nobody else does on SQLite
MOST_ATTEMPTS = 5
MOST_SENT_AGAIN = 200  # in one sweep: behind a long queue every job looks as if its message were lost
WORK = "tournament.tasks.work"  # by its name: what sends work need not know who does it

_done_here: ContextVar[bool] = ContextVar("done_here", default=False)

log = logging.getLogger(__name__)


def ensure(kind: str, subject: int) -> Job:
    """A waiting job for the subject, made now or already there; its message leaves after the commit."""
    return Job.objects.get(pk=_ensure(kind, [subject])[0])


def judge(sheets: Iterable[int]) -> None:
    """Have these sheets, by their ids, judged, and their entrants' points worked out, after the commit."""
    _ensure(Job.JUDGE_SHEET, sorted(set(sheets)))


def _ensure(kind: str, subjects: list[int]) -> list[int]:
    """The ids of waiting jobs for these subjects. Messages leave after the commit, one for as many as are done together.

    A job already there is locked until we commit, so that no worker can take it and read the record as it was before.
    """
    found: dict[int, int] = {}
    # a worker may take one between our two queries: then it is made again
    while left := [each for each in subjects if each not in found]:
        now = timezone.now()
        fresh = [Job(kind=kind, subject=each, made_at=now) for each in left]
        Job.objects.bulk_create(fresh, ignore_conflicts=True)
        waiting = Job.objects.filter(kind=kind, subject__in=left, state=Job.State.WAITING)
        found |= dict(waiting.select_for_update().order_by("subject").values_list("subject", "pk"))
    ids = list(found.values())
    if not _done_here.get():
        transaction.on_commit(lambda: [send(job_id) for job_id in ids[::BATCH]])
    return ids


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


def send_next() -> None:
    """Send the oldest job that waits: one message is sent for many, and another worker may have taken that one's jobs."""
    waiting = Job.objects.filter(state=Job.State.WAITING).order_by("pk").first()
    if waiting:
        send(waiting.pk)


def claim(job_id: int) -> list[Job]:
    """Take the job if it waits, or if whoever had it let the lease run out, and with it others of its kind that wait, at
    most `BATCH` in all. Empty when it is not to be had; that is asked first, since a message may come twice and a
    writer would wait for SQLite's lock in vain. A job that was begun before comes alone: it may be what killed a worker."""
    free = Q(state=Job.State.WAITING) | _lease_is_over()
    asked_for = Job.objects.filter(free, pk=job_id).first()
    return _take(asked_for, free) if asked_for else []


@transaction.atomic
def _take(asked_for: Job, free: Q) -> list[Job]:
    job_id, wanted = asked_for.pk, Q(pk=asked_for.pk)
    if asked_for.attempts == 0:
        wanted |= Q(kind=asked_for.kind, state=Job.State.WAITING, attempts=0)
    # one that somebody holds is left: whoever holds it takes it, or sends its message again
    held = Job.objects.select_for_update(skip_locked=True).filter(free & wanted)
    first = Case(When(pk=job_id, then=0), default=1)
    taken = list(held.order_by(first, "pk")[:BATCH])
    if not any(each.pk == job_id for each in taken):
        return []
    lease = timezone.now() + LEASE
    Job.objects.filter(pk__in=[each.pk for each in taken]).update(
        state=Job.State.WORKING, lease_until=lease, attempts=F("attempts") + 1
    )
    for each in taken:
        each.state, each.lease_until, each.attempts = Job.State.WORKING, lease, each.attempts + 1
    return taken


def _lease_is_over() -> Q:
    """It ended, or it ends later than any lease can: then it was taken before the clock was set back."""
    now = timezone.now()
    over = Q(lease_until__lt=now) | Q(lease_until__gt=now + LEASE + CLOCKS_DIFFER)
    return Q(state=Job.State.WORKING) & over


def finish(taken: Iterable[Job]) -> None:
    """These are done, but for those that somebody else has taken since."""
    _still_held(taken).update(state=Job.State.DONE, lease_until=None, ended_at=timezone.now(), trouble="")


def _still_held(taken: Iterable[Job]) -> QuerySet[Job]:
    """Those of the jobs whose lease is the one with which they were taken: each claim counts one attempt more."""
    leases = (Q(pk=each.pk, attempts=each.attempts) for each in taken)
    return Job.objects.filter(reduce(or_, leases, Q(pk=None)), state=Job.State.WORKING)


def give_back(job: Job, trouble: str) -> None:
    """After an error: the lease ends soon so that the sweeper tries again, or the job has failed for good."""
    failed = job.attempts >= MOST_ATTEMPTS
    _still_held([job]).update(
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
