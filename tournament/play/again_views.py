"""Another game with the same players: the host opens it, and phones go on to it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path

from judging.games.live_games import GAMES

from ..common.refusals import Refused
from ..game_tables import next_game, rate_limits, tokens
from ..moves.table_cache import CachedTable
from .setting_fields import preset_settings
from .table_views import table_page


@table_page("POST")
def play_again(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """Go to the table of the next game, in the same part as here. A host opens it."""
    is_host = request.POST.get("as") == "host"
    try:
        return _as_host(request, known) if is_host else _as_seat(request, known)
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("table-host" if is_host else "table", known.row.code)


def _as_host(request: HttpRequest, known: CachedTable) -> HttpResponse:
    if not tokens.is_host(request, known):
        return redirect("table-host", known.row.code)
    if next_game.following(known.row) is None:
        rate_limits.count_opening(request, rate_limits.GAMES)
    game, _sep, preset = request.POST.get("choice", "").partition("/")
    settings = preset_settings(GAMES[game], preset) if game in GAMES else None
    table, secret = next_game.play_again(table=known.row, game=game if game in GAMES else "", settings=settings)
    return tokens.to_host(table.code, secret)


def _as_seat(request: HttpRequest, known: CachedTable) -> HttpResponse:
    seat = tokens.seat_of(request, known)
    if seat is None:
        return redirect("table", known.row.code)
    table, secret = next_game.follow(table=known.row, seat=seat.number)
    return tokens.to_seat(table.code, secret) if secret else redirect("table", table.code)


site_urlpatterns = [path("play/<table:code>/again/", play_again, name="table-again")]
