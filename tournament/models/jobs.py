"""Work for the worker, as rows. The broker only carries their numbers."""

from collections.abc import Iterable

from django.db import models
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _


class Jobs(models.QuerySet):
    def undone(self, sheets: QuerySet | Iterable[int]) -> "Jobs":
        """The jobs of those of these sheets whose lines still wait for the worker; `subject` is the sheet's id."""
        subjects = sheets.values("pk") if isinstance(sheets, QuerySet) else sheets
        return self.filter(kind=Job.JUDGE_SHEET, subject__in=subjects).exclude(state=Job.State.DONE)

    def failed(self) -> "Jobs":
        """The jobs that failed at their last attempt; they are tried again only if an organiser asks for it."""
        return self.filter(state=Job.State.FAILED)

    def known(self) -> "Jobs":
        """The jobs of the kinds that this version of the program knows: a newer one may run beside it."""
        return self.filter(kind__in=Job.QUEUE_OF)


class Pulse(models.Model):
    """When a part of the site was last at work: `name` is “worker”."""

    name = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()


class Job(models.Model):
    JUDGE_SHEET = "judge_sheet"
    COUNT_METHODS = "count_methods"
    PREPARE_COPY = "prepare_copy"
    MAKE_PUZZLES = "make_puzzles"
    BALANCE_SEASON = "balance_season"
    HAND_IN_LINES = "hand_in_lines"
    RECOUNT_COPY = "recount_copy"
    MAKE_BACKUP = "make_backup"
    JUDGE_AGAIN = "judge_again"
    # the most urgent first; a kind in LAST begins when nothing waits in an earlier queue
    QUEUES = ("verdicts", "copies", "puzzles", "reports")
    QUEUE_OF = {
        JUDGE_SHEET: "verdicts",
        HAND_IN_LINES: "verdicts",
        JUDGE_AGAIN: "verdicts",
        PREPARE_COPY: "copies",
        MAKE_BACKUP: "copies",
        MAKE_PUZZLES: "puzzles",
        BALANCE_SEASON: "puzzles",
        COUNT_METHODS: "reports",
        RECOUNT_COPY: "reports",
    }
    LAST = frozenset({COUNT_METHODS, PREPARE_COPY, MAKE_PUZZLES, BALANCE_SEASON, RECOUNT_COPY})
    ALONE = LAST | {HAND_IN_LINES, MAKE_BACKUP, JUDGE_AGAIN}  # these take seconds
    ONE_AT_A_TIME = frozenset({COUNT_METHODS, PREPARE_COPY})

    class State(models.TextChoices):
        WAITING = "waiting", _("Waiting")
        WORKING = "working", _("Being worked on")
        DONE = "done", _("Done")
        FAILED = "failed", _("Failed")

    kind = models.CharField(max_length=40)
    subject = models.PositiveBigIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    lease_until = models.DateTimeField(null=True)
    made_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    trouble = models.TextField(blank=True)

    objects = Jobs.as_manager()

    class Meta:
        indexes = [models.Index(fields=["state", "made_at"])]
        constraints = [
            # one waiting job a subject is enough: the worker that takes it reads everything written before
            models.UniqueConstraint(
                fields=["kind", "subject"], condition=Q(state="waiting"), name="one_waiting_job_a_subject"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "working", "done", "failed"]), name="known_job_state"
            ),
        ]

    @classmethod
    def more_urgent_than(cls, kind: str) -> list[str]:
        """The kinds of the queues before that of this kind."""
        earlier = cls.QUEUES[: cls.QUEUES.index(cls.QUEUE_OF[kind])]
        return [each for each, queue in cls.QUEUE_OF.items() if queue in earlier]
