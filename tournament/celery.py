"""The Celery application. The broker is a hint: what is to be done is a row, a message only says that it is there."""

import logging
import os
import random
import sys
import warnings

from celery import Celery, bootsteps
from celery.signals import worker_init
from django.core.exceptions import ImproperlyConfigured
from kombu.exceptions import OperationalError

from .checks import refuse_unsafe_settings

SWEEP = "tournament.tasks.sweep"
SWEEP_EVERY = 5.0  # seconds

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

# It warns root of messages that run code when they are unpacked; ours are JSON (CELERY_ACCEPT_CONTENT).
warnings.filterwarnings("ignore", message="You're running the worker with superuser privileges")

app = Celery("tournament")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

log = logging.getLogger(__name__)


@worker_init.connect
def refuse_to_start(**signal) -> None:
    """End the worker with a sentence if the settings are unsafe; Celery would only log another exception."""
    try:
        refuse_unsafe_settings()
    except ImproperlyConfigured as error:
        sys.exit(str(error))


class Sweeper(bootsteps.StartStopStep):
    """Every worker reminds the workers, itself among them, to look for work whose message was lost.

    It runs in the worker's own process: a separate scheduler could die unnoticed. With several workers the reminder
    comes more often, which does no harm. It begins with each connection to the broker, whose messages may be lost.
    """

    requires = ("celery.worker.consumer.connection:Connection",)

    def __init__(self, consumer, **options):
        self.entry = None
        super().__init__(consumer, **options)

    def start(self, consumer) -> None:
        remind()
        self.entry = consumer.timer.call_repeatedly(SWEEP_EVERY, remind)

    def stop(self, consumer) -> None:
        if self.entry:
            self.entry.cancel()


def remind() -> None:
    """Send one reminder, now and then two. Brokers deal to workers in turn: of two workers, every sweep could reach one
    and every message of a sweep the other, which may be of a version that does not know this kind of job."""
    try:
        for _ in range(random.choice((1, 1, 2))):
            app.send_task(SWEEP, expires=SWEEP_EVERY, retry=False)
    except (OperationalError, OSError) as error:
        log.warning("nobody was reminded to sweep: %s", error)


app.steps["consumer"].add(Sweeper)
