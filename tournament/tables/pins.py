"""PINs: six digits that are right for one open table, and what a device that guesses has to wait for.

Wrong PINs are counted by device. A device is a signed cookie; an address gets so many new ones a minute that a school
can join at once, and a guesser cannot have a new one for each guess without end.
"""

import secrets
from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..common import limits
from ..common.refusals import Refused
from ..common.text import digest
from ..models import PlayAttempt, Table
from ..web.client_address import of_request
from .tokens import DEVICE_COOKIE

DIGITS = 6
TRIES = 50
MINUTE, HOUR = 60, 3600
Kind = PlayAttempt.Kind


def new_pin() -> str:
    """A PIN that no open table has. Raises Refused if there are hardly any left."""
    for _attempt in range(TRIES):
        pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        if not Table.objects.filter(pin=pin, ended_at=None).exists():
            return pin
    raise Refused("no_pin", _("Too many games are being played. Try again in a few minutes."), status=503)


def table_of_pin(pin: str, device: str) -> Table | None:
    """The open table with this PIN, or None; a wrong one is counted. Raises Refused for a device that guesses."""
    if _count(Kind.WRONG_PIN, device, limits.WRONG_PINS_WINDOW) >= limits.WRONG_PINS:
        minutes = limits.WRONG_PINS_WINDOW // MINUTE
        text = ngettext(
            "That was a wrong PIN too often. Wait %(count)s minute, or ask the host for a link.",
            "That was a wrong PIN too often. Wait %(count)s minutes, or ask the host for a link.",
            minutes,
        )
        raise Refused("too_many_pins", text % {"count": minutes}, status=429)
    digits = "".join(each for each in pin[:40] if each in "0123456789")
    found = Table.objects.select_related("event").filter(pin=digits, ended_at=None).first() if digits else None
    if found is None:
        _note(Kind.WRONG_PIN, device)
    return found


def device_of(request: HttpRequest) -> str:
    """What this browser is called among others. Raises Refused if its address has very many new ones just now."""
    known = request.get_signed_cookie(DEVICE_COOKIE, default="", salt=DEVICE_COOKIE)
    if known:
        return str(known)
    address = digest(of_request(request))
    if _count(Kind.DEVICE, address, MINUTE) >= limits.DEVICES_ADDRESS:
        raise Refused(
            "too_many_devices", _("Very many phones are joining just now. Try again in a minute."), status=429
        )
    _note(Kind.DEVICE, address)
    return secrets.token_hex(16)


def remember_device(response: HttpResponse, device: str) -> None:
    response.set_signed_cookie(
        DEVICE_COOKIE,
        device,
        salt=DEVICE_COOKIE,
        max_age=24 * HOUR,
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
        path="/play/",
    )


def count_opening(request: HttpRequest) -> None:
    """Count a table that is opened without an event. Raises Refused if its address has opened very many."""
    address = digest(of_request(request))
    if _count(Kind.OPENED, address, HOUR) >= limits.TABLES_ADDRESS:
        raise Refused("too_many_tables", _("Very many games were opened from here. Try again in an hour."), status=429)
    _note(Kind.OPENED, address)


def forget_old_attempts() -> None:
    """Delete what no longer counts."""
    PlayAttempt.objects.filter(at__lt=timezone.now() - timedelta(seconds=HOUR)).delete()


def _count(kind: str, who: str, seconds: int) -> int:
    since = timezone.now() - timedelta(seconds=seconds)
    return PlayAttempt.objects.filter(kind=kind, who=who, at__gte=since).count()


def _note(kind: str, who: str) -> None:
    PlayAttempt.objects.create(kind=kind, who=who, at=timezone.now())
