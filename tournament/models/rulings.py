"""Judges' rulings on what a line counts as."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Event
from .puzzles import Puzzle
from .submissions import Submission


class Ruling(models.Model):
    """Append-only. Applies to every line of `puzzle` and `box` with the same mark that is the same answer, or to those
    on the sheet of `submission`; the latest that applies stands. Withdrawing is a ruling too, and leaves the verdict in
    force.

    `answer` is the digest of the first text of the answer that was ruled on: equal for rulings on one answer.
    """

    class CountsAs(models.TextChoices):
        METHOD = "method", _("Counts as this method")
        VALUE = "value", _("Counts as a method of its own with this value")
        NOTHING = "nothing", _("Counts for nothing")
        WITHDRAWN = "withdrawn", _("Earlier ruling withdrawn")

    event = models.ForeignKey(Event, models.CASCADE, related_name="rulings")
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="rulings")
    box = models.PositiveSmallIntegerField()
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    answer = models.CharField(max_length=64)
    mark = models.CharField(max_length=12)
    submission = models.ForeignKey(Submission, models.PROTECT, null=True, related_name="rulings")
    counts_as = models.CharField(max_length=10, choices=CountsAs.choices)
    method = models.TextField(blank=True)
    value = models.CharField(max_length=200, blank=True)
    reason = models.TextField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="rulings")
    given_at = models.DateTimeField()
    # how many judges must have signed before it holds, as the event asked for when it was given
    needs = models.PositiveSmallIntegerField(default=1)
    # of a query by `scoring.rulings.with_overtaken`
    signed: int
    holds_since: int
    is_overtaken: bool

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["puzzle", "digest"])]
        constraints = [
            models.CheckConstraint(
                condition=Q(counts_as="method", value="") & ~Q(method="")
                | Q(counts_as="value", method="") & ~Q(value="")
                | Q(counts_as__in=["nothing", "withdrawn"], method="", value=""),
                name="ruling_says_one_thing",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="ruling_has_a_reason"),
            # two lines that nobody could read are not the same line
            models.CheckConstraint(
                condition=~Q(mark="illegible") | Q(submission__isnull=False), name="illegible_ruling_names_its_line"
            ),
        ]
