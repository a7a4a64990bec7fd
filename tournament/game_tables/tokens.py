"""The secrets by which a browser is a seat, a host or a screen that a host opened, and so may read a table: a cookie
below the table's address.
The database has digests of those of seats and hosts; that of a screen follows from the table.

A browser that joins has a cookie of its own before, from which the secrets of its seats follow: asking for a seat
several times at once gives the same one.
"""

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac

from judging.games.live.game import HOST_READER, SCREEN, TableReader

from ..common.line_text import digest
from ..models import Seat, Table
from ..moves.table_cache import CachedTable
from ..web.permissions import capabilities

SEAT_COOKIE, HOST_COOKIE, ROOM_COOKIE, BROWSER_COOKIE = "seat", "host", "room", "device"
LATEST_COOKIE = "table"  # the address of the table at which this browser sat down, or which it hosts, last
DAYS = 3
CODE_BYTES = 6


def new_token() -> str:
    return secrets.token_urlsafe(24)


def new_code() -> str:
    """A new code for the address of a table: short, and impossible to guess."""
    return secrets.token_hex(CODE_BYTES)


def to_seat(code: str, token: str) -> HttpResponse:
    """To the page of a seat, in a browser that keeps its secret."""
    return _give(redirect("table", code), SEAT_COOKIE, code, token)


def to_host(code: str, token: str) -> HttpResponse:
    """To the host's page, in a browser that keeps the secret of a host."""
    return _give(redirect("table-host", code), HOST_COOKIE, code, token)


def latest_table(request: HttpRequest) -> str:
    """The code of the table to which this browser can go back; empty without one, and once its game is over."""
    code = request.COOKIES.get(LATEST_COOKIE, "")[: 2 * CODE_BYTES]
    is_open = Table.objects.filter(code=code).exclude(stage=Table.Stage.OVER)
    return code if code.isalnum() and code.isascii() and is_open.exists() else ""


def browser_of(request: HttpRequest) -> str:
    """The secret of this browser; empty if it has none yet."""
    return request.COOKIES.get(BROWSER_COOKIE, "")


def seat_token(browser: str, code: str) -> str:
    """The secret of the seat that this browser takes at the table."""
    return salted_hmac("tournament.play.seat", f"{code}/{browser}").hexdigest()


def give_browser(response: HttpResponse, request: HttpRequest) -> None:
    """Let the browser keep its secret, a new one if it has none."""
    _keep(response, BROWSER_COOKIE, browser_of(request) or new_token(), reverse("play"))


def room_token(table: Table) -> str:
    """The secret of the screens on which the room sees the PIN."""
    return salted_hmac("tournament.play.room", f"{table.code}/{table.pin}").hexdigest()


def is_room(token: str, table: Table) -> bool:
    """Whether a screen with this secret was opened by a host. Without an event every screen counts as such."""
    return table.event_id is None or constant_time_compare(token, room_token(table))


def give_room(response: HttpResponse, table: Table) -> None:
    _give(response, ROOM_COOKIE, table.code, room_token(table))


def seat_of(request: HttpRequest, known: CachedTable) -> Seat | None:
    """The seat that this browser holds at the table, or None."""
    token = request.COOKIES.get(SEAT_COOKIE, "")
    return known.seat_of_token(digest(token)) if token else None


def is_host(request: HttpRequest, known: CachedTable) -> bool:
    """Whether this browser hosts the table."""
    return digest(request.COOKIES.get(HOST_COOKIE, "")) in known.hosts


def reader_of(request: HttpRequest, known: CachedTable, role: str) -> TableReader | None:
    """The person who asks for the page of this role; None if they may not."""
    if role == "screen":
        return SCREEN
    if role == "room":
        return SCREEN if is_room(request.COOKIES.get(ROOM_COOKIE, ""), known.row) else None
    if role == "host":
        return HOST_READER if is_host(request, known) else None
    seat = seat_of(request, known)
    return TableReader("seat", seat.number) if seat else None


def may_read(known: CachedTable, role: str, token: str = "", seat: int = 0) -> bool:
    """Whether a secret is good for this role, for pages and for streams: the digest of a seat's or a host's, or that of
    a screen with the PIN. The plain screen needs none, unless the event holds something back."""
    if role == "seat":
        held = known.seat_of_token(token)
        return held is not None and held.number == seat
    if role == "host":
        return token in known.hosts
    if role == "room":
        return is_room(token, known.row)
    event = known.row.event
    return event is None or event.shows_all


def may_watch(request: HttpRequest, known: CachedTable) -> bool:
    """Whether this browser may see the room's screen (SE-32). What is held back of an event is not on it either, but
    for those who play or host, a screen that a host opened, and those who work at the event. A player who waits to be
    let in does not play yet."""
    if may_read(known, "screen"):
        return True
    seat = seat_of(request, known)
    plays = seat is not None and not known.waits(seat)
    at_table = plays or is_host(request, known) or reader_of(request, known, "room") is not None
    event = known.row.event
    return at_table or (event is not None and bool(capabilities(request.user, event)))


def _give(response: HttpResponse, name: str, code: str, token: str) -> HttpResponse:
    _keep(response, name, token, reverse("table", args=[code]))
    if name != ROOM_COOKIE:
        _keep(response, LATEST_COOKIE, code, reverse("play"))
    return response


def _keep(response: HttpResponse, name: str, token: str, path: str) -> None:
    response.set_cookie(
        name,
        token,
        max_age=DAYS * 86_400,
        path=path,
        httponly=True,
        secure=settings.HTTPS,
        samesite="Lax",
    )
