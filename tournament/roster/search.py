"""Players and teams by number or name, without accents and case, the same on both databases."""

from django.db.models import Q, QuerySet

from ..common import limits
from ..common.wording.folding import fold, same_name
from ..models import Entrant, Event, Player, Team

PLAYERS_LISTED = 20  # that a desk is shown to choose from


def words_of(text: str) -> list[str]:
    """The words of a query, folded."""
    return fold(text[: limits.SEARCH]).split()[: limits.SEARCH_WORDS]


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 10


def players(rows: QuerySet[Player], text: str) -> QuerySet[Player]:
    """The players whose names have every word of the query, or with that number; none for a query without letters."""
    words = words_of(text)
    for word in words:
        named = Q(search_name__contains=word)
        rows = rows.filter(named | Q(number=int(word)) if _is_number(word) else named)
    return rows if words else rows.none()


def find_namesake(event: Event, name: str, grade: int) -> Player | None:
    """The first player of this grade with the same words in their name, or None."""
    rows = players(event.players.filter(division__grade=grade).select_related("division"), name)
    return next((each for each in rows if same_name(f"{each.first_name} {each.last_name}") == same_name(name)), None)


def teams(event: Event, text: str) -> QuerySet[Team]:
    """The teams whose names have every word of the query."""
    rows = Team.objects.filter(event=event)
    words = words_of(text)
    for word in words:
        rows = rows.filter(search_name__contains=word)
    return rows if words else rows.none()


def entrants(event: Event, text: str, *, of_teams: bool) -> list[Entrant]:
    """The entrants that a desk may mean by a name: players, or teams by their name and their members'. The first
    few."""
    parts = ("division", "player", "team", "event")
    everyone = Player.objects.filter(event=event)
    if of_teams:
        members = players(everyone, text).filter(team__isnull=False).values("team")
        named = Q(team__in=teams(event, text)) | Q(team__in=members)
        return list(Entrant.objects.filter(named).select_related(*parts).order_by("team__name", "pk")[:PLAYERS_LISTED])
    rows = Entrant.objects.filter(player__in=players(everyone, text))
    return list(rows.select_related(*parts).order_by("player__number")[:PLAYERS_LISTED])
