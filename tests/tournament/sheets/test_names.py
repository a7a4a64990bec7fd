"""The desks find a sheet by a name as well as by a number."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.models import Entrant, Sheet
from tournament.roster import actions as roster
from tournament.sheets.lookup import SeveralNamed, find_sheet


@pytest.fixture
def players(add_player):
    return [
        add_player(101, first_name="Zoë", last_name="Müller"),
        add_player(102, first_name="Ben", last_name="Ode"),
        add_player(103, first_name="Benno", last_name="Wu"),
    ]


@pytest.fixture
def desk(client, volunteer, round_24):
    client.force_login(volunteer)
    return client


def said(response) -> str:
    return response.content.decode()


def test_one_name_opens_its_sheet_and_several_are_named(players, round_24):
    assert find_sheet(round_24, "muller", names=True).entrant == players[0]
    with pytest.raises(SeveralNamed, match="102 Ben O., 103 Benno W."):
        find_sheet(round_24, "ben", names=True)
    assert find_sheet(round_24, "ben ode", names=True).entrant == players[1]
    with pytest.raises(ValueError, match="Type the number"):
        find_sheet(round_24, "Xaver", names=True)


def test_a_file_of_lines_names_nobody(players, round_24):
    with pytest.raises(ValueError, match="Type the number"):
        find_sheet(round_24, "muller")


def test_typing_begins_with_a_name(desk, players):
    page = reverse("keying-round", args=["spring", 1])
    assert desk.post(page, {"number": "MÜLLER"}).status_code == 302
    several = desk.post(page, {"number": "ben"})
    assert several.status_code == 404
    assert 'name="number" value="102"' in said(several)
    assert "103 Benno W." in said(several)


def test_the_return_desk_takes_a_name_and_says_it(desk, players):
    page = reverse("return-desk", args=["spring", 1])
    assert "101 Zoë M. is back." in said(desk.post(page, {"said": "muller"}, follow=True))
    assert "Several have this name (102 Ben O., 103 Benno W.)" in said(desk.post(page, {"said": "ben"}))


def test_the_sheet_of_an_absent_player_is_asked_about_before_it_counts(desk, players, organiser, round_24):
    page = reverse("return-desk", args=["spring", 1])
    roster.set_status(by=organiser, entrant=players[0], status="absent")
    asked = desk.post(page, {"said": "101"})
    assert asked.status_code == 409
    assert "here after all?" in said(asked)
    as_json = desk.post(page, {"said": "101"}, headers={"Accept": "application/json"}).json()
    assert 'name="said" value="101"' in as_json["rows"][0]
    assert not Sheet.objects.filter(returned_at__isnull=False).exists()
    assert "101 is back." in said(desk.post(page, {"said": "101", "here": "1"}, follow=True))
    players[0].refresh_from_db()
    assert (players[0].status, players[0].checked_in_at is not None) == ("present", True)


def test_one_answer_takes_the_sheets_of_all_absent_players_of_a_list(desk, players, organiser):
    page = reverse("return-desk", args=["spring", 1])
    for absent in players[:2]:
        roster.set_status(by=organiser, entrant=absent, status="absent")
    asked = desk.post(page, {"said": "101-103"})
    assert (asked.status_code, said(asked).count("here after all?")) == (409, 2)
    assert "103 is back." in said(asked)
    assert "Yes to these 2 questions" in said(asked)
    answered = said(desk.post(page, {"said": asked.context["outcome"].typed, "here": "1"}, follow=True))
    assert ["101 is back." in answered, "102 is back." in answered, "103" in asked.context["outcome"].typed] == [
        True,
        True,
        False,
    ]


def test_the_sheet_of_a_player_with_a_substitute_is_asked_about(desk, players, organiser):
    page, leaving = reverse("return-desk", args=["spring", 1]), players[0].player
    facts = roster.PlayerFacts(725, "Ida", "Ek", leaving.division.grade)
    roster.substitute(by=organiser, player=leaving, facts=facts, why="Ill.")
    asked = desk.post(page, {"said": "101 725"}, headers={"Accept": "application/json"}).json()
    assert "plays in their place. Did 101" in asked["rows"][0]
    assert (asked["summary"][:7], "725 is back" in asked["rows"][1]) == ("1 of 2 ", True)
    assert "101 is back." in said(desk.post(page, {"said": "101", "here": "1"}, follow=True))
    assert Entrant.objects.get(player=leaving).status == "withdrawn"


def test_several_numbers_are_taken_back_at_once_and_each_refusal_is_named(desk, players, organiser):
    page = reverse("return-desk", args=["spring", 1])
    roster.set_status(by=organiser, entrant=players[1], status="absent")
    shown = said(desk.post(page, {"said": "101-103 999"}, follow=True))
    assert "101 is back." in shown
    assert "103 is back." in shown
    assert "Is 102 Ben" in shown
    assert "102: Is" not in shown
    assert "has the number 999" in shown
    assert Sheet.objects.filter(returned_at__isnull=False).count() == 2
    as_json = desk.post(page, {"said": "101, 103"}, headers={"Accept": "application/json"}).json()
    assert (len(as_json["rows"]), as_json["state"]) == (2, "counts_once")
    assert as_json["summary"] == "These 2 sheets are back; 0 of 2 are still out."
    assert "taken-said" not in as_json["rows"][0]
    codes = ", ".join(each.printed_code for each in Sheet.objects.all())
    assert len(desk.post(page, {"said": codes}, headers={"Accept": "application/json"}).json()["rows"]) == 2
    refused = desk.post(page, {"said": "1-99999"}, headers={"Accept": "application/json"}).json()
    assert (len(refused["rows"]), refused["state"]) == (1, "refused")


def test_a_list_of_names_is_taken_back_each_by_itself(desk, organiser, event, add_player, add_round):
    smash = add_round("smash", boxes(*[((), at) for at in range(1, 21)]), "closed")
    page = reverse("return-desk", args=["spring", 2])
    for number, team in ((201, "Red Foxes"), (202, "Owls, Otters and Bears"), (203, "Blue Owls")):
        add_player(number, team=team)
    assert "is back." in said(desk.post(page, {"said": "Owls, Otters and Bears"}, follow=True))
    shown = said(desk.post(page, {"said": "Red Foxes, Blue Owls; Green Ants"}, follow=True))
    assert "Red Foxes is back." in shown
    assert "No team is called “Green Ants”" in shown
    assert smash.sheets.filter(returned_at__isnull=False).count() == 3


def test_an_absent_player_whose_sheet_is_refused_is_not_checked_in(desk, players, organiser, round_24):
    roster.set_status(by=organiser, entrant=players[0], status="absent")
    for number in (1, 2):  # so the number is not enough
        Sheet.objects.create(round=round_24, entrant=players[0], number=number)
    page = reverse("return-desk", args=["spring", 1])
    assert "has 2 sheets out" in said(desk.post(page, {"said": "101", "here": "1"}))
    players[0].refresh_from_db()
    assert (players[0].status, players[0].checked_in_at) == ("absent", None)
