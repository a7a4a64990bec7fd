"""A player's page and a team's: what was written, what it brought, and why."""

from django.http import HttpResponse

from ..models import Event, Player
from ..record.papers import papers_of
from ..record.standings import members_table, players_table, team_entry, teams_table
from ..record.tie_papers import tie_papers
from .answers import Step
from .common import find_player_entrant, find_team
from .endings import links
from .published import results_page, show, standing_title
from .requests import PageRequest


@results_page
def entrant(request: PageRequest, event: Event, number: int) -> HttpResponse:
    found = find_player_entrant(event, number)
    player = found.player
    table = players_table(event, player.division)
    entry = table.of(player)
    cells = dict(zip((each.pk for each in table.rounds), entry.cells, strict=True))
    papers = [{"paper": paper, "cell": cells[paper.round.pk]} for paper in papers_of(found)]
    return show(
        request,
        "entrant",
        [(player.division.label, "division", player.division.grade), (entry.name,)],
        player=player,
        entry=entry,
        ranked_among=len(table.entries),
        papers=papers,
        tie_papers=tie_papers(found),
        replaces=_called(event, player.replaces),
        substitute=_called(event, getattr(player, "substitute", None)),
    )


def _called(event: Event, player: Player | None) -> tuple[int, str] | None:
    """Number and name of who gave a place up, or took it."""
    return (player.number, player.public_name(event)) if player else None


@results_page
def team(request: PageRequest, event: Event, team_id: int) -> HttpResponse:
    found = find_team(event, team_id)
    division, entry = team_entry(event, found)
    above: list[Step] = []
    if division:
        above = [(standing_title(division, "teams"), "division-teams", division.grade)]
    return show(
        request,
        "team",
        [*above, (found.name,)],
        team=found,
        division=division,
        entry=entry,
        ranked_among=len(teams_table(event, division).entries) if division else 0,
        members=members_table(event, found),
        files=links("team-file", event.slug, team_id),
        papers=papers_of(found.entrant) if division else (),
        tie_papers=tie_papers(found.entrant),
    )
