"""Ties for an award: which there are, who plays whom, and what comes next. Organisers act, judges look on."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..actions import ties as actions
from ..forms.ties import BeginGame, DrawTie
from ..models import Division, Event, Tie
from ..record import ties as record
from .answers import attempt, desk_trail, go_on, press
from .common import event_page
from .requests import PageRequest


@event_page(needs="desk")
def ties(request: PageRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(
    request: PageRequest, event: Event, wrong: BeginGame | None = None, of: int = 0, status: int = 200
) -> HttpResponse:
    """`wrong` is a form that was refused, of the tie `of`."""
    desk = record.desk(event)
    listed = [
        (each, (wrong if each.tie and each.tie.pk == of else None) or BeginGame(auto_id=f"id_{at}_%s"))
        for at, each in enumerate(desk.ties)
    ]
    context = {
        "desk": desk,
        "ties": listed,
        "may_act": "run" in request.capabilities,
        "crumbs": desk_trail(request, (_("Ties"),)),
    }
    return render(request, "ties/ties.html", context, status=status)


@event_page(needs="run")
@require_POST
def draw(request: PageRequest, event: Event) -> HttpResponse:
    form = DrawTie(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the ties on this page."))
        return _page(request, event, status=400)
    chosen = form.cleaned_data
    division = get_object_or_404(Division, event=event, grade=chosen["grade"])
    which = {"division": division, "kind": chosen["kind"], "place": chosen["place"]}
    if status := press(request, lambda: actions.draw(by=request.user, event=event, **which)):
        return _page(request, event, status=status)
    return go_on(request, _("It is drawn who plays whom."), "ties")


@event_page(needs="run")
@require_POST
def game(request: PageRequest, event: Event, tie_id: int) -> HttpResponse:
    tie, form = _find(event, tie_id), BeginGame(request.POST)
    begun: list = []
    if status := attempt(
        form, lambda: begun.append(actions.start_game(by=request.user, tie=tie, **form.cleaned_data))
    ):
        return _page(request, event, form, tie.pk, status)
    said = _("The game is on the programme. Print its two sheets, then open it when they begin.")
    return go_on(request, said, "round-run", begun[0].round.position)


@event_page(needs="run")
@require_POST
def drop(request: PageRequest, event: Event, tie_id: int) -> HttpResponse:
    tie = _find(event, tie_id)
    if status := press(request, lambda: actions.drop(by=request.user, tie=tie)):
        return _page(request, event, status=status)
    return go_on(request, _("The tie is dropped. What was played stays in the record."), "ties")


def _find(event: Event, tie_id: int) -> Tie:
    return get_object_or_404(Tie.objects.select_related("event", "division"), event=event, pk=tie_id)


urlpatterns = [
    path("ties/", ties, name="ties"),
    path("ties/draw/", draw, name="tie-draw"),
    path("ties/<int:tie_id>/game/", game, name="tie-game"),
    path("ties/<int:tie_id>/drop/", drop, name="tie-drop"),
]
