"""The page of a sheet's agreed reading: confirm or drop a new one, have the sheet typed again, move its lines."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..double_keying.slots import this_turn
from ..keying.page import about_sheet
from ..keying.queries import find_paper, recalled_sheets, to_confirm
from ..keying.settling_page import boxes_on_page
from ..models import Entrant, Event, Keying, Round, Sheet
from ..models.disputes import open_disputes
from ..sheets.lookup import find_sheet
from ..web.pages import Crumb, PageRequest, attempt, crumbs, event_page, go_on, press
from . import actions as rekeying
from .forms import MoveForm, WhyForm
from .queries import agreed_on, compared, effect_of_move, effect_of_reading, unconfirmed_reading


@event_page(needs="desk", guide="organiser#if-a-sheet-was-misread judge#a-misread-sheet", get_only=True)
def readings(request: PageRequest, event: Event) -> HttpResponse:
    """The sheets to type again, and the readings to confirm."""
    context = {"to_confirm": to_confirm(event), "recalled": recalled_sheets(event), "crumbs": _crumbs(event)}
    return render(request, "rekeying/readings.html", context)


def _crumbs(event: Event, sheet: Sheet | None = None) -> list[Crumb]:
    last = [(f"{sheet.round.name} · {sheet.label}",)] if sheet else []
    return crumbs(event, (_("Sheets typed again"), "readings"), *last)


@event_page(
    needs="desk", guide="organiser#if-a-sheet-was-misread judge#a-misread-sheet", get_only=True, never_cached=True
)
def reading(request: PageRequest, event: Event, code: str) -> HttpResponse:
    return _page(request, find_paper(event, code))


def _page(
    request: PageRequest, sheet: Sheet, *, recall: Form | None = None, move: Form | None = None, status: int = 200
) -> HttpResponse:
    agreed, unconfirmed = agreed_on(sheet), unconfirmed_reading(sheet)
    both = compared(sheet, unconfirmed) if unconfirmed else None
    context = {
        **about_sheet(sheet),
        "agreed": agreed,
        "lines": agreed.submissions.all() if agreed else (),
        "unconfirmed": unconfirmed,
        "boxes": boxes_on_page(sheet.round, both, {}, {}, {}) if both else (),
        "differing": len(both.differing) if both else 0,
        "effect": effect_of_reading(unconfirmed) if unconfirmed else None,
        "is_final": sheet.round.status == Round.Status.FINAL,
        "may_recall": agreed is not None and agreed.turn == sheet.turn,
        "is_typed_anew": sheet.is_recalled and not unconfirmed and (not agreed or agreed.turn < sheet.turn),
        "being_typed": this_turn(sheet).filter(state=Keying.State.OPEN).select_related("keyer"),
        "recall_form": recall or WhyForm(),
        "move_form": move or MoveForm(),
        "disputes": open_disputes(request.event).filter(sheet=sheet),
        "crumbs": _crumbs(request.event, sheet),
    }
    return render(request, "rekeying/reading.html", context, status=status)


@event_page(needs="desk", guide="organiser#if-a-sheet-was-misread", post_only=True)
def recall(request: PageRequest, event: Event, code: str) -> HttpResponse:
    sheet = find_paper(event, code)
    act = partial(rekeying.recall, by=request.user, sheet=sheet)
    message = _("The sheet will be typed again. The agreed reading counts until you confirm a new one.")
    return _decide(request, sheet, act, message, recall=WhyForm(request.POST))


@event_page(needs="desk", guide="organiser#if-a-sheet-was-misread", post_only=True)
def confirm(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """Confirm the reading that the page showed. If there is a newer one, show that instead."""
    sheet, unconfirmed = find_paper(event, code), unconfirmed_reading(find_paper(event, code))
    if unconfirmed is None or str(unconfirmed.pk) != request.POST.get("keying"):
        messages.error(request, _("This reading is not waiting to be confirmed. Check the sheet as it is now."))
        return _page(request, sheet, status=409)
    act = partial(rekeying.confirm, by=request.user, keying=unconfirmed)
    return _decide(request, sheet, act, _("The new reading counts now. The old one is kept."))


@event_page(needs="desk", guide="organiser#if-a-sheet-was-misread", post_only=True)
def discard(request: PageRequest, event: Event, code: str) -> HttpResponse:
    sheet = find_paper(event, code)
    act = partial(rekeying.discard, by=request.user, sheet=sheet, why=request.POST.get("why", "")[:500])
    return _decide(request, sheet, act, _("The agreed reading stays."))


@event_page(needs="desk", guide="organiser#if-a-sheet-was-misread", never_cached=True)
def move(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """GET shows what would change for both entrants; POST moves the lines."""
    sheet, agreed = find_paper(event, code), agreed_on(find_paper(event, code))
    form = MoveForm(request.POST if request.method == "POST" else request.GET)
    owner = _named_entrant(sheet, form)
    if owner is None or agreed is None:
        return _page(request, sheet, move=form, status=400)
    if request.method == "POST":
        message = _("The lines are moved. Sheet %(number)s will be typed again.") % {"number": sheet.label}
        act = partial(rekeying.move, by=request.user, keying=agreed, entrant=owner)
        return _decide(request, sheet, act, message, move=form)
    context = {
        "sheet": sheet,
        "round": sheet.round,
        "owner": owner,
        "lines": agreed.submissions.all(),
        "form": form,
        "effect": effect_of_move(sheet, owner),
        "crumbs": _crumbs(event, sheet),
    }
    return render(request, "rekeying/move.html", context)


def _named_entrant(sheet: Sheet, form: MoveForm) -> Entrant | None:
    """The entrant that the form names; None with the reason on the form."""
    if not form.is_valid():
        return None
    try:
        return find_sheet(sheet.round, form.cleaned_data["to"], names=True).entrant
    except (LookupError, ValueError) as error:
        form.add_error("to", str(error))
        return None


def _decide(
    request: PageRequest, sheet: Sheet, act: Callable[..., object], message: str, **asked: WhyForm
) -> HttpResponse:
    """Call `act`, with the reason of the form if there is one, and return to the sheet. If refused, the page says why,
    beside the form."""
    form = next(iter(asked.values()), None)
    if status := attempt(form, lambda: act(why=form.cleaned_data["why"])) if form else press(request, act):
        return _page(request, sheet, **asked, status=status)
    return go_on(request, message, "reading", sheet.code)


urlpatterns = [
    path("readings/", readings, name="readings"),
    path("readings/<str:code>/", reading, name="reading"),
    path("readings/<str:code>/recall/", recall, name="reading-recall"),
    path("readings/<str:code>/confirm/", confirm, name="reading-confirm"),
    path("readings/<str:code>/discard/", discard, name="reading-discard"),
    path("readings/<str:code>/move/", move, name="reading-move"),
]
