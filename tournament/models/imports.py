"""A file somebody wants to import: checked first, corrected where it is wrong, then imported, and perhaps undone."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from .events import Event


class Import(models.Model):
    """`content` is the file as it came and `table` what was parsed from it (`imports.reader.parse`). `corrections` are
    cells that somebody typed instead, {line: {column: text}}, and `left_out` the lines that are not imported. `done` says
    what the import wrote, so that it can be undone."""

    class Kind(models.TextChoices):
        ROSTER = "roster", _("Players and teams")
        PUZZLES = "puzzles", _("Puzzles")
        LINES = "lines", _("Typed lines")
        SETS = "sets", _("Puzzle sets")

    event = models.ForeignKey(Event, models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    filename = models.CharField(max_length=200)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    table = models.JSONField(default=dict)
    corrections = models.JSONField(default=dict)
    left_out = models.JSONField(default=list)
    done = models.JSONField(null=True)
