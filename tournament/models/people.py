"""Who works at an event, and in which role."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class User(AbstractUser):
    """A person who signs in. Contestants never do."""

    may_create_events = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.get_full_name() or self.username


class Role(models.TextChoices):
    ORGANISER = "organiser", _("Organiser")
    JUDGE = "judge", pgettext_lazy("role", "Judge")
    VOLUNTEER = "volunteer", _("Volunteer")


class Membership(models.Model):
    """One role of one person at one event. What a role allows is said in `tournament.permissions`."""

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
