"""Sessions: a signed-in person and their device."""

from importlib import import_module

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


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
