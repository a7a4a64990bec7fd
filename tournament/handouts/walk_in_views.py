"""A player at the door who is on no list, and the sheets of one player as a PDF."""

from django.contrib import messages
from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _, gettext_lazy

from ..common.sheet_codes import LENGTH, squeezed
from ..models import Event, Player
from ..sheets.custody import on_paper
from ..web.pages import PageRequest, asked_id, attempted, crumbs, event_page, find_player, press
from . import walk_in
from .forms import WalkIn

NOT_PRINTED = gettext_lazy("No sheets were printed yet. Theirs come with those of the others.")


@event_page(needs="roster", guide="organiser#at-the-door")
def add(request: PageRequest, event: Event) -> HttpResponse:
    """The form; then the player's page, or the empty form with the sheets of the player who was added,
    `?sheets=NUMBER`."""
    form = WalkIn(event, request.POST or None)
    printed = request.POST.get("do") == "print"
    status, player = attempted(form, lambda: _add(request, event, form, printed))
    if status is not None:
        context = {
            "form": form,
            "printed": printed,
            "added": None if form.is_bound else _added(request, event),
            "crumbs": crumbs(event, (_("Check-in"), "check-in"), (_("A player who is on no list"),)),
        }
        return render(request, "handouts/walk_in.html", context, status=status)
    _warn_of_a_large_team(request, event, player)
    text, codes = _("Added, and present: %(who)s") % {"who": player}, form.cleaned_data["codes"]
    if codes:
        text = _("Added, and present, with the spare sheets %(codes)s: %(who)s") % {"who": player, "codes": codes}
    messages.success(request, text)
    if printed and on_paper(player.entrant):
        return redirect(f"{reverse('walk-in', args=[event.slug])}?sheets={player.number}")
    if printed:
        messages.info(request, NOT_PRINTED)
    return redirect("check-in-player", event.slug, player.number)


def _added(request: PageRequest, event: Event) -> Player | None:
    """The player whose sheets the address asks for, if they have some to print."""
    players = event.players.select_related("entrant__event")
    player = players.filter(number=asked_id(request, "sheets")).first()
    return player if player and on_paper(player.entrant) else None


def _add(request: PageRequest, event: Event, form: WalkIn, printed: bool) -> Player:
    codes: list[str] = []
    for part in form.cleaned_data["codes"].split():
        if codes and len(squeezed(codes[-1] + part)) <= LENGTH:
            codes[-1] += part  # a code with spaces in it
        else:
            codes.append(part)
    return walk_in.add(by=request.user, event=event, facts=form.facts, codes=codes, printed=printed)


def _warn_of_a_large_team(request: PageRequest, event: Event, player: Player) -> None:
    sizes = dict(event.teams.annotate(size=Count("members")).values_list("pk", "size"))
    own = sizes.pop(player.team_id or 0, 0)
    if sizes and own > max(sizes.values()):
        text = _("%(team)s has more members than any other team, %(n)s, and the points of all members are added.")
        messages.warning(request, text % {"team": player.team, "n": own})


@event_page(needs="run", post_only=True)
def print_sheets(request: PageRequest, event: Event, number: int) -> HttpResponse:
    """The sheets of a player, those that are missing too; then their PDF."""
    entrant = find_player(event, number).entrant
    if not press(request, lambda: walk_in.print_sheets(by=request.user, entrant=entrant)):
        if on_paper(entrant):
            return redirect("player-sheets-pdf", event.slug, number)
        messages.info(request, NOT_PRINTED)
    return redirect("check-in-player", event.slug, number)


urlpatterns = [
    path("check-in/new/", add, name="walk-in"),
    path("check-in/<int:number>/print/", print_sheets, name="player-sheets-print"),
]
