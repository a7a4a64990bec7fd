"""The desk's page of what counts on a sheet: its reading, a new one beside it with what it would change, lines that
stand under the wrong name."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from ..actions import rekeying
from ..forms.readings import MoveForm, WhyForm
from ..models import Entrant, Event, Keying, Round, Sheet
from ..record.lookup import find_sheet
from ..record.rekeying import agreed_on, compared, outcomes, proposal_of, recalled, to_confirm, turned
from ..record.slots import this_turn
from .answers import Crumb, attempt, crumbs, go_on, press
from .common import event_page
from .keyings import find_paper
from .requests import PageRequest
from .settling import boxes_on_page


@require_safe
@event_page(needs="desk")
def readings(request: PageRequest, event: Event) -> HttpResponse:
    """The sheets that are typed anew, and the readings that wait for somebody to confirm them."""
    context = {"to_confirm": to_confirm(event), "recalled": recalled(event), "crumbs": _crumbs(event)}
    return render(request, "readings/readings.html", context)


def _crumbs(event: Event, sheet: Sheet | None = None) -> list[Crumb]:
    last = [(f"{sheet.round.name} · {sheet.label}",)] if sheet else []
    return crumbs(event, (_("Sheets typed anew"), "readings"), *last)


@never_cache
@require_safe
@event_page(needs="desk")
def reading(request: PageRequest, event: Event, code: str) -> HttpResponse:
    return _page(request, find_paper(event, code))


def _page(
    request: PageRequest,
    sheet: Sheet,
    *,
    recall: Form | None = None,
    move: Form | None = None,
    status: int = 200,
) -> HttpResponse:
    agreed, proposal = agreed_on(sheet), proposal_of(sheet)
    found = compared(sheet, proposal) if proposal else None
    context = {
        "sheet": sheet,
        "round": sheet.round,
        "entrant_name": "" if sheet.entrant.team_id else sheet.entrant.public_name(sheet.round.event),
        "agreed": agreed,
        "lines": agreed.submissions.all() if agreed else (),
        "proposal": proposal,
        "boxes": boxes_on_page(sheet.round, found, {}, {}, {}) if found else (),
        "differing": len(found.differing) if found else 0,
        **(_effect_of(proposal) if proposal else {}),
        "is_final": sheet.round.status == Round.Status.FINAL,
        "may_recall": agreed is not None and agreed.turn == sheet.turn,
        "is_typed_anew": sheet.is_recalled and not proposal and (not agreed or agreed.turn < sheet.turn),
        "being_typed": this_turn(sheet).filter(state=Keying.State.OPEN).select_related("keyer"),
        "recall_form": recall or WhyForm(),
        "move_form": move or MoveForm(),
        "crumbs": _crumbs(request.event, sheet),
    }
    return render(request, "readings/reading.html", context, status=status)


def _effect_of(proposal: Keying) -> dict[str, list]:
    sheet = find_paper(proposal.sheet.round.event, proposal.sheet.code)
    readings, keyings = [(sheet, list(proposal.submissions.all()))], {sheet.pk: proposal.pk}
    return {
        "outcomes": outcomes(sheet.round, readings, keyings),
        "turned": turned(sheet.round, keyings),
    }


@require_POST
@event_page(needs="desk")
def recall(request: PageRequest, event: Event, code: str) -> HttpResponse:
    sheet, form = find_paper(event, code), WhyForm(request.POST)
    return _decide(
        request,
        sheet,
        form,
        lambda: rekeying.recall(by=request.user, sheet=sheet, why=form.cleaned_data["why"]),
        _("The sheet is to be typed anew. What was agreed counts until you confirm a new reading."),
        "recall",
    )


@require_POST
@event_page(needs="desk")
def confirm(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """The reading that she saw: another one that waits by now is not confirmed unseen."""
    sheet, proposal = find_paper(event, code), proposal_of(find_paper(event, code))
    if proposal is None or str(proposal.pk) != request.POST.get("keying"):
        messages.error(
            request, _("This reading does not wait to be confirmed. Look at the sheet as it is now.")
        )
        return _page(request, sheet, status=409)
    return _decide(
        request,
        sheet,
        None,
        lambda: rekeying.confirm(by=request.user, keying=proposal),
        _("The new reading counts. The old one is kept."),
    )


@require_POST
@event_page(needs="desk")
def discard(request: PageRequest, event: Event, code: str) -> HttpResponse:
    sheet = find_paper(event, code)
    why = request.POST.get("why", "")[:500]
    return _decide(
        request,
        sheet,
        None,
        lambda: rekeying.discard(by=request.user, sheet=sheet, why=why),
        _("The sheet stays as it was agreed."),
    )


@never_cache
@event_page(needs="desk")
def move(request: PageRequest, event: Event, code: str) -> HttpResponse:
    """GET shows what moving the lines would change for both; POST moves them."""
    sheet, agreed = find_paper(event, code), agreed_on(find_paper(event, code))
    form = MoveForm(request.POST if request.method == "POST" else request.GET)
    right = _whose(sheet, form)
    if right is None or agreed is None:
        return _page(request, sheet, move=form, status=400)
    if request.method == "POST":
        done = _("The lines are moved. Sheet %(number)s is to be typed anew.") % {"number": sheet.label}
        why = form.cleaned_data["why"]
        return _decide(
            request,
            sheet,
            form,
            lambda: rekeying.move(by=request.user, keying=agreed, entrant=right, why=why),
            done,
            "move",
        )
    there = right.sheets.filter(round=sheet.round, number=1).first() or Sheet(
        round=sheet.round, entrant=right
    )
    there.entrant = right
    lines = list(agreed.submissions.all())
    context = {
        "sheet": sheet,
        "round": sheet.round,
        "right": right,
        "lines": lines,
        "form": form,
        "outcomes": outcomes(sheet.round, [(sheet, []), (there, lines)], {sheet.pk: None}),
        "crumbs": _crumbs(event, sheet),
    }
    return render(request, "readings/move.html", context)


def _whose(sheet: Sheet, form: MoveForm) -> Entrant | None:
    """The entrant that the form names; None with the reason on the form."""
    if not form.is_valid():
        return None
    try:
        return find_sheet(sheet.round, form.cleaned_data["to"]).entrant
    except (LookupError, ValueError) as error:
        form.add_error("to", str(error))
        return None


def _decide(
    request: PageRequest,
    sheet: Sheet,
    form: Form | None,
    act: Callable[[], object],
    done: str,
    kind: str = "",
) -> HttpResponse:
    """Do it and come back to the sheet; refused, the page says why, beside the form if there is one."""
    if status := press(request, act) if form is None else attempt(form, act):
        return _page(request, sheet, **({kind: form} if form else {}), status=status)
    return go_on(request, done, "reading", sheet.code)


urlpatterns = [
    path("readings/", readings, name="readings"),
    path("readings/<str:code>/", reading, name="reading"),
    path("readings/<str:code>/recall/", recall, name="reading-recall"),
    path("readings/<str:code>/confirm/", confirm, name="reading-confirm"),
    path("readings/<str:code>/discard/", discard, name="reading-discard"),
    path("readings/<str:code>/move/", move, name="reading-move"),
]
