"""The same change for many players, all or none."""

import pytest

from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Sheet
from tournament.roster import bulk_actions as bulk


@pytest.fixture
def players(add_player):
    return [add_player(101), add_player(102, team="Otters"), add_player(103, grade=4)]


def test_players_are_marked_together(event, organiser, players):
    assert bulk.set_statuses(by=organiser, event=event, numbers=[101, 103], status="absent") == 2
    assert bulk.set_statuses(by=organiser, event=event, numbers=[101, 102], status="absent") == 1
    assert AuditEntry.objects.last().after == {"status": "absent", "players": 1}
    with pytest.raises(Refused, match="Write down why"):
        bulk.set_statuses(by=organiser, event=event, numbers=[101], status="withdrawn")


def test_players_move_to_another_grade_and_team(event, organiser, players):
    assert bulk.move(by=organiser, event=event, numbers=[101, 102], grade=5) == 2
    assert bulk.move(by=organiser, event=event, numbers=[101, 103], team=" Foxes ") == 2
    assert {each.name: each.entrant.division.grade for each in event.teams.all()} == {"Otters": 5, "Foxes": 5}
    assert bulk.move(by=organiser, event=event, numbers=[102], team="") == 1
    assert [each.name for each in event.teams.all()] == ["Foxes"]


def test_one_who_cannot_move_keeps_all_where_they_are(event, organiser, players, round_24):
    Sheet.objects.create(round=round_24, entrant=players[0])
    with pytest.raises(Refused, match="101 Ada Lund has a sheet"):
        bulk.move(by=organiser, event=event, numbers=[101, 102], grade=5)
    assert not event.players.filter(division__grade=5).exists()


@pytest.mark.parametrize("numbers,said", [([], "Tick at least one"), ([101, 999], "no longer on the roster")])
def test_nobody_and_the_unknown_are_refused(event, organiser, players, numbers, said):
    with pytest.raises(Refused, match=said):
        bulk.set_statuses(by=organiser, event=event, numbers=numbers, status="absent")
