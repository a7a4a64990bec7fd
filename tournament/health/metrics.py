"""Figures for Prometheus. Those of the site are read from the database, so that every web process gives the same; those
of requests are of the web processes of one server."""

import os
from collections.abc import Iterator
from pathlib import Path

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from ..backups.files import stored_backups
from ..models import Job, Pulse, Submission, Verdict
from .request_times import REQUESTS, STREAMS


class Figures:
    """A collector. No figure has a name of a person in it."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        jobs = GaugeMetricFamily("tournament_jobs", "Jobs by kind and state.", labels=["kind", "state"])
        for kind, state, count in (
            Job.objects.values_list("kind", "state").annotate(Count("pk")).order_by("kind", "state")
        ):
            jobs.add_metric([kind, state], count)
        yield jobs
        oldest = GaugeMetricFamily("tournament_oldest_job_seconds", "Age of the oldest job not done.", labels=["kind"])
        undone = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.WORKING]).order_by("kind")
        for kind, made_at in undone.values_list("kind").annotate(Min("made_at")):
            oldest.add_metric([kind], (now - made_at).total_seconds())
        yield oldest
        for backup in stored_backups()[:1]:
            age = (now - backup.made_at).total_seconds()
            yield GaugeMetricFamily("tournament_newest_backup_seconds", "Age of the newest backup.", age)
        for pulse in Pulse.objects.all():
            seconds = (now - pulse.at).total_seconds()
            yield GaugeMetricFamily(f"tournament_{pulse.name}_seen_seconds", f"Since a {pulse.name} was seen.", seconds)
        yield GaugeMetricFamily("tournament_lines", "Lines on record.", Submission.objects.count())
        yield GaugeMetricFamily("tournament_verdicts", "Verdicts of the engine.", Verdict.objects.count())


def _forget_killed(folder: Path) -> None:
    """Count no stream of a web process that was killed; one that ends by itself has closed its streams."""
    for process in {int(path.stem.rpartition("_")[2]) for path in folder.glob("gauge_live*.db")}:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            mark_process_dead(process, str(folder))
        except PermissionError:
            pass  # somebody else's has its number now


def text() -> bytes:
    registry = CollectorRegistry()
    registry.register(Figures())
    ProcessCollector(registry=registry)  # memory and processor time of the web process that answers
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        _forget_killed(Path(os.environ["PROMETHEUS_MULTIPROC_DIR"]))
        MultiProcessCollector(registry)
    else:
        registry.register(REQUESTS)
        registry.register(STREAMS)
    return generate_latest(registry)
