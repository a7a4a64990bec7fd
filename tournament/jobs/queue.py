"""Jobs: rows that say what to do. A message to the worker carries only a job's number.

Losing a message loses nothing: the sweeper sends again what still waits, and what a dead worker left behind.
"""

import logging
from collections.abc import Iterable, Iterator, Sequence
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

# The job of a worker that was killed is done within a minute. Work that takes longer is started twice,
# so starting it twice must do no harm.
LEASE = timedelta(seconds=30)
CLOCKS_DIFFER = timedelta(seconds=30)  # between the machines of one installation
WAITS_TOO_LONG = timedelta(seconds=4)
BATCH = 40  # jobs that are done together: one writes for some 50 ms, and meanwhile nobody else does on SQLite
MOST_ATTEMPTS = 5
MOST_SENT_AGAIN = 200  # in one sweep: behind a long queue every job looks as if its message were lost
WORK = "tournament.tasks.work"  # by name, so that the sender need not import the task

_done_here: ContextVar[bool] = ContextVar("done_here", default=False)

log = logging.getLogger(__name__)


def ensure(kind: str, subject: int) -> Job:
    """A waiting job for the subject, made now or already there; its message leaves after the commit."""
    return Job.objects.get(pk=_ensure(kind, [subject])[0])


def judge(sheets: Iterable[int]) -> None:
    """Have these sheets, by their ids, judged, and their entrants' points worked out, after the commit."""
    _ensure(Job.JUDGE_SHEET, sorted(set(sheets)))


@transaction.atomic(savepoint=False)
def _ensure(kind: str, subjects: list[int]) -> list[int]:
    """The ids of waiting jobs for these subjects. Messages leave after the commit, one for as many as are done
    together.

    A job already there is locked until we commit, so that no worker can take it and read the record as it was before.
    """
    job_ids: dict[int, int] = {}
    # a worker may take one between our two queries: then it is made again
    while left := [each for each in subjects if each not in job_ids]:
        now = timezone.now()
        fresh = [Job(kind=kind, subject=each, made_at=now) for each in left]
        Job.objects.bulk_create(fresh, ignore_conflicts=True)
        waiting = Job.objects.filter(kind=kind, subject__in=left, state=Job.State.WAITING)
        job_ids |= dict(waiting.select_for_update().order_by("subject").values_list("subject", "pk"))
    ids = list(job_ids.values())
    if not _done_here.get():
        transaction.on_commit(lambda: [send(job_id, kind) for job_id in ids[::BATCH]])
    return ids


@contextmanager
def done_here() -> Iterator[None]:
    """Send no messages within the block: the caller does the jobs, as the demo does without a broker."""
    token = _done_here.set(True)
    try:
        yield
    finally:
        _done_here.reset(token)


def send(job_id: int, kind: str) -> bool:
    """Tell the workers that read the queue of this kind. False, and a log line, when the broker cannot be reached: the
    sweeper will try again."""
    try:
        app.send_task(WORK, (job_id,), retry=False, queue=Job.QUEUE_OF[kind])
    except (OperationalError, OSError) as error:
        log.warning("job %s was not sent, the sweeper will: %s", job_id, error)
        return False
    return True


def send_next() -> None:
    """Send the oldest of the most urgent waiting jobs: one message is sent for many jobs, and another worker may have
    taken its jobs."""
    urgency = Case(*(When(kind=kind, then=Job.QUEUES.index(queue)) for kind, queue in Job.QUEUE_OF.items()))
    waiting = Job.objects.known().filter(state=Job.State.WAITING).order_by(urgency, "pk").first()
    if waiting:
        send(waiting.pk, waiting.kind)


def claim(job_id: int) -> list[Job]:
    """Take the job if it waits or its lease ran out, together with others of its kind that wait, at most `BATCH` in
    all. Empty if it cannot be taken; that is checked first, since a message may come twice and writing would wait for
    SQLite's lock for nothing. A job that was started before comes alone: it may be what killed a worker. So does one of
    a kind that takes long, and the last kinds wait while more urgent ones do: the sweeper sends them again."""
    free = Q(state=Job.State.WAITING) | _lease_is_over()
    asked_for = Job.objects.known().filter(free, pk=job_id).first()
    if asked_for is None or (asked_for.kind in Job.LAST and _must_wait(asked_for)):
        return []
    return _take(asked_for, free)


def _must_wait(last: Job) -> bool:
    """Whether more urgent work waits, or another job of a kind that runs one at a time is running."""
    waiting = Q(state=Job.State.WAITING, kind__in=Job.more_urgent_than(last.kind))
    if last.kind not in Job.ONE_AT_A_TIME:
        return Job.objects.filter(waiting).exists()
    being_done = Q(state=Job.State.WORKING, kind__in=Job.ONE_AT_A_TIME) & ~_lease_is_over()
    return Job.objects.filter(waiting | being_done).exclude(pk=last.pk).exists()


@transaction.atomic
def _take(asked_for: Job, free: Q) -> list[Job]:
    job_id, wanted = asked_for.pk, Q(pk=asked_for.pk)
    if asked_for.attempts == 0 and asked_for.kind not in Job.ALONE:
        wanted |= Q(kind=asked_for.kind, state=Job.State.WAITING, attempts=0)
    # locked rows are skipped: their holder takes them or sends the message again
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
    """Filter for leases that have ended, or that end later than any lease can because the clock was set back."""
    now = timezone.now()
    over = Q(lease_until__lt=now) | Q(lease_until__gt=now + LEASE + CLOCKS_DIFFER)
    return Q(state=Job.State.WORKING) & over


def finish(taken: Sequence[Job]) -> None:
    """Mark these jobs as done, without those that another worker has taken since; also jobs for the same subjects that
    failed earlier."""
    _held_jobs(taken).update(state=Job.State.DONE, lease_until=None, ended_at=timezone.now(), trouble="")
    for kind in {each.kind for each in taken}:
        subjects = [each.subject for each in taken if each.kind == kind]
        Job.objects.filter(kind=kind, subject__in=subjects, state=Job.State.FAILED).update(state=Job.State.DONE)


def _held_jobs(taken: Iterable[Job]) -> QuerySet[Job]:
    """The jobs whose lease is still ours: each claim counts one attempt more."""
    leases = (Q(pk=each.pk, attempts=each.attempts) for each in taken)
    return Job.objects.filter(reduce(or_, leases, Q(pk=None)), state=Job.State.WORKING)


def give_back(job: Job, trouble: str) -> None:
    """After an error: the lease ends soon so that the sweeper tries again, or the job has failed for good."""
    failed = job.attempts >= MOST_ATTEMPTS
    _held_jobs([job]).update(
        state=Job.State.FAILED if failed else Job.State.WORKING,
        lease_until=None if failed else timezone.now() + timedelta(seconds=2**job.attempts),
        ended_at=timezone.now() if failed else None,
        trouble=trouble[:2000],
    )


def put_off(job: Job) -> None:
    """Try the job again in a moment, because the disk or the database failed; this attempt does not count."""
    soon = timezone.now() + WAITS_TOO_LONG
    _held_jobs([job]).update(lease_until=soon, attempts=F("attempts") - 1)


def overdue() -> list[tuple[int, str]]:
    """(id, kind) of jobs whose message is lost or whose worker is dead, oldest first, at most `MOST_SENT_AGAIN`."""
    waits = Q(state=Job.State.WAITING, made_at__lt=timezone.now() - WAITS_TOO_LONG)
    late = waits | _lease_is_over()
    return list(Job.objects.known().filter(late).order_by("pk").values_list("pk", "kind")[:MOST_SENT_AGAIN])


def sweep() -> int:
    """Send every overdue job again; the number sent."""
    return sum(send(job_id, kind) for job_id, kind in overdue())
