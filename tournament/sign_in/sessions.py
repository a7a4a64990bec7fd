"""Django's sessions in the database, each with its person and device (SESSION_ENGINE), and the note that one was
used."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, cast

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends import db
from django.db import DatabaseError
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from ..models import Session
from . import devices

BY_LINK = "by_link"  # the link by which a person came: they may choose a password without the old one
NOTED = timedelta(minutes=1)  # a session's last use is written down this often at most


class SessionStore(db.SessionStore):
    """The columns of a row follow from the session's data, because Django writes the whole row each time."""

    row: Session | None = None  # as it was read for this request

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def _get_session_from_db(self) -> Session | None:
        self.row = super()._get_session_from_db()  # type: ignore[misc]  # not in its stubs
        return self.row

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        row = cast(Session, super().create_model_instance(data))
        row.used_at = timezone.now()
        if user := data.get(SESSION_KEY):
            row.user_id, row.link_id = int(user), data.get(BY_LINK)
            row.begun_at = datetime.fromisoformat(data["begun"]) if "begun" in data else None
            row.browser, row.system = data.get("device", ("", ""))
        return row


@receiver(user_logged_in)
def remember_device(request: HttpRequest, **_more: Any) -> None:
    request.session["begun"] = timezone.now().isoformat()
    request.session["device"] = devices.known(request.headers.get("User-Agent", ""))


def note_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: writes down after the answer that the session was used. Without room on the disk people still
    read."""

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        row, now = getattr(request.session, "row", None), timezone.now()
        if row and row.user_id and row.used_at < now - NOTED:
            with suppress(DatabaseError):
                Session.objects.filter(pk=row.pk).update(used_at=now)
        return response

    return answer


def forget_expired() -> int:
    """Delete sessions that are over. Returns how many."""
    old = Session.objects.filter(expire_date__lt=timezone.now())
    return old.delete()[0] if old.exists() else 0  # most of the time there is none, and no lock is needed
