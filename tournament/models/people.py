"""The people of an event, their roles, the links by which they sign in, and their sessions."""

import secrets
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.signing import BadSignature, Signer
from django.db import models
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _, pgettext_lazy


class User(AbstractUser):
    """A person who signs in. Contestants never do."""

    may_create_events = models.BooleanField(default=False)
    language = models.CharField(max_length=10, blank=True, default="")  # "": as the browser asks
    sessions_ended = models.PositiveIntegerField(default=0)  # how often; a session from before it is no longer valid
    acts_by: Any = None  # the ApiToken of a request that a program makes for them

    def __str__(self) -> str:
        return self.get_full_name() or self.username

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """The hash that a session must have. It changes with the password, and when all sessions are ended."""
        value = f"{self.password}:{self.sessions_ended}"
        return salted_hmac("tournament.session", value, secret=secret, algorithm="sha256").hexdigest()


class Role(models.TextChoices):
    ORGANISER = "organiser", _("Organiser")
    JUDGE = "judge", pgettext_lazy("role", "Judge")
    VOLUNTEER = "volunteer", _("Volunteer")


class Membership(models.Model):
    """One role of one person at one event. What a role allows is in `tournament.web.permissions`."""

    event = models.ForeignKey("tournament.Event", models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "user", "role"], name="one_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="known_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user}: {self.get_role_display()}"


def new_key() -> str:
    return secrets.token_urlsafe(12)


class TokenOfKey(models.Model):
    """A private address. Its token is worked out from a random key and the site's secret, so it is stored nowhere."""

    SALT = ""
    key = models.CharField(max_length=32, unique=True, default=new_key)

    class Meta:
        abstract = True

    @property
    def token(self) -> str:
        return Signer(salt=self.SALT).sign(self.key).replace(":", ".")

    @classmethod
    def key_of(cls, token: str) -> str | None:
        """The key of a token, unless the token is forged."""
        try:
            return Signer(salt=cls.SALT).unsign(token.replace(".", ":", 1))
        except BadSignature:
            return None


class SignInLink(TokenOfKey):
    """Signs a person in without a password, on the first device that uses it. `made_by` is empty for the command line,
    `event` too; a `reusable` link works on every device and exists only for the demo's people."""

    SALT = "tournament.sign-in-link"
    user = models.ForeignKey(User, models.CASCADE, related_name="sign_in_links")
    event = models.ForeignKey("tournament.Event", models.CASCADE, null=True, related_name="+")
    made_by = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    reusable = models.BooleanField(default=False)
    device = models.UUIDField(null=True)
    used_at = models.DateTimeField(null=True)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(
                fields=["user"],
                condition=models.Q(used_at__isnull=True, withdrawn_at__isnull=True),
                name="one_unused_sign_in_link_a_person",
            ),
            models.CheckConstraint(
                condition=models.Q(used_at__isnull=True, device__isnull=True)
                | models.Q(used_at__isnull=False, device__isnull=False),
                name="a_used_sign_in_link_has_a_device",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user}, {self.made_at:%Y-%m-%d %H:%M}"


class FirstAccount(TokenOfKey):
    """The one link by which the first person of an installation makes their account; `user` once they have."""

    SALT = "tournament.first-account"
    user = models.OneToOneField(User, models.PROTECT, null=True, related_name="+")
    made_at = models.DateTimeField()
    taken_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(pk=1), name="one_first_account")]


class Session(AbstractBaseSession):
    """A session of Django, with what its owner must know to end it. `user` is empty until somebody signs in; `link` is
    the one they came by. Neither the address nor the whole name of the browser is kept."""

    user = models.ForeignKey("tournament.User", models.CASCADE, null=True, related_name="sessions")
    link = models.ForeignKey("tournament.SignInLink", models.SET_NULL, null=True, related_name="+")
    begun_at = models.DateTimeField(null=True)
    used_at = models.DateTimeField()
    browser = models.CharField(max_length=20, blank=True, default="")
    system = models.CharField(max_length=20, blank=True, default="")

    class Meta(AbstractBaseSession.Meta):
        indexes = [models.Index(fields=["user", "-used_at"], name="sessions_of_a_person")]

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        return import_module(settings.SESSION_ENGINE).SessionStore
