"""Figures for Prometheus, read from the database, so that every web process gives the same."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric

from ..models import Job, Pulse, Submission, Verdict


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
        undone = Job.objects.filter(state__in=[Job.State.WAITING, Job.State.WORKING])
        waiting = undone.aggregate(oldest=Min("made_at"))["oldest"]
        age = (now - waiting) if waiting else timedelta()
        yield GaugeMetricFamily("tournament_oldest_job_seconds", "Age of the oldest job not done.", age.total_seconds())
        for pulse in Pulse.objects.all():
            seconds = (now - pulse.at).total_seconds()
            yield GaugeMetricFamily(f"tournament_{pulse.name}_seen_seconds", f"Since a {pulse.name} was seen.", seconds)
        yield GaugeMetricFamily("tournament_lines", "Lines on record.", Submission.objects.count())
        yield GaugeMetricFamily("tournament_verdicts", "Verdicts of the engine.", Verdict.objects.count())


def text() -> bytes:
    registry = CollectorRegistry()
    registry.register(Figures())
    return generate_latest(registry)
