"""One paper of one entrant, and what people read on it."""

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q

from .entrants import Entrant
from .rounds import Round


class Mark(models.TextChoices):
    """What the volunteer saw. A marked line keeps whatever could be read as its text."""

    WRITTEN = "written", "Written"
    ILLEGIBLE = "illegible", "Illegible"
    STRUCK_OUT = "struck_out", "Struck out"
    BLANK = "blank", "Blank"


class Sheet(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="sheets")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="sheets")
    number = models.PositiveSmallIntegerField(default=1)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "entrant", "number"], name="one_sheet_a_number")
        ]

    def __str__(self) -> str:
        return f"Sheet of {self.entrant} in {self.round}"


class Keying(models.Model):
    """What one person reads on one sheet: drafts while open, the record once agreed."""

    class State(models.TextChoices):
        OPEN = "open", "Being keyed"
        AGREED = "agreed", "Agreed"
        DROPPED = "dropped", "Put back"

    sheet = models.ForeignKey(Sheet, models.CASCADE, related_name="keyings")
    keyer = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="keyings")
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField()
    touched_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(state="open"), name="one_open_keying_a_sheet"
            ),
            models.UniqueConstraint(
                fields=["sheet"], condition=Q(state="agreed"), name="one_agreed_keying_a_sheet"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "agreed", "dropped"]), name="known_keying_state"
            ),
            models.CheckConstraint(
                condition=Q(state="open", closed_at__isnull=True)
                | Q(closed_at__isnull=False) & ~Q(state="open"),
                name="closed_keying_has_a_time",
            ),
        ]


class DraftLine(models.Model):
    """A line while it is being typed. `key` is made by the page, so that saving twice saves once;
    `revision` counts the page's edits, so that a late, older save never overwrites a newer one."""

    keying = models.ForeignKey(Keying, models.CASCADE, related_name="drafts")
    key = models.UUIDField(default=uuid.uuid4)
    box = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    text = models.TextField(blank=True)
    mark = models.CharField(max_length=12, choices=Mark.choices, default=Mark.WRITTEN)
    revision = models.PositiveIntegerField(default=0)
    saved_at = models.DateTimeField()

    class Meta:
        ordering = ["box", "position", "id"]
        constraints = [
            models.UniqueConstraint(fields=["keying", "key"], name="one_draft_a_key"),
            models.CheckConstraint(condition=Q(mark__in=Mark.values), name="known_draft_mark"),
        ]
