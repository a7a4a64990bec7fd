"""Points, worked out from the record: a cache that may be rebuilt at any time."""

from django.db import models

from .entrants import Entrant
from .rounds import Round


class Result(models.Model):
    """Points of one entrant in one round. `lines` holds each line's share and the sentence that says why;
    `provisional` is true while a line waits for its verdict or for a judge."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="results")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="results")
    points = models.IntegerField()
    bonus = models.IntegerField(default=0)
    provisional = models.BooleanField(default=False)
    lines = models.JSONField(default=list)
    worked_out_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "entrant"], name="one_result_a_round")]
