"""Players and teams about whom nothing is recorded can be deleted."""

import pytest
from django.utils import timezone

from tournament.common.refusals import Refused
from tournament.disputes import coach_links
from tournament.models import AuditEntry, CoachLink, Entrant, Event, Player, Relation, Sheet, Team
from tournament.roster import deletion_actions as deletion
from tournament.standings import penalty_actions


def test_a_player_goes_with_printed_sheets_and_relations(event, organiser, volunteer, add_player, round_24):
    player = add_player(101, team="Otters").player
    sheet = Sheet.objects.create(round=round_24, entrant=player.entrant, printed_at=timezone.now())
    Relation.objects.create(event=event, user=volunteer, player=player)
    deletion.delete_player(by=organiser, player=player)
    assert (Player.objects.count(), Entrant.objects.count(), Team.objects.count(), Sheet.objects.count()) == (
        0,
        0,
        0,
        0,
    )
    entry = AuditEntry.objects.last()
    assert (entry.verb, entry.before["number"], entry.before["codes"]) == ("player.deleted", 101, [sheet.code])


@pytest.mark.parametrize("moment", ["issued_at", "returned_at", "lost_at", "spoilt_at"])
def test_a_sheet_that_was_out_keeps_its_player(organiser, entrant, round_24, moment):
    Sheet.objects.create(round=round_24, entrant=entrant, **{moment: timezone.now()})
    with pytest.raises(Refused, match="101 Ada Lund has a sheet in 24 Game that was handed out or typed."):
        deletion.delete_player(by=organiser, player=entrant.player)


def test_a_penalty_keeps_its_team(event, organiser, judge_user, add_player):
    team = add_player(101, team="Otters").player.team
    penalty_actions.give(by=judge_user, event=event, entrant=team.entrant, points=3, reason="Noise.")
    with pytest.raises(Refused, match="Otters has a penalty."):
        deletion.delete_team(by=organiser, team=team)


def test_a_team_goes_and_its_players_stay(event, organiser, add_player):
    team = add_player(101, team="Otters").player.team
    coach_links.make_links(by=organiser, event=event)
    deletion.delete_team(by=organiser, team=team)
    assert (Team.objects.count(), CoachLink.objects.count(), Player.objects.get().team) == (0, 0, None)
    assert AuditEntry.objects.last().verb == "team.deleted"


def test_nobody_is_deleted_once_results_are_final(event, organiser, entrant):
    Event.objects.filter(pk=event.pk).update(visibility="final")
    with pytest.raises(Refused, match="The results are final"):
        deletion.delete_player(by=organiser, player=entrant.player)
