"""The page of ties for awards. Organisers act on it, judges read it."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Division, Event, Tie
from ..models.results import undecided_and_final
from ..web.pages import PageRequest, attempted, desk_trail, event_page, go_on, press
from . import actions, queries as record
from .forms import BeginGame, DrawTie


@event_page(needs="desk", guide="organiser#ranking-criteria-and-ties judge#ties")
def ties(request: PageRequest, event: Event) -> HttpResponse:
    return _page(request, event)


def _page(
    request: PageRequest, event: Event, refused: BeginGame | None = None, of: int = 0, status: int = 200
) -> HttpResponse:
    """`refused` is the refused form of the tie with id `of`."""
    overview = record.ties_overview(event)
    listed = [
        (each, (refused if each.tie and each.tie.pk == of else None) or BeginGame(auto_id=f"id_{at}_%s"))
        for at, each in enumerate(overview.ties)
    ]
    context = {
        "overview": overview,
        "ties": listed,
        "undecided_and_final": undecided_and_final(event),
        "may_act": "run" in request.capabilities,
        "crumbs": desk_trail(request, (_("Ties"),)),
    }
    return render(request, "ties/ties.html", context, status=status)


@event_page(needs="run", post_only=True)
def draw(request: PageRequest, event: Event) -> HttpResponse:
    form = DrawTie(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose one of the ties on this page."))
        return _page(request, event, status=400)
    chosen = form.cleaned_data
    division = get_object_or_404(Division, event=event, grade=chosen["grade"])
    which = {"division": division, "kind": chosen["kind"], "place": chosen["place"]}
    if status := press(request, lambda: actions.draw_tie(by=request.user, event=event, **which)):
        return _page(request, event, status=status)
    return go_on(request, _("The order of play is drawn."), "ties")


@event_page(needs="run", post_only=True)
def game(request: PageRequest, event: Event, tie_id: int) -> HttpResponse:
    tie, form = _find(event, tie_id), BeginGame(request.POST)
    status, begun = attempted(form, lambda: actions.start_game(by=request.user, tie=tie, **form.cleaned_data))
    if status:
        return _page(request, event, form, tie.pk, status)
    text = _("The game is in the programme. Print its two sheets, then open it when play begins.")
    return go_on(request, text, "round-run", begun.round.position)


@event_page(needs="run", post_only=True)
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
