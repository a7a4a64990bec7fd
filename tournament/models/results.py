"""Points, worked out from the record: a cache that may be rebuilt at any time."""

from django.db import models

from .entrants import Entrant
from .events import Event
from .rounds import Round


class PlainJSONField(models.JSONField):
    """JSON that goes to PostgreSQL as one literal a row. As part of an array, which is how Django sends many rows at
    once, every quotation mark in it is escaped in Python: half of the time of a large re-score."""

    def get_placeholder(self, value, compiler, connection) -> str:
        return "%s"

    def deconstruct(self):
        name, _path, arguments, options = super().deconstruct()
        return name, "django.db.models.JSONField", arguments, options


class ResultQuerySet(models.QuerySet):
    def in_force(self) -> "ResultQuerySet":
        """The results of their round's generation, not those that a re-score has prepared or left behind."""
        return self.filter(generation=models.F("round__generation"))


class Result(models.Model):
    """Points of one entrant in one round. `lines` holds each line's share with the code and the facts that say why;
    `provisional` is true while a line waits for its verdict or for a judge. Those of the round's `generation` hold;
    a re-score prepares its own beside them. `version` counts how often this one was worked out."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="results")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="results")
    generation = models.PositiveBigIntegerField(default=0)
    version = models.PositiveIntegerField(default=1)
    points = models.IntegerField()
    bonus = models.IntegerField(default=0)
    methods = models.PositiveIntegerField(default=0)  # different ones that hit, over all boxes
    provisional = models.BooleanField(default=False)
    lines = PlainJSONField(default=list)
    worked_out_at = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant", "generation"], name="one_result_a_generation")
        ]


def undecided_and_final(event: Event) -> list[Round]:
    """The final rounds with lines that no judge has decided. Judges rule on them only after a step back."""
    undecided = Result.objects.in_force().filter(round__event=event, provisional=True)
    return list(event.rounds.filter(status=Round.Status.FINAL, results__in=undecided).distinct())
