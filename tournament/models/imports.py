"""A file somebody wants to import: checked first, applied afterwards, from the same bytes."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Event


class Import(models.Model):
    class Kind(models.TextChoices):
        ROSTER = "roster", _("Players and teams")
        PUZZLES = "puzzles", _("Puzzles")
        LINES = "lines", _("Typed lines")

    event = models.ForeignKey(Event, models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    filename = models.CharField(max_length=200)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
