"""Whether two methods are the same, where the fine print does not decide: a judge's word on a pair of method keys."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from .events import Event


class PairRuling(models.Model):
    """Append-only. Two methods count once (same) or twice (different) throughout the event; of those that have their
    signatures the latest on a pair stands, and *withdrawn* leaves the pair to the event's policy again. `first` and
    `second` are digests of the keys, for databases index short texts best; `first` is the lesser. The kin keys are the
    engine's, as it judged the two; empty where that is not known."""

    class Says(models.TextChoices):
        SAME = "same", _("Count once")
        DIFFERENT = "different", _("Count twice")
        WITHDRAWN = "withdrawn", _("Earlier ruling withdrawn")

    event = models.ForeignKey(Event, models.CASCADE, related_name="pair_rulings")
    first = models.CharField(max_length=64)
    second = models.CharField(max_length=64)
    first_key = models.TextField()
    second_key = models.TextField()
    first_kin = models.TextField(default="")
    second_kin = models.TextField(default="")
    first_text = models.TextField()
    second_text = models.TextField()
    says = models.CharField(max_length=10, choices=Says.choices)
    reason = models.TextField()
    given_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    given_at = models.DateTimeField()
    # how many judges must have signed before it holds, as the event asked for when it was given
    needs = models.PositiveSmallIntegerField(default=1)
    # of a query by `scoring.same_methods.with_overtaken`
    signed: int
    holds_since: int
    is_overtaken: bool

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["event", "first", "second"])]
        constraints = [
            models.CheckConstraint(condition=Q(first__lt=models.F("second")), name="pair_in_order"),
            models.CheckConstraint(condition=~Q(reason=""), name="pair_ruling_has_a_reason"),
            models.CheckConstraint(condition=Q(says__in=["same", "different", "withdrawn"]), name="known_pair_ruling"),
        ]
