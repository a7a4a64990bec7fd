"""Tokens by which a program acts for a person: made on their account page, shown once, stored as a hash, revoked there
or by an organiser of the event that it is for."""

import secrets
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused, invalid
from ..models import ApiToken, Event, Scope, User
from ..web.permissions import NotAllowed, roles

PREFIX = "nt_"  # by which scanners of published code know it
USED_EVERY = timedelta(minutes=1)  # that its last use is written down


@transaction.atomic
def make(
    *, by: User, name: str, scopes: list[str], ends_at: datetime, event: Event | None = None
) -> tuple[ApiToken, str]:
    """The token, and its key, which is shown only now."""
    now = timezone.now()
    if not name.strip():
        raise invalid(name=_("Give it a name, so that you know later which program has it."))
    if not scopes or not set(scopes) <= set(Scope.values):
        raise invalid(scopes=_("Choose what the program may do."))
    if not now < ends_at <= now + timedelta(days=limits.TOKEN_DAYS):
        raise invalid(ends_at=_("Choose a day within a year."))
    if event is not None and not roles(by, event):
        raise invalid(event=_("You have no role in this event."))
    if working(by.api_tokens.all()).count() >= limits.TOKENS:
        raise Refused("too_many", _("You have very many tokens. Revoke one first."))
    key = PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=by,
        event=event,
        name=name.strip(),
        scopes=sorted(scopes),
        digest=digest(key),
        hint=key[-4:],
        made_at=now,
        ends_at=ends_at,
    )
    if event is not None:
        audit.record(event, by, "token.made", by, after={"token": str(token), "scopes": token.scopes})
    return token, key


@transaction.atomic
def revoke(*, by: User, token: ApiToken) -> ApiToken:
    """By its person, or by an organiser of its event."""
    token = ApiToken.objects.select_for_update(of=("self",)).select_related("event", "user").get(pk=token.pk)
    if token.user != by and not (token.event and "organiser" in roles(by, token.event)):
        raise NotAllowed("run")
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
        if token.event is not None:
            audit.record(token.event, by, "token.revoked", token.user, before={"token": str(token)})
    return token


def working(tokens: QuerySet[ApiToken]) -> QuerySet[ApiToken]:
    """Those that are neither over nor revoked."""
    return tokens.filter(revoked_at=None, ends_at__gt=timezone.now())


def find(key: str) -> ApiToken | None:
    """The token of a key if it still works; its use is written down."""
    token = ApiToken.objects.filter(digest=digest(key)).select_related("user").first()
    if token is None or not token.is_valid or not token.user.is_active:
        return None
    now = timezone.now()
    if token.last_used_at is None or now - token.last_used_at > USED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def person_of(token: ApiToken, *, reads: bool) -> User:
    """The token's person, who may only do what it may (`web.permissions.capabilities`)."""
    token.reads = reads
    user = token.user
    user.acts_by = token
    user.may_create_events &= token.event_id is None and Scope.ORGANISE in token.scopes
    return user
