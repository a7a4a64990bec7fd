"""Programs that act for a person: their tokens, and answers that a program may ask for again."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from .events import Event


class Scope(models.TextChoices):
    """What a program may do for a person, and never more than the person (`web.permissions.SCOPES`)."""

    READ = "read", _("Read")
    TYPE = "type", _("Type sheets, check players in")
    ORGANISE = "organise", _("Organise")
    JUDGE = "judge", _("Judge")
    HOST = "host", _("Host live games")


class ApiToken(models.Model):
    """A program's key to the API, for everything its person may do within `scopes`, at one event if it has one.

    The key is shown once; `digest` is its SHA-256, and `hint` its last characters, by which the person knows it.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="api_tokens")
    name = models.CharField(max_length=80)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=4)
    made_at = models.DateTimeField()
    ends_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)
    limits: ClassVar[dict[str, str]] = {}  # headers that say what is left of its requests (`rest.throttles`)
    reads = False  # whether the request that it is used for only reads

    class Meta:
        ordering = ["-id"]
        constraints = [models.CheckConstraint(condition=~Q(name=""), name="an_api_token_has_a_name")]

    def __str__(self) -> str:
        return f"{self.name} …{self.hint}"

    def get_scopes_display(self) -> list[str]:
        return [str(each.label) for each in Scope if each in self.scopes]

    @property
    def is_valid(self) -> bool:
        return self.revoked_at is None and self.ends_at > timezone.now()


class IdempotentRequest(models.Model):
    """A request that was done, with its answer, for a program that sends it again (`rest.idempotency`)."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    fingerprint = models.CharField(max_length=64)  # SHA-256 of its method, address and body
    status = models.PositiveSmallIntegerField(default=0)
    body = models.TextField(blank=True)
    made_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="one_idempotent_request_a_key")]
