"""`expand`: the row that a reference names, in its place."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

EVENT = "/api/v1/events/spring"


@pytest.fixture
def players(add_player):
    return [add_player(number, 3, "Otters") for number in (101, 102)]


def test_a_reference_is_replaced_by_the_row_as_its_own_resource_shows_it(program, players):
    grade, plain = (program("get", f"{EVENT}/{each}/").json() for each in ("grades/3", "players/101"))
    (team,) = program("get", f"{EVENT}/teams/").json()["results"]
    assert program("get", f"{EVENT}/players/101/?expand=team,grade").json() == plain | {"team": team, "grade": grade}
    assert [each["team"] for each in program("get", f"{EVENT}/players/?expand=team").json()["results"]] == [team, team]
    members = program("get", f"{EVENT}/players/").json()["results"]
    assert program("get", f"{EVENT}/teams/?expand=members").json()["results"] == [team | {"members": members}]


def test_a_reference_to_nobody_stays_as_it_is(program, add_player):
    add_player(101)
    read = program("get", f"{EVENT}/players/101/?expand=team,replaces").json()
    assert (read["team"], read["replaces"]) == ("", None)


def test_nobody_reads_a_row_that_its_own_resource_would_not_show_them(
    program, volunteer, organiser, round_24, entrant, hand_in
):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    address = f"{EVENT}/sheets/?expand=entrant,round"
    (of_organiser,) = program("get", address, person=organiser).json()["results"]
    (of_volunteer,) = program("get", address, person=volunteer).json()["results"]
    assert of_organiser["entrant"]["number"] == of_volunteer["entrant"] == entrant.player.number
    assert of_organiser["round"] == of_volunteer["round"] != 1


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("players/?expand=team,temo", "grade, replaces, team"),
        ("players/101/?expand=", "grade, replaces, team"),
        ("sheets/?expand=entrant.team", "entrant, replaces, round"),
    ],
)
def test_what_cannot_be_expanded_is_refused(program, players, address, known):
    refused = program("get", f"{EVENT}/{address}")
    assert (refused.status_code, refused.json()["errors"][0]["place"]) == (400, "expand")
    assert known in refused.json()["errors"][0]["detail"]


@pytest.mark.parametrize("count", [1, 10])
def test_expanding_takes_a_query_or_two_for_each_name(program, add_player, count):
    for number in range(count):
        add_player(101 + number, 3, f"Team {number}")
    queries = []
    for address in (f"{EVENT}/players/", f"{EVENT}/players/?expand=team,grade"):
        with CaptureQueriesContext(connection) as context:
            assert len(program("get", address).json()["results"]) == count
        queries.append(len(context))
    assert queries[1] - queries[0] == 3  # teams, their members, grades
