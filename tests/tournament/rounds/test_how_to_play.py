"""The public page “How to play” explains each round from its own settings."""

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import boxes
from tournament.models import Division, Event
from tournament.rounds import actions as rounds
from tournament.rounds.how_to_play import how_to_play
from tournament.series import actions as series
from tournament.sheets import actions as sheets

pytestmark = pytest.mark.django_db


def page(client, event, language="en") -> str:
    return client.get(reverse("how-to-play", args=[event.slug]), headers={"accept-language": language}).content.decode()


@pytest.fixture
def one_to_many(event, organiser):
    for grade in (3, 5):
        Division.objects.get_or_create(event=event, grade=grade)
    return rounds.add(by=organiser, event=event, format_slug="one_to_many")


def test_a_round_is_explained_with_what_differs_in_its_grades(client, event, one_to_many):
    game = how_to_play(event)[0]
    differing = {grade.grade: [str(each) for each in part.sentences] for part in game.by_grade for grade in part.grades}
    assert differing[3] == ["Targets are from 1 to 50."]
    assert differing[5] == ["Targets are from 1 to 120."]
    shown = page(client, event)
    assert "You have 15 minutes for the whole sheet." in shown
    assert "score 4, 2, 1 points" in shown
    assert "The judges have the final say." in shown
    assert shown.count("1 + 2 + 3 + 4") == 2  # the round's example and the tiebreaker's


def test_the_tiebreaker_is_explained_last_and_only_once(client, event, one_to_many):
    assert [each.round for each in how_to_play(event)] == [one_to_many, None]
    shown = page(client, event)
    assert shown.count('id="tiebreaker"') == 1
    assert "Each of the two sides has one sheet." in shown  # players or teams
    assert shown.count("Each player has a sheet of their own.") == 1


def test_the_page_is_in_the_language_of_its_reader(client, event, one_to_many):
    assert "Tienes 15 minutos para toda la hoja." in page(client, event, "es")


def test_live_games_are_explained_with_the_number_of_their_type(client, event, organiser, add_player):
    players = [add_player().player, add_player().player]
    asked = {"name": "League", "game": "twentyfour", "kind": "round_robin", "settings": {"game_type": "12"}}
    series.make(by=organiser, event=event, players=players, **asked)
    shown = page(client, event)
    assert "Make 24, the largest or the closest number" in shown
    assert "Game type: Type 12. Tony Four, players see each other" in shown


def test_an_event_without_rounds_says_that_the_page_will_come(client, event):
    assert "once the organiser has added it" in page(client, event)


def test_a_family_that_scans_a_sheet_finds_the_rules_of_its_game(client, event, organiser, add_player, add_round):
    played = add_round("twenty_four", boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24)))
    add_player()
    sheets.print_(by=organiser, round_=played)
    sheet = played.sheets.get()
    address = reverse("sheet-code", args=[sheet.code])
    shown = client.get(address).content.decode()
    assert f"{reverse('how-to-play', args=[event.slug])}#round-{played.position}" in shown
    assert "Do you work at this event?" in shown
    Event.objects.update(visibility="hidden")
    assert client.get(address).status_code == 302


def test_the_page_that_adds_a_round_explains_every_format(client, event, organiser):
    client.force_login(organiser)
    shown = client.get(reverse("round-add", args=[event.slug])).content.decode()
    assert "Three playing cards are dealt for each number" in shown
    assert shown.count("<details>") >= 6
    assert flat(shown).count("SMASH (for teams)") == 2, "its presets, and what it is"
    assert "goes on" not in shown  # the tiebreaker is not added here
