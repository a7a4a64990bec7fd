"""A proposed change of what has been decided: its effect worked out aside, then applied or dropped as one."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext, gettext_lazy as _

from .events import Event


class Rescore(models.Model):
    """`changes` says what would change (see `rescoring.changes`), `effect` what follows from it.

    Its results are prepared as generation `pk`; applying it makes them the ones that hold. `base` is the number of
    the last audit entry when they were worked out.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("Proposed")
        APPLIED = "applied", _("Applied")
        DROPPED = "dropped", _("Dropped")

    event = models.ForeignKey(Event, models.CASCADE, related_name="rescores")
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    changes = models.JSONField()
    reason = models.TextField()
    effect = models.JSONField(null=True)
    note = models.TextField(blank=True)
    base = models.PositiveIntegerField(default=0)
    needs = models.PositiveSmallIntegerField(default=1)  # people who must agree, by the settings when it is applied
    reverses = models.ForeignKey("self", models.PROTECT, null=True, related_name="reversals")
    proposed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="proposed", decided_by__isnull=True, decided_at__isnull=True)
                | Q(state__in=["applied", "dropped"], decided_by__isnull=False, decided_at__isnull=False),
                name="a_decided_rescore_is_signed",
            ),
            models.CheckConstraint(
                condition=~Q(state="applied") | Q(needs=1) | ~Q(decided_by=models.F("proposed_by")),
                name="a_second_person_applies",
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="rescore_has_a_reason"),
        ]

    @property
    def changed_rounds(self) -> list[int]:
        """The ids of the rounds that it changes; none until its effect is calculated."""
        return (self.effect or {}).get("rounds", [])

    def __str__(self) -> str:
        return gettext("Re-score %(number)s") % {"number": self.pk}
