"""Name lists, door lists, team lists and badges."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from ..common.wording.folding import fold
from ..models import Division, Entrant, Event, Player, Team
from ..printing.handouts import Badge, ListColumn, PrintedList
from .prizes import full_name

TAKE_PART = (Entrant.Status.PRESENT, Entrant.Status.ABSENT)


def find_players(event: Event, division: Division | None = None, team: Team | None = None) -> QuerySet[Player]:
    """The players who take part, by number; of a grade or a team, if one is given. Those who left are not printed."""
    rows = Player.objects.filter(event=event, entrant__status__in=TAKE_PART)
    if division:
        rows = rows.filter(division=division)
    if team:
        rows = rows.filter(team=team)
    return rows.select_related("division", "team").order_by("division__grade", "number")


def _last_first(player: Player) -> str:
    return f"{player.last_name}, {player.first_name}" if player.last_name else player.first_name


def _team(player: Player) -> str:
    return player.team.name if player.team else ""


def name_lists(players: Iterable[Player]) -> list[PrintedList]:
    """A list for each grade, by number."""
    columns = [ListColumn(_("Number"), 1, numeric=True), ListColumn(_("Name"), 4), ListColumn(_("Team"), 3)]
    return [
        PrintedList(division.label, columns, [[str(each.number), full_name(each), _team(each)] for each in of_grade])
        for division, of_grade in _by_grade(players)
    ]


def _by_grade(players: Iterable[Player]) -> list[tuple[Division, list[Player]]]:
    return [(division, list(each)) for division, each in groupby(players, key=lambda player: player.division)]


def check_in_list(players: Iterable[Player]) -> list[PrintedList]:
    """One list of everybody in the order of last names, with a box to tick."""
    columns = [
        ListColumn("", tick=True),
        ListColumn(_("Name"), 4),
        ListColumn(_("Number"), 1, numeric=True),
        ListColumn(_("Grade"), 2),
        ListColumn(_("Team"), 3),
    ]
    in_order = sorted(players, key=lambda each: (fold(_last_first(each)), each.number))
    rows = [["", _last_first(each), str(each.number), each.division.label, _team(each)] for each in in_order]
    return [PrintedList(_("Door list"), columns, rows)] if rows else []


def team_lists(event: Event, players: Sequence[Player]) -> list[PrintedList]:
    """A list for each team, with its grade."""
    columns = [ListColumn(_("Number"), 1, numeric=True), ListColumn(_("Name"), 4), ListColumn(_("Grade"), 2)]
    members: dict[int, list[Player]] = {}
    for player in players:
        if player.team_id:
            members.setdefault(player.team_id, []).append(player)
    teams = Team.objects.filter(event=event, pk__in=members).select_related("entrant__division")
    made = []
    for team in sorted(teams, key=lambda each: (fold(each.name), each.pk)):
        rows = [[str(each.number), full_name(each), each.division.label] for each in members[team.pk]]
        note = team.entrant.division.label if team.entrant.division else ""
        made.append(PrintedList(team.name, columns, rows, note))
    return made


def badges(event: Event, players: Iterable[Player], address: str) -> list[Badge]:
    """A badge for each player; its QR code opens their page at the door, below `address`."""
    return [
        Badge(
            str(each.number),
            each.first_name,
            each.last_name,
            " · ".join(part for part in (each.division.label, _team(each)) if part),
            f"{address}{reverse('check-in-player', args=[event.slug, each.number])}",
        )
        for each in players
    ]
