"""Deleting players and teams about whom nothing is recorded."""

from django.db import transaction
from django.utils.translation import gettext as _

from ..audit import trail as audit
from ..common.refusals import Refused
from ..models import Entrant, Event, Player, Team, User
from ..web.permissions import require
from . import dependents
from .actions import Roster, delete_players


@transaction.atomic
def delete_player(*, by: User, player: Player) -> None:
    """Delete a player with marks of relation and sheets that were only printed. Refused if anything else is
    recorded."""
    require(by, "roster", player.event)
    roster = Roster(player.event)
    _refuse_final(roster.event)
    player = Player.objects.select_related("division", "team").get(pk=player.pk)
    if reasons := dependents.of_players([player]):
        raise _recorded(reasons)
    before: dict[str, object] = {"number": player.number, "grade": player.division.grade, "team": player.team_id}
    about = [player.team.entrant] if player.team else []
    entrant = player.entrant
    codes = delete_players([player])
    roster.assign_divisions()
    before |= {"codes": codes} if codes else {}
    about = [each for each in about if Entrant.objects.filter(pk=each.pk).exists()]
    audit.record(roster.event, by, "player.deleted", player, before=before, about=[entrant, *about])


@transaction.atomic
def delete_team(*, by: User, team: Team) -> None:
    """Delete a team with its coach's link and sheets that were only printed; its members stay without a team. Refused
    if anything else is recorded."""
    require(by, "roster", team.event)
    roster = Roster(team.event)
    _refuse_final(roster.event)
    team = Team.objects.select_related("entrant").get(pk=team.pk)
    if reasons := dependents.of_team(team):
        raise _recorded(reasons)
    about = list(Entrant.objects.filter(player__team=team))
    before = {"team": team.pk, "players": len(about)}
    number = team.pk
    team.delete()
    roster.assign_divisions()
    team.pk = number
    audit.record(roster.event, by, "team.deleted", team, before=before, about=about)


def _recorded(sentences: list[str]) -> Refused:
    reasons = " ".join(sentences[:5])
    return Refused("recorded", _("This cannot be deleted. %(reasons)s") % {"reasons": reasons})


def _refuse_final(event: Event) -> None:
    if event.has_final_results:
        raise Refused("results_final", _("The results are final, so nobody can be deleted any more."))
