"""A competition of several halls: the halls, the files that they handed in, and signed joint standings."""

from django.conf import settings
from django.db import models

from .events import Event


class Competition(models.Model):
    """The joint standing of several halls. Its rules are the grades, rounds and criteria of the event that runs it."""

    event = models.OneToOneField(Event, models.CASCADE, related_name="competition")
    is_public = models.BooleanField(default=False)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()


class Hall(models.Model):
    """A hall of a competition. `fingerprint` is that of the public key with which its site signs, `event_slug` the
    address of its event there."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="halls")
    slug = models.SlugField(max_length=20)
    name = models.CharField(max_length=80)
    fingerprint = models.CharField(max_length=64)
    event_slug = models.SlugField(max_length=60)
    counted = models.ForeignKey("HallFile", models.PROTECT, null=True, related_name="+")
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["slug"]
        constraints = [
            models.UniqueConstraint(fields=["competition", "slug"], name="one_hall_a_slug"),
            models.UniqueConstraint(
                fields=["competition", "fingerprint", "event_slug"], name="one_hall_an_event_of_a_site"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class HallFile(models.Model):
    """A public export that was handed in for a hall. `refusal` has the code and facts of its verdict, null for a good
    file. `document`, compressed, and `summary`, what the joint standing needs of it, go once nothing is computed from
    them. Append-only."""

    hall = models.ForeignKey(Hall, models.PROTECT, related_name="files")
    digest = models.CharField(max_length=64)
    statement = models.TextField(blank=True)
    signature = models.TextField(blank=True)
    public_key = models.TextField(blank=True)
    audit_number = models.PositiveBigIntegerField(default=0)
    refusal = models.JSONField(null=True)
    document = models.BinaryField(null=True)
    summary = models.JSONField(null=True)
    handed_in_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    handed_in_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    @property
    def is_final(self) -> bool:
        """Whether its hall signed it."""
        return bool(self.signature)


class JointTie(models.Model):
    """The order in which the sides of a tie over halls finished in one room, the winner first; sides are named as in
    the joint standing. A later row for the same sides replaces an earlier one."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="ties")
    grade = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=10)
    order = models.JSONField()
    settled_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    settled_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]


class JointCopy(models.Model):
    """A signed joint standing. `document`, compressed, is None once names were removed from the event that runs the
    competition; `recount` is what `tools/recount_joint.py` says of it."""

    competition = models.ForeignKey(Competition, models.PROTECT, related_name="copies")
    document = models.BinaryField(null=True)
    digest = models.CharField(max_length=64)
    statement = models.TextField()
    signature = models.TextField()
    note = models.TextField(blank=True)
    recount = models.TextField(blank=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
