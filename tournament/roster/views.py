"""The roster: who plays, in which grade and team, and who is not there."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _, ngettext

from ..common import limits
from ..common.files.table_files import CONTENT_TYPES, Column, Columns, written
from ..models import Event, Player
from ..web.downloads import as_private_file
from ..web.pages import PageRequest, attempt, attempted, event_page, find_player, go_on, posted, trail
from ..web.sent_text import checks_its_text
from . import actions as roster, bulk_actions
from .player_details import facts_of, next_number, players_of
from .player_fields import BulkForm, NewPlayerForm, PlayerForm, RosterFilter, StatusForm, SubstituteForm

ON_A_PAGE = 100
FILES = ("csv", "xlsx")  # in which the roster goes out, in the columns that an import reads


@event_page(needs="roster", guide="organiser#players-and-teams")
def listing(request: PageRequest, event: Event) -> HttpResponse:
    filters = RosterFilter(event, request.GET or None)
    players = filters.narrowed(event.players.select_related("division", "team", "entrant"))
    form = BulkForm(event, **posted(request))
    status, count = attempted(form, lambda: _change_many(request, event, players, form.cleaned_data))
    if status is None:
        message = ngettext("%(count)s player was changed.", "%(count)s players were changed.", count)
        messages.success(request, message % {"count": count})
        return redirect(request.get_full_path())
    page = Paginator(players, ON_A_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "filters": filters,
        "form": form,
        "ticked": request.POST.getlist("ticked"),
        "filtered": bool(filters.chosen),
        "players": page,
        "query": f"{query.urlencode()}&" if query else "",
        "crumbs": trail(event, (_("Roster"),)),
    }
    return render(request, "roster/roster.html", context, status=status)


def _change_many(request: PageRequest, event: Event, players: QuerySet[Player], values: dict) -> int:
    """Change the players that are ticked, or all that the list shows; how many changed."""
    numbers = [int(each) for each in request.POST.getlist("ticked") if each.isascii() and each.isdigit()][:10_000]
    if "everybody" in request.POST:
        numbers = list(players.values_list("number", flat=True)[: limits.PLAYERS_SELECTED + 1])
    do = values["do"]
    if do == "grade":
        return bulk_actions.move(by=request.user, event=event, numbers=numbers, grade=values["grade"])
    if do == "team":
        return bulk_actions.move(by=request.user, event=event, numbers=numbers, team=values["team"])
    return bulk_actions.set_statuses(by=request.user, event=event, numbers=numbers, status=do, why=values["why"])


@event_page(needs="roster", guide="organiser#players-and-teams")
@checks_its_text
def add(request: PageRequest, event: Event) -> HttpResponse:
    form = NewPlayerForm(event, **posted(request))
    status = attempt(form, lambda: roster.add_player(by=request.user, event=event, facts=form.facts))
    if status is None:
        return go_on(request, _plays(form), "player-add" if "another" in request.POST else "roster")
    context = {"form": form, "crumbs": trail(event, (_("Roster"), "roster"), (_("Add a player"),))}
    return render(request, "roster/add.html", context, status=status)


def _plays(form: PlayerForm) -> str:
    facts = {"name": form.facts.first_name, "number": form.facts.number}
    return _("%(name)s plays as number %(number)s.") % facts


@event_page(needs="roster", guide="organiser#players-and-teams")
@checks_its_text
def change(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player = find_player(event, number)
    form = PlayerForm(event, **posted(request), initial=vars(facts_of(player)))
    status = attempt(form, lambda: roster.change_player(by=request.user, player=player, facts=form.facts))
    if status is None:
        return go_on(request, _("The change is saved."), "player-change", form.facts.number)
    return _player_page(request, event, player, form, StatusForm(initial={"status": player.entrant.status}), status)


def _player_page(
    request: PageRequest, event: Event, player: Player, form: PlayerForm, status_form: StatusForm, status: int
) -> HttpResponse:
    context = {
        "entrant": player.entrant,
        "player": player,
        "form": form,
        "status_form": status_form,
        "crumbs": trail(event, (_("Roster"), "roster"), (str(player),)),
    }
    return render(request, "roster/change.html", context, status=status)


@event_page(needs="roster", guide="organiser#players-and-teams", post_only=True)
def set_status(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player, form = find_player(event, number), StatusForm(request.POST)
    status = attempt(form, lambda: roster.set_status(by=request.user, entrant=player.entrant, **form.cleaned_data))
    if status is None:
        return go_on(request, _("The status is saved."), "player-change", number)
    facts = PlayerForm(event, initial=vars(facts_of(player)))
    return _player_page(request, event, player, facts, form, status)


@event_page(needs="roster", guide="organiser#players-and-teams")
@checks_its_text
def substitute(request: PageRequest, event: Event, number: int) -> HttpResponse:
    player = find_player(event, number)
    facts = facts_of(player)
    initial = {"number": next_number(event), "grade": facts.grade, "team": facts.team}
    form = SubstituteForm(event, **posted(request), initial=initial)
    status = attempt(
        form,
        lambda: roster.substitute(by=request.user, player=player, facts=form.facts, why=form.cleaned_data["why"]),
    )
    if status is None:
        return go_on(request, _plays(form), "player-change", form.facts.number)
    here = [(_("Roster"), "roster"), (str(player), "player-change", number), (_("Substitute"),)]
    context = {"player": player, "form": form, "crumbs": trail(event, *here)}
    return render(request, "roster/substitute.html", context, status=status)


def roster_table(event: Event) -> Columns:
    """Every player by number; two queries beside that of the players."""
    labels = {
        "number": _("Number"),
        "first_name": _("First name"),
        "last_name": _("Last name"),
        "grade": _("Grade"),
        "team": _("Team"),
    }
    facts = sorted((facts_of(player) for player in players_of(event)), key=lambda each: each.number)
    return Columns(
        name="roster",
        title=_("Roster"),
        about={"event": event.slug},
        columns=tuple(Column(label, name) for name, label in labels.items()),
        rows=tuple(tuple(getattr(each, name) for name in labels) for each in facts),
    )


@event_page(needs="roster")
def download(request: PageRequest, event: Event, form: str) -> HttpResponse:
    if form not in FILES:
        raise Http404
    return as_private_file(written(roster_table(event), form), CONTENT_TYPES[form], f"{event.slug}-roster.{form}")


urlpatterns = [
    path("run/roster/", listing, name="roster"),
    path("run/roster/add/", add, name="player-add"),
    path("run/roster/<int:number>/", change, name="player-change"),
    path("run/roster/<int:number>/status/", set_status, name="entrant-status"),
    path("run/roster/<int:number>/substitute/", substitute, name="player-substitute"),
    path("run/roster.<str:form>", download, name="roster-file"),
]
