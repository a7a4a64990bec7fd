"""Finding players and teams on public pages, by no more of the name than the event shows."""

from django.db.models import Q
from django.urls import reverse

from ..common.wording.folding import NAMES_LISTED, public_match
from ..models import Entrant, Event, Player
from ..roster.search import teams, words_of

NamedAddresses = tuple[tuple[str, str], ...]  # (number and public name, address)


def find_names(event: Event, text: str) -> NamedAddresses:
    """The players and teams that the text may mean: the first few, players by number, then teams. A last name is found
    by its first letter only; where the event shows only numbers, players are found only by them."""
    matches = [*_players(event, text), *_teams(event, text)]
    return tuple(matches[:NAMES_LISTED])


def _players(event: Event, text: str) -> list[tuple[str, str]]:
    if event.public_names == Event.Names.NUMBER or not (words := words_of(text)):
        return []
    named = Q()
    for word in words:
        named |= Q(search_name__contains=word)
    matches = []
    for player in Player.objects.filter(named, event=event).order_by("number").iterator():
        if public_match(text, name := player.short_name(event)):
            matches.append((f"{player.number} {name}", reverse("entrant", args=[event.slug, player.number])))
        if len(matches) == NAMES_LISTED:
            break
    return matches


def _teams(event: Event, text: str) -> list[tuple[str, str]]:
    shown = Entrant.objects.filter(team__in=teams(event, text)).select_related("team").order_by("pk")
    return [(each.label, reverse("team", args=[event.slug, each.team_id])) for each in shown[:NAMES_LISTED]]
