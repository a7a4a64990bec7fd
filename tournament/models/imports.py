"""A file somebody wants to import: checked first, corrected where it is wrong, then imported, and perhaps undone."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from .entrants import Entrant
from .events import Event
from .rounds import Round


class Import(models.Model):
    """`content` is the file as it came and `table` what was parsed from it (`imports.table_reader.parse`).
    `corrections` are cells that somebody typed instead, {line: {column: text}}, and `left_out` the lines that are not
    imported. `done` says what the import wrote, so that it can be undone."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="imports")
    kind = models.CharField(max_length=20)  # one of `imports.kinds`
    filename = models.CharField(max_length=200)
    content = models.BinaryField()
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()
    applied_at = models.DateTimeField(null=True)
    applied_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    table = models.JSONField(default=dict)
    corrections = models.JSONField(default=dict)
    left_out = models.JSONField(default=list)
    done = models.JSONField(null=True)


class ImportedSheets(models.QuerySet):
    def waiting(self) -> "ImportedSheets":
        """The sheets that the worker has not come to, in the order of the file."""
        return self.filter(handed_in_at=None, refused="").order_by("pk")


class ImportedSheet(models.Model):
    """A sheet that a file of lines hands in. `lines` are [key, box, text, mark]. `refused` is the code of why it could
    not be handed in."""

    upload = models.ForeignKey(Import, models.CASCADE, related_name="sheets")
    round = models.ForeignKey(Round, models.CASCADE, related_name="+")
    entrant = models.ForeignKey(Entrant, models.CASCADE, related_name="+")
    number = models.PositiveSmallIntegerField()
    lines = models.JSONField()
    handed_in_at = models.DateTimeField(null=True)
    refused = models.CharField(max_length=40, blank=True)

    objects = ImportedSheets.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["upload", "round", "entrant", "number"], name="a_file_has_a_sheet_once"),
            models.CheckConstraint(
                condition=Q(handed_in_at__isnull=True) | Q(refused=""), name="a_sheet_is_handed_in_or_refused"
            ),
        ]

    @property
    def place(self) -> tuple[int, int, int]:
        return self.round_id, self.entrant_id, self.number
