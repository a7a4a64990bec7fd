"""Celery: thin. A message carries the number of a job; the job says what to do; doing it twice does it once."""

import logging
from collections.abc import Callable, Sequence

from django.db import transaction

from .backups import requested as backups
from .celery import app
from .common import garbage_collection
from .game_tables import upkeep
from .health.logs import at_work
from .imports import actions as imports
from .jobs import queue as jobs
from .jobs.heartbeat import worker_is_here
from .keying_import import handing_in
from .models import Job
from .publication import prepared_copies, recounts
from .puzzle_sets import generation
from .rest import idempotency
from .rounds import method_counts
from .scoring import earlier_engines, worker as judging
from .set_library import season_balance
from .sign_in.sessions import forget_expired
from .web import outages

log = logging.getLogger(__name__)


def _nothing(subjects: list[int]) -> None:
    """Nothing follows from these jobs."""


# what may take long and can be done twice, then what is written together with the end of the jobs
KINDS = {
    Job.JUDGE_SHEET: (judging.judge_lines, judging.store_points),
    Job.COUNT_METHODS: (method_counts.count_next, method_counts.go_on),
    Job.PREPARE_COPY: (prepared_copies.make_pages, prepared_copies.go_on),
    Job.MAKE_PUZZLES: (generation.make_some, generation.go_on),
    Job.BALANCE_SEASON: (season_balance.deal_some, season_balance.make_others),
    Job.HAND_IN_LINES: (handing_in.hand_in_some, handing_in.go_on),
    Job.RECOUNT_COPY: (recounts.recount, _nothing),
    Job.MAKE_BACKUP: (backups.make_requested, _nothing),
    Job.JUDGE_AGAIN: (earlier_engines.judge_some, earlier_engines.go_on),
}


def perform(job_id: int) -> int:
    """Do a job if it is to be had, and others that wait with it. How many were done; 0 when somebody else has it, it is
    done already, or it fails."""
    taken = jobs.claim(job_id)
    if len(taken) > 1:
        try:
            _do(taken)
        except Exception:
            log.exception("%s jobs failed together and are done one by one: %s", len(taken), taken)
        else:
            return len(taken)
    return sum(_do_alone(job) for job in taken)


def _do(taken: Sequence[Job]) -> None:
    subjects = [job.subject for job in taken]
    prepare, write = KINDS[taken[0].kind]
    with garbage_collection.paused():  # thousands of rows, none of them in a cycle
        prepare(subjects, max(job.attempts for job in taken))
        _write(taken, write)


@transaction.atomic
def _write(taken: Sequence[Job], write: Callable[[list[int]], None]) -> None:
    jobs.finish(taken)
    write([job.subject for job in taken])


def _do_alone(job: Job) -> bool:
    """Errors give it back to the sweeper."""
    with at_work(f"job {job.pk}"):
        try:
            _do([job])
        except Exception as error:
            if outages.code(error):
                jobs.put_off(job)
            else:
                log.exception("%s %s failed", job.kind, job.subject)
                jobs.give_back(job, repr(error))
            return False
    return True


@app.task(name=jobs.WORK)
def work(job_id: int) -> int:
    done = perform(job_id)
    if done == jobs.BATCH:
        jobs.send_next()
    return done


@app.task(name="tournament.tasks.sweep")
def sweep() -> int:
    worker_is_here()
    earlier_engines.ensure_next()
    method_counts.ensure_next()
    imports.delete_old()
    forget_expired()
    idempotency.delete_old()
    prepared_copies.ensure_next()
    upkeep.look_after_tables()
    return jobs.sweep()
