"""Pages that delete players and teams, and say first what goes with them."""

from collections.abc import Callable
from functools import partial

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event, Sheet, Team
from ..web.pages import PageRequest, event_page, find_player, find_team, go_on, press, trail
from . import deletion_actions, dependents


@event_page(needs="roster", guide="organiser#players-and-teams")
def teams(request: PageRequest, event: Event) -> HttpResponse:
    rows = Team.objects.filter(event=event, entrant__isnull=False).select_related("entrant__division")
    rows = rows.annotate(size=Count("members")).order_by("search_name", "pk")
    context = {
        "teams": rows,
        "sizes": sorted({team.size for team in rows}),
        "crumbs": trail(event, (_("Roster"), "roster"), (_("Teams"),)),
    }
    return render(request, "roster/teams.html", context)


def _delete(request: PageRequest, act: Callable[..., None], who: str, page: str) -> HttpResponse | int:
    """Delete if the button was pressed, and go on to `page`; or the status with which to show the page again."""
    if request.method != "POST":
        return 200
    return press(request, lambda: act(by=request.user)) or go_on(request, _("Deleted: %(who)s") % {"who": who}, page)


@event_page(needs="roster", guide="organiser#players-and-teams")
def player_delete(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player = find_player(event, number)
    done = _delete(request, partial(deletion_actions.delete_player, player=player), str(player), "roster")
    if isinstance(done, HttpResponse):
        return done
    context = {
        "player": player,
        "recorded": dependents.of_players([player]),
        "sheets": Sheet.objects.filter(entrant=player.entrant).select_related("round"),
        "relations": player.relations.select_related("user"),
        "crumbs": trail(event, (_("Roster"), "roster"), (str(player), "player-change", number), (_("Delete"),)),
    }
    return render(request, "roster/delete_player.html", context, status=done)


@event_page(needs="roster", guide="organiser#players-and-teams")
def team_delete(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    team = find_team(event, team_id)
    done = _delete(request, partial(deletion_actions.delete_team, team=team), str(team), "roster-teams")
    if isinstance(done, HttpResponse):
        return done
    context = {
        "team": team,
        "members": team.members.all(),
        "recorded": dependents.of_team(team),
        "sheets": Sheet.objects.filter(entrant=team.entrant).select_related("round"),
        "crumbs": trail(event, (_("Roster"), "roster"), (_("Teams"), "roster-teams"), (str(team),)),
    }
    return render(request, "roster/delete_team.html", context, status=done)


urlpatterns = [
    path("run/roster/teams/", teams, name="roster-teams"),
    path("run/roster/teams/<int:team_id>/delete/", team_delete, name="team-delete"),
    path("run/roster/<int:number>/delete/", player_delete, name="player-delete"),
]
