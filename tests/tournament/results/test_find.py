"""The public finds players by no more of the name than the event shows, and nobody before the ceremony."""

import pytest
from django.urls import reverse

from tests.tournament.making import publish
from tournament.models import Event


@pytest.fixture
def players(event, add_player):
    add_player(101, first_name="Zoë", last_name="Müller", team="Ottern")
    add_player(102, first_name="Zoé", last_name="Wu")
    add_player(103, first_name="Cy", last_name="Ottmann")


def find(client, text: str):
    return client.get(reverse("event", args=["spring"]), {"number": text})


def said(response) -> str:
    return response.content.decode()


PLAYER = "/events/spring/players/"


@pytest.mark.postgresql
def test_one_is_opened_and_several_are_offered(client, players):
    assert find(client, "zoe m")["Location"] == PLAYER + "101/"
    assert find(client, "101")["Location"] == PLAYER + "101/"
    both = said(find(client, "ZOE"))
    assert "101 Zoë M." in both
    assert "102 Zoé W." in both
    assert "/teams/" in find(client, "ottern")["Location"]


def test_a_last_name_is_no_more_public_than_its_initial(client, players):
    for hidden in ("muller", "ottmann", "Wu"):
        assert find(client, hidden).status_code == 404
    assert find(client, "zoe muller")["Location"] == find(client, "zoe murks")["Location"]


def test_where_names_are_hidden_players_are_found_by_number_alone(client, organiser, event, players):
    Event.objects.filter(pk=event.pk).update(public_names="number")
    assert find(client, "zoe").status_code == 404
    assert find(client, "no").status_code == 404
    assert find(client, "102")["Location"] == PLAYER + "102/"
    publish(organiser, event, "frozen")
    assert find(client, "no").status_code == 404
    assert find(client, "102")["Location"] == PLAYER + "102/"


def test_nobody_is_found_before_the_ceremony(client, organiser, event, players):
    publish(organiser, event, "embargoed")
    for text in ("zoe", "zoe m", "101", "ottern"):
        answer = find(client, text)
        assert "Location" not in answer.headers
        assert "Zoë" not in said(answer)


@pytest.mark.postgresql
def test_a_copy_is_searched_by_the_names_that_it_shows(client, organiser, event, players, add_player):
    publish(organiser, event, "frozen")
    add_player(104, first_name="Zora", last_name="Neu")
    event.players.filter(number=101).update(first_name="Xenia", search_name="xenia muller")
    assert find(client, "zoe m")["Location"] == PLAYER + "101/"
    assert "102 Zoé W." in said(find(client, "zoe"))
    for later in ("zora", "xenia", "muller"):
        assert find(client, later).status_code == 404


@pytest.mark.parametrize("text", ["", " ", "%", "9" * 30, "x" * 3000, "٣"])
def test_nonsense_is_answered(client, players, text):
    assert find(client, text).status_code == 404
