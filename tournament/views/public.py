"""What everyone may read: an event, its standings and its rounds. Players' and teams' own pages are in `players`."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import path, reverse
from django.utils.translation import gettext as _

from ..forms.public import FindPlayer
from ..models import Division, Event, Player
from ..permissions import sees_results
from ..record.criteria import in_words
from ..record.notes import corrections
from ..record.programme import Grade, grades, programme
from ..record.rounds import grades_in
from ..record.standings import players_table, teams_table
from ..record.ties import is_called_off, open_ties
from . import players
from .common import event_page, find_round
from .endings import links
from .published import results_page, show, standing_title
from .requests import PageRequest
from .social import leaders


@event_page()
def front(request: PageRequest, event: Event) -> HttpResponse:
    form, status = FindPlayer(request.GET if "number" in request.GET else None), 200
    visible = sees_results(event, request.capabilities)
    if visible and form.is_valid():
        number = form.cleaned_data["number"]
        if Player.objects.filter(event=event, number=number).exists():
            return redirect("entrant", event.slug, number)
        form.add_error("number", _("No player has number %(number)s.") % {"number": number})
    if form.errors:
        status = 404
    playing, played = grades(event), programme(event)
    return show(
        request,
        "event",
        [],
        status,
        form=form,
        grades=playing,
        programme=[step for step in played if not step.is_tiebreaker],
        tiebreakers=[step for step in played if step.is_tiebreaker],
        sees_results=visible,
        corrections=corrections(event) if visible else [],
        next_screen=_screens(event, playing)[0] if playing else "",
    )


@results_page
def division(request: PageRequest, event: Event, grade: int, kind: str) -> HttpResponse:
    found = get_object_or_404(Division, event=event, grade=grade)
    title = standing_title(found, kind)
    playing, table = grades(event), (teams_table if kind == "teams" else players_table)(event, found)
    return show(
        request,
        "division",
        [(title,)],
        division=found,
        kind=kind,
        title=title,
        grades=playing,
        table=table,
        awards=table.awards(event.award_places),
        ties=list(open_ties(event, found, kind, table)),
        criteria=in_words(table.chain),
        told=leaders(event, table),
        files=links("division-teams-file" if kind == "teams" else "division-file", event.slug, grade),
        next_screen=_after(request.path, _screens(event, playing)),
    )


def _screens(event: Event, playing: list[Grade]) -> list[str]:
    """The standings that the projector goes through, and round again."""
    return [
        reverse(name, args=[event.slug, grade.division.grade])
        for grade in playing
        for name, count in (("division", grade.players), ("division-teams", grade.teams))
        if count
    ] or [reverse("event", args=[event.slug])]


def _after(here: str, screens: list[str]) -> str:
    return screens[(screens.index(here) + 1) % len(screens)] if here in screens else screens[0]


@results_page
def round_results(request: PageRequest, event: Event, position: int) -> HttpResponse:
    round_ = find_round(event, position)
    return show(
        request,
        "round",
        [(round_.name,)],
        round=round_,
        called_off=is_called_off(round_),
        sections=grades_in(event, round_),
        files=links("round-file", event.slug, position) if round_.shows_puzzles else [],
        next_screen=request.path,
    )


urlpatterns = [
    path("", front, name="event"),
    path("grade-<int:grade>/", division, {"kind": "players"}, name="division"),
    path("grade-<int:grade>/teams/", division, {"kind": "teams"}, name="division-teams"),
    path("rounds/<int:position>/", round_results, name="round"),
    path("players/<int:number>/", players.entrant, name="entrant"),
    path("teams/<int:team_id>/", players.team, name="team"),
]
