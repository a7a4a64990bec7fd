"""The host's page, and what a host does beside the game: names, doors, links to other devices."""

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from judging.games.live import transcript as transcripts
from judging.games.live.game import HOST_READER, SCREEN

from ..common.qr_codes import qr
from ..common.refusals import Refused
from ..game_tables import actions, hosting_actions, tokens
from ..game_tables.frames import asked_for, shown_name
from ..game_tables.reserved_seats import missing, reserved, seat_name
from ..game_tables.rude_words import covered_page, is_rude
from ..models import User
from ..moves.table_cache import CachedTable, in_turn
from ..web.pages import pressed
from ..web.permissions import capabilities
from ..web.site_address import site_address
from .table_views import join_address, page, table_page


@table_page("GET", "HEAD")
def host(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """The host's page; whoever helps at the event and does not host yet may take over."""
    if tokens.is_host(request, known):
        more = {**join_address(request, known), **_players(known)}
        if known.row.event_id is not None:
            more |= {"room": tokens.room_token(known.row), "waiting": asked_for(known)}
        return page(request, known, HOST_READER, **more)
    event = known.row.event
    may_take = event is not None and "host" in capabilities(request.user, event)
    if not may_take and not tokens.may_watch(request, known):
        raise Http404
    context = {"table": known.row, "game": known.game, "event": event, "may_take": may_take}
    return render(request, "play/not_host.html", context, status=200 if may_take else 403)


def _players(known: CachedTable) -> dict:
    """The players at the table, how many of their names wait until the host shows them, how many of these need no look,
    and who is expected."""
    seated = [seat for seat in known.seats if not (seat.is_removed or known.waits(seat))]
    hidden = [seat for seat in seated if known.row.names_need_approval and not seat.is_approved]
    unseen = sum(not is_rude(seat.name) for seat in hidden)
    return {"seated": seated, "unapproved": len(hidden), "unseen": unseen, **_expected(known)}


def _expected(known: CachedTable) -> dict:
    """The players of the table's fixture who have no seat yet, and no phone that waits for it."""
    event = known.row.event
    if event is None or not reserved(known.row):
        return {}
    waiting = {seat.player_id for seat in known.seats if known.waits(seat)}
    players = [(each.pk, seat_name(event, each)) for each in missing(known.row) if each.pk not in waiting]
    return {"is_reserved": True, "missing": players}


@table_page("POST")
def take_over(request: HttpRequest, known: CachedTable) -> HttpResponse:
    if not isinstance(request.user, User):
        raise Http404
    secret = hosting_actions.take_over(table=known.row, by=request.user)
    return tokens.to_host(known.row.code, secret)


@table_page("GET", "HEAD")
def host_players(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """The list of players on the host's page, or of those who wait, which it asks for after a change."""
    if not tokens.is_host(request, known):
        return HttpResponse(status=403)
    if request.GET.get("part") == "waiting":
        context = {"table": known.row, "waiting": asked_for(known), **_players(known)}
        return render(request, "play/_waiting.html", context)
    return render(request, "play/_host_seats.html", {"table": known.row, **_players(known)})


@table_page("POST")
def host_action(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """A button of the host's page. A refusal is shown at the top of the page."""
    if not tokens.is_host(request, known):
        return redirect("table-host", known.row.code)
    do = DOES.get(request.POST.get("do", ""))
    _refused, answer = pressed(request, lambda: do and do(request, known))
    return answer if isinstance(answer, HttpResponse) else redirect("table-host", known.row.code)


def _add(request: HttpRequest, known: CachedTable) -> None:
    """A player without a phone: the host plays for them."""
    event, chosen = known.row.event, request.POST.get("player", "")
    player = next((each for each in missing(known.row) if str(each.pk) == chosen), None)
    name = seat_name(event, player) if event and player else request.POST.get("name", "")
    actions.join(table=known.row, name=name, player=player, by_host=True)


def _doors(request: HttpRequest, known: CachedTable) -> None:
    locked, late = "is_locked" in request.POST, "late_joining" in request.POST
    hosting_actions.set_doors(table=known.row, is_locked=locked, late_joining=late)


def _offer(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """A page with the link and its QR code, for the other device."""
    seat = _seat(request) if request.POST.get("seat") else None
    secret = hosting_actions.offer(table=known.row, seat=seat)
    address = f"{site_address(request)}{reverse('table-take', args=[known.row.code, secret])}"
    holder = known.seat(seat) if seat is not None else None
    context = {
        "table": known.row,
        "address": address,
        "code": qr(address),
        "name": holder.name if holder else "",
        "event": known.row.event,
    }
    return render(request, "play/offer.html", context)


def _seat(request: HttpRequest) -> int:
    text = request.POST.get("seat", "")
    if not (text.isascii() and text.isdigit() and len(text) < 6):
        raise Refused("no_such_seat", _("This player is not at the table."))
    return int(text)


# what each button does; a page that it answers with is shown in place of the host's
DOES: dict[str, Callable[[HttpRequest, CachedTable], object]] = {
    "approve": lambda request, known: hosting_actions.approve(table=known.row, seats=[_seat(request)]),
    "approve-all": lambda request, known: hosting_actions.approve(table=known.row),
    "hide": lambda request, known: hosting_actions.hide(table=known.row, seat=_seat(request)),
    "let-in": lambda request, known: hosting_actions.let_in(table=known.row, seat=_seat(request)),
    "let-all-in": lambda request, known: hosting_actions.let_in(table=known.row),
    "rename": lambda request, known: hosting_actions.rename(
        table=known.row, seat=_seat(request), name=request.POST.get("name", "")
    ),
    "remove": lambda request, known: hosting_actions.remove(table=known.row, seat=_seat(request)),
    "add": _add,
    "doors": _doors,
    "offer": _offer,
}


@table_page("GET", "POST")
def take(request: HttpRequest, known: CachedTable, secret: str) -> HttpResponse:
    """The page that a link to another device opens: a button, so that a preview of the link does not use it up."""
    if request.method == "GET":
        return render(request, "play/take.html", {"table": known.row, "game": known.game})
    user = request.user if isinstance(request.user, User) else None
    try:
        role, new = hosting_actions.accept(table=known.row, secret=secret, user=user)
    except Refused as refused:
        context = {"table": known.row, "game": known.game, "refused": refused.sentence}
        return render(request, "play/take.html", context, status=refused.status)
    return (tokens.to_seat if role == "seat" else tokens.to_host)(known.row.code, new)


@table_page("GET", "HEAD")
def transcript(request: HttpRequest, known: CachedTable) -> HttpResponse:
    """A finished game as a page of text, for whoever may watch its screen. It names players as the screen does and
    covers rude words."""
    if known.position.stage != "over" or not tokens.may_watch(request, known):
        raise Http404
    row, names = known.row, {seat.number: shown_name(known, seat, SCREEN) for seat in known.seats}
    title = row.name or known.game.name
    with in_turn(len(known.moves)):
        page = transcripts.of(known.game, title, row.settings, known.moves, names, row.recorded)
    page = covered_page(page, known)
    return HttpResponse(transcripts.write(page), content_type="text/plain; charset=utf-8")


site_urlpatterns = [
    path("play/<table:code>/host/", host, name="table-host"),
    path("play/<table:code>/host/take-over/", take_over, name="table-take-over"),
    path("play/<table:code>/host/players/", host_players, name="table-players"),
    path("play/<table:code>/host/do/", host_action, name="table-do"),
    path("play/<table:code>/take/<str:secret>/", take, name="table-take"),
    path("play/<table:code>/transcript/", transcript, name="table-transcript"),
]
