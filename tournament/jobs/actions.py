"""What an organiser can do about failed tasks of the worker."""

from django.db import transaction

from ..audit import trail as audit
from ..models import Event, Job, User
from ..web.permissions import require
from . import queue
from .failed_tasks import FailedTask, task_of


@transaction.atomic
def try_again(*, by: User, event: Event, job: Job) -> Job:
    """A new job in place of one that failed. If it has been tried again already, nothing changes."""
    require(by, "run", event)
    failed = Job.objects.select_for_update().filter(pk=job.pk, state=Job.State.FAILED).first()
    task = task_of(event, failed) if failed else None
    if failed is None or task is None:
        return job
    failed.state = Job.State.DONE
    failed.save(update_fields=["state"])
    again = queue.ensure(failed.kind, failed.subject)
    _record(by, event, task)
    return again


def _record(by: User, event: Event, task: FailedTask) -> None:
    if task.set:
        audit.record(event, by, "set.gone_on", task.set)
    else:
        audit.record(event, by, "round.task_tried_again", task.round, about=[task.sheet] if task.sheet else [])
