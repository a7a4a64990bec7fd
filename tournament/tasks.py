"""Celery: thin. A message carries the number of a job; the job says what to do; doing it twice does it once."""

import logging

from django.db import transaction

from .actions import jobs, judging
from .celery import app

log = logging.getLogger(__name__)
KINDS = {"judge_sheet": judging.judge_sheet}


def perform(job_id: int) -> bool:
    """Do a job if it is to be had. False when somebody else has it or it is done. Errors give it back to the sweeper."""
    job = jobs.claim(job_id)
    if job is None:
        return False
    try:
        KINDS[job.kind](job.subject)
    except Exception as error:
        log.exception("job %s (%s %s) failed", job.pk, job.kind, job.subject)
        jobs.give_back(job, repr(error))
        return False
    with transaction.atomic():
        jobs.finish(job)
        judging.waits_no_more(job.subject)
    return True


@app.task(name=jobs.WORK)
def work(job_id: int) -> bool:
    return perform(job_id)


@app.task(name="tournament.tasks.sweep")
def sweep() -> int:
    return jobs.sweep()
