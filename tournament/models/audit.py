"""Every decision, one entry: numbered, chained, without foreign keys so that nothing can take it along."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from .events import Event


class AuditHead(models.Model):
    """The last entry's number and hash of an event. Locking this row puts the entries in the order of commit."""

    event = models.OneToOneField(Event, models.CASCADE, primary_key=True, related_name="audit_head")
    number = models.PositiveIntegerField(default=0)
    hash = models.CharField(max_length=64, default="")


class AuditEntry(models.Model):
    """One decision: the person, the verb, the row, the time and the reason. `hash` is the SHA-256 over the fields and
    the hash before it.

    `personal` lists where `before`, `after` and `why` name a person; the hash takes the salted `digest` in place of
    these texts, so that they can be erased (`audit.personal_data`)."""

    event_id = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by_id = models.PositiveBigIntegerField(null=True)
    verb = models.CharField(max_length=60)
    subject = models.CharField(max_length=40)
    subject_id = models.PositiveBigIntegerField(null=True)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    why = models.TextField(blank=True)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    format = models.PositiveSmallIntegerField(default=2)  # of what is hashed
    personal = models.JSONField(null=True)
    salt = models.CharField(max_length=32, default="")
    digest = models.CharField(max_length=64, default="")

    class Meta:
        ordering = ["event_id", "number"]
        constraints = [models.UniqueConstraint(fields=["event_id", "number"], name="one_audit_entry_a_number")]


class AuditAbout(models.Model):
    """Another row that an entry concerns besides its subject: an index by which a sheet, a round or a dispute finds its
    history."""

    event_id = models.PositiveBigIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=40)
    kind_id = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event_id", "kind", "kind_id", "number"], name="one_mention_once")
        ]


class Anonymisation(models.Model):
    """Names are, or were, removed from an event. While it is open the database lets personal texts of append-only
    tables be erased; its action opens and ends it in one transaction. Append-only otherwise."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="anonymisations")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["event"], condition=Q(ended_at__isnull=True), name="one_open_anonymisation_an_event"
            )
        ]
