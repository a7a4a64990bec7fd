"""Pages that delete players and teams, and say first what goes with them."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event, Sheet, Team
from ..web.pages import PageRequest, event_page, find_player, find_team, press, trail
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


@event_page(needs="roster", guide="organiser#players-and-teams")
def player_delete(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player, status = find_player(event, number), 200
    if request.method == "POST":
        who = str(player)
        refused = press(request, lambda: deletion_actions.delete_player(by=request.user, player=player))
        if not refused:
            messages.success(request, _("Deleted: %(who)s") % {"who": who})
            return redirect("roster", event.slug)
        status = refused
    context = {
        "player": player,
        "recorded": dependents.of_players([player]),
        "sheets": Sheet.objects.filter(entrant=player.entrant).select_related("round"),
        "relations": player.relations.select_related("user"),
        "crumbs": trail(event, (_("Roster"), "roster"), (str(player), "player-change", number), (_("Delete"),)),
    }
    return render(request, "roster/delete_player.html", context, status=status)


@event_page(needs="roster", guide="organiser#players-and-teams")
def team_delete(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    team, status = find_team(event, team_id), 200
    if request.method == "POST":
        refused = press(request, lambda: deletion_actions.delete_team(by=request.user, team=team))
        if not refused:
            messages.success(request, _("Deleted: %(who)s") % {"who": team})
            return redirect("roster-teams", event.slug)
        status = refused
    context = {
        "team": team,
        "members": team.members.all(),
        "recorded": dependents.of_team(team),
        "sheets": Sheet.objects.filter(entrant=team.entrant).select_related("round"),
        "crumbs": trail(event, (_("Roster"), "roster"), (_("Teams"), "roster-teams"), (str(team),)),
    }
    return render(request, "roster/delete_team.html", context, status=status)


urlpatterns = [
    path("run/roster/teams/", teams, name="roster-teams"),
    path("run/roster/teams/<int:team_id>/delete/", team_delete, name="team-delete"),
    path("run/roster/<int:number>/delete/", player_delete, name="player-delete"),
]
