"""The lines as they were written, and the engine's verdicts on them."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from judging.language.evaluation.legality import VerdictReason
from judging.messages import Message

from .puzzles import PuzzleVersion
from .sheets import Keying, Mark, Sheet


class Submission(models.Model):
    """One line as it was written, for ever. A database trigger refuses any edit or deletion.

    `digest` is the SHA-256 of the text in UTF-8; equal texts find the same verdict and the same rulings by it.
    """

    keying = models.ForeignKey(Keying, models.PROTECT, related_name="submissions")
    sheet = models.ForeignKey(Sheet, models.PROTECT, related_name="submissions")
    key = models.UUIDField(unique=True)
    box = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    digest = models.CharField(max_length=64)
    mark = models.CharField(max_length=12, choices=Mark.choices)
    typed_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    typed_at = models.DateTimeField()
    recorded_at = models.DateTimeField()
    channel = models.CharField(max_length=20)
    address = models.GenericIPAddressField(null=True)
    label: Message | str  # of its box, by `disputes.evidence`

    class Meta:
        ordering = ["box", "position", "id"]
        indexes = [models.Index(fields=["digest"])]
        constraints = [
            models.UniqueConstraint(fields=["keying", "box", "position"], name="one_line_a_position"),
            models.CheckConstraint(condition=Q(mark__in=Mark.values), name="known_mark"),
        ]


class Verdict(models.Model):
    """The verdict of one engine version on one text in one box of one puzzle version under one edition. `answer` is
    equal for texts that are one answer (`scoring.equal_answers`)."""

    class Outcome(models.TextChoices):
        ACCEPTED = "accepted", _("Accepted")
        REFUSED = "refused", "Refused"
        NEEDS_RULING = "needs_ruling", _("Needs a ruling")

    puzzle_version = models.ForeignKey(PuzzleVersion, models.CASCADE, related_name="verdicts")
    box = models.PositiveSmallIntegerField()
    text = models.TextField()
    digest = models.CharField(max_length=64)
    answer = models.CharField(max_length=64)
    edition = models.CharField(max_length=64)
    engine = models.CharField(max_length=20)
    outcome = models.CharField(max_length=12, choices=Outcome.choices)
    value = models.TextField(null=True)
    on_target = models.BooleanField(null=True)
    distance_up = models.TextField(null=True)
    method_key = models.TextField(null=True)
    kin_key = models.TextField(null=True)
    reasons = models.JSONField(default=list)
    readings = models.JSONField(default=list)
    mathml = models.TextField(blank=True)  # of the first reading; pages show it and never judge

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["puzzle_version", "box", "digest", "edition", "engine"], name="judged_once"
            ),
            models.CheckConstraint(
                condition=Q(outcome__in=["accepted", "refused", "needs_ruling"]), name="known_outcome"
            ),
        ]

    @property
    def method(self) -> str:
        """The key of the method that it read, of a verdict that has one: every one that accepts."""
        assert self.method_key is not None  # the engine accepts nothing without a key; queries for pairs ask for one
        return self.method_key

    @property
    def mathematics(self) -> SafeString:
        """The first reading as MathML; empty if the text cannot be read. The engine writes numbers and symbols of its
        own and never a part of the text, so nothing in it is markup."""
        return mark_safe(self.mathml)

    def read_reasons(self) -> list[VerdictReason]:
        return [VerdictReason.read(each) for each in self.reasons]

    @property
    def is_unreadable(self) -> bool:
        return any(reason["code"] == "unreadable" for reason in self.reasons)
