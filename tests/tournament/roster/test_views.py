"""The roster pages."""

import pytest
from django.urls import reverse

from tests.html import flat
from tournament.models import Player


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


def said(response) -> str:
    return response.content.decode()


def test_the_empty_roster_says_what_to_do_first(her):
    assert "No players yet" in said(her.get(reverse("roster", args=["spring"])))


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "query,found",
    [
        ("", {101, 102, 103}),
        ("grade=3", {101, 102}),
        ("q=102", {102}),
        ("q=lund", {101}),
        ("q=a l", {101}),
        ("status=absent", {103}),
        ("grade=nonsense&team=9999&status=late", {101, 102, 103}),
        ("q=" + "9" * 30, set()),
        ("q=٣", set()),
        ("page=9999", {101, 102, 103}),
    ],
)
def test_the_roster_is_searched_and_filtered(her, add_player, query, found):
    add_player(101, grade=3, first_name="Ada", last_name="Lund")
    add_player(102, grade=3, first_name="Ben", last_name="Ode", team="Otters")
    absent = add_player(103, grade=4, first_name="Cy", last_name="Wu")
    absent.status = "absent"
    absent.save()
    response = her.get(reverse("roster", args=["spring"]) + "?" + query)
    assert {player.number for player in response.context["players"]} == found


def test_the_roster_asks_the_same_number_of_questions_for_one_player_and_ten(
    her, add_player, django_assert_num_queries
):
    for players in (1, 9):
        for _each in range(players):
            add_player(team="Otters")
        with django_assert_num_queries(12):
            her.get(reverse("roster", args=["spring"]))


FACTS = {"number": "101", "first_name": "Ada", "last_name": "Lund", "grade": "3", "team": "Otters"}


def test_a_player_is_added_and_the_next_one_asked_for(her, event):
    address = reverse("player-add", args=["spring"])
    assert her.post(address, FACTS)["Location"] == reverse("roster", args=["spring"])
    assert her.post(address, FACTS | {"number": "102", "first_name": "Bo", "another": "1"})["Location"] == address
    assert [str(player) for player in event.players.all()] == ["101 Ada Lund", "102 Bo Lund"]


def test_a_player_of_the_same_name_and_grade_is_added_once_they_are_another(her, event):
    address = reverse("player-add", args=["spring"])
    her.post(address, FACTS)
    again = FACTS | {"number": "102", "another": "1"}
    asked = flat(said(her.post(address, again)))
    assert "There is already 101 Ada Lund, Grade 3. Is this another child?" in asked
    assert f'href="{reverse("player-change", args=["spring", 101])}"' in asked
    assert '<button class="button" type="submit" name="namesake" value="101">' in asked
    assert '<input type="hidden" name="another" value="1">' in asked
    assert event.players.count() == 1
    assert her.post(address, again | {"namesake": "101"})["Location"] == address
    assert event.players.count() == 2


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,sentence",
    [
        ({"number": "500"}, "Number 500 belongs to another player."),
        ({"number": "٣٤"}, "Write a whole number in the digits 0 to 9."),
        ({"number": "0"}, "A player&#x27;s number is a whole number, 1 or more."),
        ({"number": "9" * 5000}, "Write a whole number"),
        ({"number": "99999999999"}, "A player&#x27;s number is a whole number, 1 or more."),
        ({"first_name": " "}, "This field is required."),
        ({"first_name": "A\x07da"}, "The first name has an invisible character in it."),
        ({"grade": "9"}, "Select a valid choice"),
        ({"team": "x" * 81}, "At most 80 are possible."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(her, event, add_player, values, sentence):
    add_player(500, first_name="Zoe")
    response = her.post(reverse("player-add", args=["spring"]), FACTS | values)
    assert response.status_code == 400
    assert sentence in said(response)
    assert 'value="Otters"' in said(response) or "team" in values
    assert Player.objects.count() == 1


def test_a_player_is_changed_and_found_under_the_new_number(her, add_player):
    add_player(101)
    response = her.post(reverse("player-change", args=["spring", 101]), FACTS | {"number": "202", "grade": "4"})
    assert response["Location"] == reverse("player-change", args=["spring", 202])


def test_a_status_that_needs_a_reason_asks_for_it(her, entrant):
    address = reverse("entrant-status", args=["spring", 101])
    bare = her.post(address, {"status": "disqualified"})
    assert (bare.status_code, "Write down why." in said(bare)) == (400, True)
    assert her.post(address, {"status": "disqualified", "why": "left"}).status_code == 302
    entrant.refresh_from_db()
    assert entrant.status == "disqualified"
