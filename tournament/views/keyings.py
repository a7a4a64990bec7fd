"""The volunteer's pages: choose a round, type a number, type what is on the paper, hand it in."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from ..actions import Refused, keyings
from ..forms.keyings import SheetNumber, posted_lines, refused_rows, stored_rows
from ..models import Entrant, Event, Keying, Round
from ..record.sheets import handed_in, piles, sheets_of
from .common import event_page, find_player_entrant, find_round, tell
from .sheet_page import MOST_SPARE_ROWS, SPARE_ROWS, recorded_page, typing_page

page_or_post = require_http_methods(["GET", "HEAD", "POST"])


@require_safe
@event_page(needs="key")
def rounds(request: HttpRequest, event: Event) -> HttpResponse:
    """The rounds whose sheets may be typed, with how many are to do."""
    every = piles(event)
    context = {
        "marking": [pile for pile in every if pile.round.takes_keying],
        "rest": [pile for pile in every if not pile.round.takes_keying],
    }
    return render(request, "keyings/rounds.html", context)


@never_cache
@page_or_post
@event_page(needs="key")
def number(request: HttpRequest, event: Event, position: int) -> HttpResponse:
    """Whose sheet is next."""
    round_ = find_round(event, position)
    form, status = SheetNumber(request.POST if request.method == "POST" else None), 200
    if form.is_bound:
        status = _open(request, round_, form)
        if status is None:
            return redirect("keying", event.slug, position, form.cleaned_data["number"])
    context = {
        "form": form,
        "round": round_,
        "sheets": sheets_of(round_, request.user),
        "may_take_over": form.has_error("number", "taken_may_take_over"),
        "crumbs": crumbs(event, round_),
    }
    return render(request, "keyings/number.html", context, status=status)


def _open(request: HttpRequest, round_: Round, form: SheetNumber) -> int | None:
    """Open the sheet that the form asks for; otherwise the status to answer with, the reason being on the form."""
    if not form.is_valid():
        return 400
    asked, take_over = form.cleaned_data["number"], form.cleaned_data["take_over"]
    entrants = Entrant.objects.select_related("player__division", "event")
    entrant = entrants.filter(event=round_.event, player__number=asked).first()
    if entrant is None:
        sentence = _("Nobody has the number %(number)s at this event. Look at the paper again.")
        form.add_error("number", sentence % {"number": asked})
        return 404
    try:
        keyings.open_sheet(by=request.user, round=round_, entrant=entrant, take_over=take_over)
    except Refused as refused:
        form.add_error("number", ValidationError(refused.sentence, code=refused.code))
        return refused.status
    return None


@never_cache
@page_or_post
@event_page(needs="key")
def keying(request: HttpRequest, event: Event, position: int, number: int) -> HttpResponse:
    """The page of one sheet. Without a script it is a plain form; the script saves while she types."""
    round_, entrant = find_round(event, position), find_player_entrant(event, number)
    all_hers = Keying.objects.filter(sheet__round=round_, sheet__entrant=entrant, keyer=request.user)
    hers = all_hers.select_related("sheet__round__event").order_by("pk").last()
    if hers is None or (request.method != "POST" and hers.state == Keying.State.DROPPED):
        messages.info(request, _("Type the number of the sheet to open it."))
        return redirect("keying-round", event.slug, position)
    if request.method == "POST":
        return _post(request, hers)
    if hers.state == Keying.State.AGREED:
        return recorded_page(request, hers, crumbs(event, round_, entrant))
    return typing_page(
        request,
        hers,
        stored_rows(hers.drafts.all()),
        spare=_spare(request),
        crumbs=crumbs(event, round_, entrant),
    )


def _spare(request: HttpRequest) -> int:
    """How many empty rows each box has."""
    asked = request.GET.get("rows", "")
    return min(int(asked), MOST_SPARE_ROWS) if asked.isdecimal() and len(asked) < 4 else SPARE_ROWS


def _post(request: HttpRequest, hers: Keying) -> HttpResponse:
    """Do what the pressed button says; refused, the page comes back with everything she typed."""
    lines = posted_lines(request.POST)
    try:
        return _DONE_BY[request.POST.get("do", "")](request, hers, lines)
    except KeyError:
        return _again(request, hers, lines, Refused("unknown", _("Use one of the buttons."), status=400))
    except Refused as refused:
        return _again(request, hers, lines, refused)


def _save(request: HttpRequest, hers: Keying, lines: list[keyings.Line], more: int = 0) -> HttpResponse:
    drafts = keyings.save(by=request.user, keying=hers, lines=lines)
    if changed := keyings.passed_over(lines, drafts):
        sentence = _("Some lines were changed elsewhere in the meantime. Your other lines are saved.")
        raise Refused("changed_elsewhere", sentence, fields=changed)
    if not more:
        messages.success(request, _("Saved. The sheet is still open."))
    return redirect(f"{request.path}?rows={min(_spare(request) + more, MOST_SPARE_ROWS)}")


def _more(request: HttpRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    return _save(request, hers, lines, more=SPARE_ROWS)


def _hand_in(request: HttpRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    address = request.META.get("REMOTE_ADDR") or None
    recorded = keyings.hand_in(by=request.user, keying=hers, lines=lines, address=address)
    messages.success(request, handed_in(hers.sheet, recorded))
    return _next_sheet(hers)


def _put_back(request: HttpRequest, hers: Keying, lines: list[keyings.Line]) -> HttpResponse:
    if lines:
        keyings.save(by=request.user, keying=hers, lines=lines)
    keyings.put_back(by=request.user, keying=hers)
    messages.success(request, _("The sheet is put back. Whoever opens it next goes on from your lines."))
    return _next_sheet(hers)


_DONE_BY = {"save": _save, "more": _more, "hand_in": _hand_in, "put_back": _put_back}


def _next_sheet(hers: Keying) -> HttpResponse:
    return redirect("keying-round", hers.sheet.round.event.slug, hers.sheet.round.position)


def _again(request: HttpRequest, hers: Keying, lines: list[keyings.Line], refused: Refused) -> HttpResponse:
    tell(request, refused)
    rows = refused_rows(lines, refused.fields, hers.drafts.all())
    sheet = hers.sheet
    return typing_page(
        request,
        hers,
        rows,
        spare=_spare(request),
        crumbs=crumbs(sheet.round.event, sheet.round, sheet.entrant),
        status=refused.status,
    )


def crumbs(event: Event, round_: Round, entrant: Entrant | None = None) -> list[dict]:
    found = [
        {"label": _("Type sheets"), "url": reverse("keying-rounds", args=[event.slug])},
        {"label": round_.name, "url": reverse("keying-round", args=[event.slug, round_.position])},
    ]
    if entrant:
        found.append({"label": _("Sheet %(number)s") % {"number": entrant.player.number}})
    return found


urlpatterns = [
    path("key/", rounds, name="keying-rounds"),
    path("key/<int:position>/", number, name="keying-round"),
    path("key/<int:position>/<int:number>/", keying, name="keying"),
]
