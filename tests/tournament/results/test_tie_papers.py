"""What a side wrote in its tiebreakers stands on its own page, below the rounds, and counts in no total."""

import pytest
from django.urls import reverse

from tests.tournament.set_up import made_once
from tests.tournament.tied import Hall, open_up, question
from tournament.models import TieGame
from tournament.standings import penalty_actions
from tournament.ties import actions as ties

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(event, organiser, hand_in, work_through, round_24, add_player) -> Hall:
    """101 to 103 are tied for the first place; 104 has nothing."""
    for number in (101, 102, 103):
        hand_in(round_24, add_player(number), [(0, "1*2*3*4")])
    hand_in(round_24, add_player(104), [(0, "1+2+3+4")])
    work_through()
    return Hall(event, organiser, hand_in, work_through)


@pytest.fixture
@made_once
def duel(event, organiser, hand_in, work_through, round_24, add_player) -> TieGame:
    """Two teams that are level, and one game of theirs."""
    hall = Hall(event, organiser, hand_in, work_through)
    for number, team in ((101, "Otters"), (102, "Owls")):
        hand_in(round_24, add_player(number, team=team), [(0, "1*2*3*4")])
    work_through()
    return hall.play(hall.draw(kind="teams"), (1, 2))


def read(client, number: int) -> dict:
    return client.get(reverse("api-player", args=["spring", number])).json()


def page(client, name: str, part: int) -> str:
    return client.get(reverse(name, args=["spring", part])).content.decode()


def test_a_player_reads_her_tiebreakers_below_her_rounds(hall, client, organiser):
    numbers, target = question(0)
    game = ties.start_game(by=organiser, tie=hall.draw(), numbers=numbers, target=target)
    won, lost = (side.player.number for side in (game.first, game.second))
    assert "Tiebreakers" not in page(client, "entrant", won)  # its puzzle may not be shown yet
    assert read(client, won)["tiebreakers"] == []
    open_up(organiser, game.round)
    hall.write(game, (3, 1))
    said, api = page(client, "entrant", won), read(client, won)
    assert said.index("24 Game") < said.index("Tiebreakers") < said.index(game.round.name)
    assert "Their points do not count in any total." in said
    assert f"Ada L. ({won}) wins by 3 methods to 1, and Ada L. ({lost}) is out." in said
    assert (api["total"], [each["name"] for each in api["papers"]]) == (10, ["24 Game"])
    (mine,) = api["tiebreakers"]
    assert (mine["round"], mine["state"], mine["methods"], mine["outcome"]) == (
        game.round.position,
        "won",
        3,
        "won",
    )
    assert [line["text"] for line in mine["boxes"][0]["lines"]] == ["1*2*3*4", "(1+2+3)*4", "4*3!*(2-1)"]
    (hers,) = read(client, lost)["tiebreakers"]
    assert (hers["methods"], hers["outcome"], hers["said"]) == (1, "out", mine["said"])
    assert read(client, 104)["tiebreakers"] == []


def test_a_tiebreaker_of_a_tie_that_is_none_any_more_says_that_it_decides_nothing(hall, client, judge_user):
    game = hall.play(hall.draw(), (2, 1))
    penalty_actions.give(by=judge_user, event=hall.event, entrant=game.first, points=1, reason="Talked.")
    number = game.first.player.number
    assert "This game decides nothing: these two are no longer tied, or no longer play each other." in page(
        client, "entrant", number
    )
    (mine,) = read(client, number)["tiebreakers"]
    assert (mine["state"], mine["methods"], mine["outcome"], mine["said"]) == ("parted", None, "", "")
    assert mine["boxes"][0]["lines"]


def test_a_game_that_is_played_says_what_is_recorded_and_that_it_is_not_counted(hall, client, hand_in):
    game = hall.begin(hall.draw())
    hand_in(game.round, game.first, [(0, "1*2*3*4")])
    hall.work_through()
    assert "Not counted yet." in page(client, "entrant", game.first.player.number)
    other = page(client, "entrant", game.second.player.number)
    assert "No sheet recorded for this round." in other


def test_a_team_reads_its_tiebreakers_on_its_own_page(client, duel):
    said = page(client, "team", duel.first.team_id)
    assert said.index("Members") < said.index("Tiebreakers") < said.index(duel.round.name)
    assert f"{duel.second.team.name} wins by 2 methods to 1, and {duel.first.team.name} is out." in said
    assert "1*2*3*4" in said
    member = page(client, "entrant", 101)
    assert duel.round.name not in member
