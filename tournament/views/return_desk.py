"""The return desk: one field that takes codes and numbers, says what it did, and is ready for the next.

Without a script each sheet is a page of its own; the script sends the same form, keeps what it could not send and never
takes the cursor away.
"""

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from ..actions import Refused, sheets, spares
from ..forms.sheets import TakeBack
from ..models import Event, Round, Sheet, User
from ..record import custody
from ..record.latest import latest_first
from ..record.lookup import find_sheet
from .common import event_page, find_round
from .requests import PageRequest
from .sheet import find_or_none
from .sheets import sheets_trail

LATEST = 12


@dataclass(frozen=True)
class Taken:
    """What came of one entry. `state` is a tag's, `level` that of a message."""

    said: str
    sentence: str
    state: str
    level: int
    status: int = 200
    sheet: Sheet | None = None


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_page(needs="key")
def desk(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    form, taken = TakeBack(request.POST if request.method == "POST" else None), None
    if form.is_bound and form.is_valid():
        taken = take_back(request.user, round_, form.cleaned_data["said"])
        if request.headers.get("Accept") == "application/json":
            return _told(request, round_, taken)
        if taken.status == 200:
            messages.add_message(request, taken.level, taken.sentence)
            return redirect("return-desk", event.slug, position)
        form.add_error("said", taken.sentence)
    done, total = custody.back(round_)
    context = {
        "round": round_,
        "form": form,
        "latest": _latest(round_),
        "done": done,
        "total": total,
        "crumbs": sheets_trail(event, round_, _("Take sheets back")),
    }
    status = 400 if form.errors and not taken else taken.status if taken else 200
    return render(request, "sheets/return.html", context, status=status)


def _told(request: PageRequest, round_: Round, taken: Taken) -> JsonResponse:
    done, total = custody.back(round_)
    html = render_to_string("sheets/_taken.html", {"taken": taken, "round": round_}, request)
    return JsonResponse({"html": html, "state": taken.state, "done": done, "total": total})


def _latest(round_: Round) -> list[Sheet]:
    found = round_.sheets.filter(returned_at__isnull=False).select_related(*custody.WHOSE)
    return list(latest_first(found, round_.event, "sheet.returned")[:LATEST])


def take_back(user: User, round_: Round, said: str) -> Taken:
    """Do what an entry asks: a code, a number or a team's name; or a spare sheet's code and whose it is now."""
    try:
        step = _step(user, round_, said)
    except (LookupError, ValueError) as unknown:
        return Taken(said, str(unknown), "refused", messages.ERROR, 404)
    except Refused as refused:
        return Taken(said, refused.sentence, "needs_ruling", messages.ERROR, refused.status)
    return _sentence(round_, said, step)


def _step(user: User, round_: Round, said: str) -> sheets.Step:
    if spare := _spare_and_whose(round_, said):
        sheet, whose = spare
        spares.attach(by=user, sheet=sheet, entrant=find_sheet(round_, whose).entrant)
        return sheets.return_(by=user, sheet=sheet)
    if sheet := find_or_none(round_.event, said):
        return sheets.return_(by=user, sheet=sheet)
    return sheets.return_for(by=user, round=round_, entrant=find_sheet(round_, said).entrant)


def _spare_and_whose(round_: Round, said: str) -> tuple[Sheet, str] | None:
    """“K7M-4RX-F 117” as a sheet of this round and “117”; None for everything else, also a code with blanks in it."""
    code, _blank, whose = said.strip().partition(" ")
    sheet = find_or_none(round_.event, code) if whose.strip() else None
    return (sheet, whose.strip()) if sheet and sheet.round_id == round_.pk else None


def _sentence(round_: Round, said: str, step: sheets.Step) -> Taken:
    sheet, fact = step.sheet, {"sheet": step.sheet.label, "round": step.sheet.round.name}
    if sheet.spoilt_at:
        told = _("%(sheet)s is spoilt: nothing on it counts. Put it with the spoilt sheets; nobody types it.")
        return Taken(said, told % fact, "needs_ruling", messages.WARNING, sheet=sheet)
    if sheet.round_id != round_.pk:
        told = _("%(sheet)s of %(round)s is back. Put it with the sheets of that round.")
        return Taken(said, told % fact, "needs_ruling", messages.WARNING, sheet=sheet)
    if not step.changed:
        return Taken(said, _("%(sheet)s was back already.") % fact, "counts_once", messages.INFO, sheet=sheet)
    return Taken(said, _("%(sheet)s is back.") % fact, "accepted", messages.SUCCESS, sheet=sheet)


urlpatterns = [path("sheets/<int:position>/return/", desk, name="return-desk")]
