"""Pages that lead to a game: type a PIN, choose a name, open a table, go on to another game with the same players.

A PIN is looked at in one place, which leads to the page to choose a name on with the table's invitation. A QR code
leads there at once.
"""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from judging.games.live.game import Game
from judging.games.live_games import GAMES

from ..common.refusals import Refused
from ..game_tables import actions, next_game, pins, rate_limits, tokens
from ..game_tables.reserved_seats import missing, reserved
from ..models import Event, Table
from ..moves.table_cache import CachedTable, known
from ..rounds.setting_fields import as_text
from ..web.pages import attempted
from .forms import Join, OpenTable, PickName, Pin
from .setting_fields import preset_settings
from .table_views import table_page


@never_cache
@require_safe
def play(request: HttpRequest) -> HttpResponse:
    """Join with a PIN, which may come with the address, or open a table."""
    given = request.GET.get("pin", "")[:20]
    if given:
        return _with_pin(request, Pin({"pin": given}))
    return _start_page(request, Pin())


@never_cache
@require_http_methods(["GET", "POST"])
def enter_pin(request: HttpRequest) -> HttpResponse:
    """Check a PIN. A reload after a wrong PIN asks for it again."""
    if request.method == "GET":
        return redirect("play")
    return _with_pin(request, Pin(request.POST))


@never_cache
@require_http_methods(["GET", "POST"])
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat with the table's invitation: the browser gets its secret as a cookie below the table's address. A
    browser that shows one here goes back to its seat, so nobody takes a second one."""
    given = (request.POST if request.method == "POST" else request.GET).get("invitation", "")
    table = pins.invited_table(code, given) if given else None
    if table is None:
        if given:
            messages.error(request, _("This link leads to no open game. Type the PIN."))
        return redirect("play")
    if tokens.seat_of(request, known(table)):
        return redirect("table", table.code)
    if tokens.is_host(request, known(table)):  # who hosts takes no seat by mistake
        return redirect("table-host", table.code)
    if request.method == "GET":
        return _join_page(request, table, _join_form(table))
    if "suggest" in request.POST:
        return _join_page(request, table, _suggesting(request, table))
    if not tokens.browser_of(request):  # it shows the page first, and gets its secret there
        return redirect(pins.join_path(table))
    return _take_seat(request, table)


def _take_seat(request: HttpRequest, table: Table) -> HttpResponse:
    form, token = _join_form(table, request.POST), tokens.seat_token(tokens.browser_of(request), table.code)
    status, joined = attempted(form, lambda: actions.join(table=table, token=token, **form.seat()))
    if status:
        return _join_page(request, table, form, status)
    _seat, secret = joined
    return tokens.to_seat(table.code, secret)


@never_cache
@require_http_methods(["GET", "POST"])
def open_table(request: HttpRequest, game: str) -> HttpResponse:
    """Open a table without an event: one press with a preset, or with settings of one's own."""
    rules = GAMES.get(game)
    if rules is None:
        return redirect("play")
    chosen = "preset" in request.POST
    form = OpenTable(rules, request.POST if request.method == "POST" and not chosen else None)
    if chosen:
        return _opened(request, rules, preset_settings(rules, request.POST["preset"]))
    status, opened = attempted(form, lambda: _opened(request, rules, form.settings(), **form.about()))
    return opened or render(request, "play/open_table.html", {"game": rules, "form": form}, status=status)


def _opened(request: HttpRequest, rules: Game, settings: Mapping[str, Any], **about: Any) -> HttpResponse:
    """Open the table and go to its host's page; a game of one player is played without a table."""
    if rules.seats(actions.checked_settings(rules.slug, settings))[1] == 1 and not about.get("recorded"):
        chosen = urlencode({name: as_text(value) for name, value in settings.items()})
        return redirect(f"{reverse('practice-round', args=[rules.slug])}?{chosen}")
    rate_limits.count_opening(request, rate_limits.TABLES)
    table, secret = actions.open_table(by=None, game=rules.slug, settings=settings, **about)
    return tokens.to_host(table.code, secret)


def _with_pin(request: HttpRequest, form: Pin) -> HttpResponse:
    """Redirect to the page to choose a name on, if the PIN is right."""
    if not form.is_valid():
        return _start_page(request, form, 400)
    try:
        table = pins.table_of_pin(form.cleaned_data["pin"], request)
    except Refused as refused:
        form.add_error("pin", refused.sentence)
        return _start_page(request, form, refused.status)
    if table is None:
        form.add_error("pin", _("No game has this PIN just now. Look at the screen again."))
        return _start_page(request, form, 404)
    return redirect(pins.join_path(table))


def _join_form(table: Table, data: QueryDict | None = None) -> Join | PickName:
    """The form to join: a name, or the choice of an expected player."""
    if table.event is None or not reserved(table):
        return Join(data)
    return PickName(table.event, missing(table), data)


def _join_page(request: HttpRequest, table: Table, form: Join | PickName, status: int = 200) -> HttpResponse:
    context = {
        "table": table,
        "game": GAMES[table.game],
        "form": form,
        "colours": Event.Accent.choices,
        "invitation": pins.invitation(table),
    }
    response = render(request, "play/join.html", context, status=status)
    tokens.give_browser(response, request)
    return response


def _start_page(request: HttpRequest, form: Pin, status: int = 200) -> HttpResponse:
    context = {"form": form, "games": list(GAMES.values()), "back_to": tokens.latest_table(request)}
    return render(request, "play/start.html", context, status=status)


def _suggesting(request: HttpRequest, table: Table) -> Join:
    name = actions.suggested_name(known(table))
    return Join(initial={"name": name, "colour": request.POST.get("colour", "")})


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


site_urlpatterns = [
    path("play/", play, name="play"),
    path("play/pin/", enter_pin, name="enter-pin"),
    path("play/<table:code>/join/", join, name="join-table"),
    path("play/open/<slug:game>/", open_table, name="open-table"),
    path("play/<table:code>/again/", play_again, name="table-again"),
]
