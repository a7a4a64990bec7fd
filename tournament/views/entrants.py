"""The roster: who plays, in which grade and team, and who is not there."""

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..actions import roster, substitutes
from ..forms.entrants import PlayerForm, RosterFilter, StatusForm, SubstituteForm
from ..importing.roster import TEMPLATE
from ..models import Entrant, Event, Player
from .answers import as_csv, attempt, go_on, posted, trail
from .common import event_page, find_player_entrant
from .requests import PageRequest
from .roster_import import ROSTER

ON_A_PAGE = 100


@event_page(needs="roster")
def listing(request: PageRequest, event: Event) -> HttpResponse:
    filters = RosterFilter(event, request.GET or None)
    chosen = filters.chosen() if request.GET else {}
    players = event.players.select_related("division", "team", "entrant")
    page = Paginator(_narrowed(players, chosen), ON_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "filters": filters,
        "filtered": bool(chosen),
        "players": page,
        "query": f"{query.urlencode()}&" if query else "",
        "crumbs": trail(event, (_("Roster"),)),
    }
    return render(request, "entrants/roster.html", context)


def _narrowed(players: QuerySet[Player], chosen: dict) -> QuerySet[Player]:
    if "grade" in chosen:
        players = players.filter(division__grade=chosen["grade"])
    if "team" in chosen:
        players = players.filter(team=chosen["team"])
    if "status" in chosen:
        players = players.filter(entrant__status=chosen["status"])
    for word in chosen.get("q", "").split():
        named = Q(first_name__icontains=word) | Q(last_name__icontains=word)
        is_number = word.isascii() and word.isdigit() and len(word) <= 10
        players = players.filter(named | Q(number=int(word)) if is_number else named)
    return players


@event_page(needs="roster")
def add(request: PageRequest, event: Event) -> HttpResponse:
    form = PlayerForm(event, **posted(request))
    status = attempt(form, lambda: roster.add_player(by=request.user, event=event, facts=form.facts))
    if status is None:
        return go_on(request, _plays(form), "player-add" if "another" in request.POST else "roster")
    context = {"form": form, "crumbs": trail(event, (_("Roster"), "roster"), (_("Add a player"),))}
    return render(request, "entrants/add.html", context, status=status)


def _plays(form: PlayerForm) -> str:
    facts = {"name": form.facts.first_name, "number": form.facts.number}
    return _("%(name)s plays as number %(number)s.") % facts


@event_page(needs="roster")
def change(request: PageRequest, event: Event, number: int) -> HttpResponse:
    entrant = find_player_entrant(event, number)
    form = PlayerForm(event, **posted(request), initial=vars(roster.facts_of(entrant.player)))
    status = attempt(
        form, lambda: roster.change_player(by=request.user, player=entrant.player, facts=form.facts)
    )
    if status is None:
        return go_on(request, _("The change is saved."), "player-change", form.facts.number)
    return _player_page(request, event, entrant, form, StatusForm(initial={"status": entrant.status}), status)


def _player_page(
    request: PageRequest,
    event: Event,
    entrant: Entrant,
    form: PlayerForm,
    status_form: StatusForm,
    status: int,
) -> HttpResponse:
    context = {
        "entrant": entrant,
        "player": entrant.player,
        "form": form,
        "status_form": status_form,
        "crumbs": trail(event, (_("Roster"), "roster"), (str(entrant.player),)),
    }
    return render(request, "entrants/change.html", context, status=status)


@event_page(needs="roster")
@require_POST
def set_status(request: PageRequest, event: Event, number: int) -> HttpResponse:
    entrant, form = find_player_entrant(event, number), StatusForm(request.POST)
    status = attempt(form, lambda: roster.set_status(by=request.user, entrant=entrant, **form.cleaned_data))
    if status is None:
        return go_on(request, _("The status is saved."), "player-change", number)
    facts = PlayerForm(event, initial=vars(roster.facts_of(entrant.player)))
    return _player_page(request, event, entrant, facts, form, status)


@event_page(needs="roster")
def substitute(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player = find_player_entrant(event, number).player
    facts = roster.facts_of(player)
    form = SubstituteForm(event, **posted(request), initial={"grade": facts.grade, "team": facts.team})
    status = attempt(
        form,
        lambda: substitutes.substitute(
            by=request.user, player=player, facts=form.facts, why=form.cleaned_data["why"]
        ),
    )
    if status is None:
        return go_on(request, _plays(form), "player-change", form.facts.number)
    here = [(_("Roster"), "roster"), (str(player), "player-change", number), (_("Substitute"),)]
    context = {"player": player, "form": form, "crumbs": trail(event, *here)}
    return render(request, "entrants/substitute.html", context, status=status)


@event_page(needs="roster")
def template(request: PageRequest, event: Event) -> HttpResponse:
    return as_csv("roster.csv", TEMPLATE)


urlpatterns = [
    path("run/roster/", listing, name="roster"),
    path("run/roster/add/", add, name="player-add"),
    path("run/roster/<int:number>/", change, name="player-change"),
    path("run/roster/<int:number>/status/", set_status, name="entrant-status"),
    path("run/roster/<int:number>/substitute/", substitute, name="player-substitute"),
    path("run/roster/template.csv", template, name="roster-template"),
    *ROSTER.urlpatterns,
]
