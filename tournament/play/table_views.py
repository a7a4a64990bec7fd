"""A table's pages: the player's phone, the room's screen, and what their script asks for."""

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, register_converter, reverse
from django.urls.converters import StringConverter
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from judging.games.live.game import SCREEN, TableReader
from judging.games.live.moves import HOST, PLAYER

from ..common import limits
from ..common.qr_codes import qr
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..game_tables import pins, tokens
from ..game_tables.frames import away_seats, digest, frame, is_open
from ..models import Fixture
from ..moves.recording import Recorded, Sent, now, record, up_to_date
from ..moves.table_cache import CachedTable, find
from ..web.permissions import capabilities
from ..web.problems import problem_response
from ..web.site_address import site_address
from .rendering import rendered

ROLES = ("seat", "host", "screen", "room")
KEY = 40  # characters


class TableCode(StringConverter):
    """The code in the addresses of a table, /play/<code>/…: twelve hexadecimal digits."""

    regex = "[0-9a-f]{12}"


register_converter(TableCode, "table")


def table_page(*methods: str) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page below /play/<code>/ for these methods, which no browser keeps. The view is called with the request and the
    table, with what is due recorded. 404 if there is none."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def page(request: HttpRequest, code: str, **parts) -> HttpResponse:
            known = find(code)
            if known is None:
                raise Http404
            return view(request, up_to_date(known), **parts)

        return never_cache(require_http_methods(methods)(page))

    return decorate


@table_page("GET", "HEAD")
def table(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """The page of whoever opens the table's address: their seat, else the host's page, else how to join."""
    seat = tokens.seat_of(request, known)
    if seat is not None:
        return page(request, known, TableReader("seat", seat.number))
    if tokens.is_host(request, known):
        return redirect("table-host", known.row.code)
    return render(request, "play/no_seat.html", {"table": known.row, "game": known.game})


@table_page("GET", "HEAD")
def screen(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """The room's screen, for anybody who may see the event. It shows the PIN in a browser of a host or a helper, and in
    one that was opened with their link."""
    if tokens.is_room(request.GET.get("room", ""), known.row) and "room" in request.GET:
        response: HttpResponse = redirect("table-screen", known.row.code)
        tokens.give_room(response, known.row)
        return response
    if not tokens.may_watch(request, known):
        raise Http404
    if not _shows_pin(request, known):
        return page(request, known, SCREEN)
    response = page(request, known, SCREEN, "room", **(join_address(request, known) if is_open(known) else {}))
    tokens.give_room(response, known.row)
    return response


def _shows_pin(request: HttpRequest, known: CachedTable) -> bool:
    event = known.row.event
    by_host = tokens.reader_of(request, known, "room") is not None or tokens.is_host(request, known)
    return by_host or (event is not None and "host" in capabilities(request.user, event))


def join_address(request: HttpRequest, known: CachedTable) -> dict:
    """Where players join: the address at which they type the PIN, the link that needs none, and its QR code."""
    link = f"{site_address(request)}{pins.join_path(known.row)}"
    return {
        "join_address": f"{site_address(request)}{reverse('play')}",
        "join_link": link,
        "join_code": qr(link),
    }


def page(request: HttpRequest, known: CachedTable, reader: TableReader, role: str = "", **more: Any) -> HttpResponse:
    """The page for this reader; `role` is what the page asks for its frames as, if that is not the reader's."""
    away = away_seats(known) if reader.role == "host" else ()
    shown = frame(known, reader, away, with_pin=role == "room")
    context = {
        "known": known,
        "table": known.row,
        "event": known.row.event,
        "fixture": Fixture.objects.select_related("series").filter(table=known.row).first(),
        "game": known.game,
        "role": reader.role,
        "asks_as": role or reader.role,
        "fragment": rendered(known, shown, reader, translation.get_language() or "en"),
        "digest": digest(shown),
        "hosts_too": reader.role == "seat" and tokens.is_host(request, known),
        "name": (shown["me"] or {}).get("name", ""),
        **more,
    }
    return render(request, "play/table.html", context)


@table_page("GET", "HEAD")
def table_frame(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """The part of the page that changes, for a page to which no stream brings it."""
    role = request.GET.get("as", "screen")
    reader = reader_for(request, known, role)
    if reader is None:
        return JsonResponse({"gone": True}, status=403)
    shown = frame(known, reader, away_seats(known) if role == "host" else (), with_pin=role == "room")
    html = rendered(known, shown, reader, translation.get_language() or "en")
    return HttpResponse(html, headers={"X-Frame": digest(shown)})


@never_cache
@require_safe
def table_stream(request: HttpRequest, code: str) -> HttpResponse:
    """Answer 204: without a server for streams, the page asks for its frame every second or two."""
    return HttpResponse(status=204)


@never_cache
@require_safe
def clock(request: HttpRequest) -> HttpResponse:
    """The server's clock, from which a page knows how far its own is off."""
    return JsonResponse({"now": now()})


@never_cache
@require_POST
def make_move(request: HttpRequest, code: str) -> HttpResponse:
    """Record a move: {"kind", "facts", "key", "seat" for a host, "elapsed", "round_trip"}."""
    received = now()
    known = find(code)
    if known is None:
        raise Http404
    try:
        recorded = record(known.row, _sent(request, known, received))
    except Refused as refused:
        return problem_response(refused.status, refused.code, refused.sentence)
    return JsonResponse(_answer(recorded, received))


def reader_for(request: HttpRequest, known: CachedTable, role: str) -> TableReader | None:
    """The person who asks in this role; None if this browser does not have it."""
    if role not in ROLES or (role == "screen" and not tokens.may_watch(request, known)):
        return None
    return tokens.reader_of(request, known, role)


def _sent(request: HttpRequest, known: CachedTable, received: int) -> Sent:
    """The move as it was sent. Raises Refused for what is no move, or from a browser that is not at the table."""
    if len(request.body) > limits.MOVE:
        raise _unreadable()
    try:
        read = json.loads(request.body)
    except (ValueError, RecursionError) as error:
        raise _unreadable() from error
    if not isinstance(read, dict) or not isinstance(read.get("facts", {}), dict):
        raise _unreadable()
    kind, key, by = read.get("kind"), read.get("key"), HOST if read.get("as") == "host" else PLAYER
    if (
        not isinstance(kind, str)
        or not isinstance(key, str)
        or not (8 <= len(key) <= KEY and key.isascii() and key.isprintable())
    ):
        raise _unreadable()
    seat = _whole(read.get("seat"), 10_000) if by == HOST else _own_seat(request, known)
    if by == HOST and not tokens.is_host(request, known):
        raise Refused("not_host", _("This browser does not host this table any more."), status=403)
    user = request.user if by == HOST and request.user.is_authenticated else None
    facts, elapsed, trip = read.get("facts", {}), _whole(read.get("elapsed")), _whole(read.get("round_trip"))
    return Sent(kind, by, seat, facts, f"{by}-{seat or 0}-{key}", received, elapsed, trip, user)


def _own_seat(request: HttpRequest, known: CachedTable) -> int:
    seat = tokens.seat_of(request, known)
    if seat is None:
        raise Refused("no_seat", _("This phone has no seat at this table any more. Ask the host."), status=403)
    if known.waits(seat):
        raise Refused("not_let_in", _("Wait until the host lets you in."), status=403)
    return seat.number


def _whole(value: object, most: int = 86_400_000) -> int | None:
    """A whole number that the browser sent, if it is one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not -most <= value <= most:
        return None
    return round(value)


def _unreadable() -> Refused:
    return Refused("unreadable", _("This could not be read. Load the page again."), status=400)


def _answer(recorded: Recorded, received: int) -> dict[str, Any]:
    """{"number", "at", "seconds": on the clock that ran then, "note": why it does not count}."""
    answer: dict[str, Any] = {"number": recorded.move.number, "at": recorded.move.at}
    clock = recorded.known.position.clock
    if clock is not None:
        answer["seconds"] = round(clock.elapsed(recorded.move.at) / 1000, 1)
    if recorded.note is not None:
        answer |= {"note": recorded.note.code, "detail": sentence(recorded.note.message)}
    return answer


site_urlpatterns = [
    path("play/clock/", clock, name="play-clock"),
    path("play/<table:code>/", table, name="table"),
    path("play/<table:code>/screen/", screen, name="table-screen"),
    path("play/<table:code>/frame/", table_frame, name="table-frame"),
    path("play/<table:code>/stream", table_stream, name="table-stream"),
    path("play/<table:code>/moves/", make_move, name="table-moves"),
]
