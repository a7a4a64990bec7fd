"""A player's details, from a form or a row of a file."""

from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Max
from django.utils.translation import gettext as _, gettext_lazy

from ..common import limits
from ..common.line_text import has_control, tidy
from ..models import Event, Player

GRADES = range(1, 14)
TOO_LONG = {
    "first_name": gettext_lazy("The first name is longer than %(most)s letters."),
    "last_name": gettext_lazy("The last name is longer than %(most)s letters."),
    "team": gettext_lazy("The team is longer than %(most)s letters."),
}
INVISIBLE = {
    "first_name": gettext_lazy("The first name has an invisible character in it."),
    "last_name": gettext_lazy("The last name has an invisible character in it."),
    "team": gettext_lazy("The team has an invisible character in it."),
}


@dataclass(frozen=True)
class PlayerFacts:
    """A player's details, from a form or a row of a file."""

    number: int
    first_name: str
    last_name: str
    grade: int
    team: str = ""

    @property
    def name(self) -> str:
        return f"{self.first_name} {self.last_name}".strip()

    def tidy(self) -> "PlayerFacts":
        """These details with the names as they are stored."""
        return replace(self, first_name=tidy(self.first_name), last_name=tidy(self.last_name), team=tidy(self.team))

    def problems(self) -> dict[str, str]:
        """{field: sentence} of values that are never valid, whatever is on the roster."""
        problems = {}
        if not 1 <= self.number <= limits.PLAYER_NUMBER:
            problems["number"] = _("A player's number is a whole number, 1 or more.")
        if not self.first_name.strip():
            problems["first_name"] = _("The first name is missing.")
        for name in ("first_name", "last_name", "team"):
            if problem := _name_problem(getattr(self, name), name):
                problems[name] = problem
        return problems


def _name_problem(text: str, name: str) -> str | None:
    if len(text) > limits.PLAYER_NAME:
        return TOO_LONG[name] % {"most": limits.PLAYER_NAME}
    if has_control(text):
        return str(INVISIBLE[name])
    return None


def players_of(event: Event, **which: Any) -> list[Player]:
    """The event's players, or those of them `which` are asked for. Those of one grade or team share its object: a join
    would make one for each player."""
    divisions, teams = event.divisions.in_bulk(), event.teams.in_bulk()
    players = list(event.players.filter(**which))
    for player in players:
        player.division = divisions[player.division_id]
        player.team = teams[player.team_id] if player.team_id else None
    return players


def facts_of(player: Player) -> PlayerFacts:
    """A player of the roster as facts. Reads the division and the team."""
    team = player.team.name if player.team else ""
    return PlayerFacts(player.number, player.first_name, player.last_name, player.division.grade, team)


def next_number(event: Event) -> int:
    """The number after the highest of the event's players; 101 where there is none."""
    highest = Player.objects.filter(event=event).aggregate(highest=Max("number"))["highest"]
    return (highest or 100) + 1
