"""Judges' rulings on what a line counts as, and on whether two methods count once where the fine print does not decide;
signatures below a decision that needs several people."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from judging.games.paper import Box

from .events import Event
from .puzzles import Puzzle
from .rescores import Rescore
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

    @property
    def question(self) -> Box:
        """Its box, as the puzzle is asked now."""
        return Box.read(self.puzzle.version.boxes[self.box])

    @property
    def is_unsigned(self) -> bool:
        return self.signed < self.needs


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


class Signature(models.Model):
    """Somebody signs a ruling, a ruling on a pair of methods, or a re-score. Append-only.

    A ruling holds from the signature that completes it; the person who gave it signs it too. The person who proposes a
    re-score and the person who applies it agree with it too, and have no row here: a trigger counts them with those who
    signed when it is applied.
    """

    event = models.ForeignKey(Event, models.CASCADE, related_name="+")
    ruling = models.ForeignKey(Ruling, models.PROTECT, null=True, related_name="signatures")
    pair_ruling = models.ForeignKey(PairRuling, models.PROTECT, null=True, related_name="signatures")
    rescore = models.ForeignKey(Rescore, models.PROTECT, null=True, related_name="signatures")
    signer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    signed_at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(ruling__isnull=False, pair_ruling__isnull=True, rescore__isnull=True)
                | Q(ruling__isnull=True, pair_ruling__isnull=False, rescore__isnull=True)
                | Q(ruling__isnull=True, pair_ruling__isnull=True, rescore__isnull=False),
                name="a_signature_is_on_one_decision",
            ),
            models.UniqueConstraint(fields=["ruling", "signer"], name="one_signature_on_a_ruling"),
            models.UniqueConstraint(fields=["pair_ruling", "signer"], name="one_signature_on_a_pair_ruling"),
            models.UniqueConstraint(fields=["rescore", "signer"], name="one_signature_on_a_rescore"),
        ]

    def __str__(self) -> str:
        return f"{self.signer} on {self.ruling or self.pair_ruling or self.rescore}"
