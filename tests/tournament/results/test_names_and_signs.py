"""How public pages say names, points and places, whatever the script and the sign."""

import pytest
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import publish
from tests.tournament.set_up import made_once
from tournament.models import Team
from tournament.publication import ceremony_actions
from tournament.rounds import actions as rounds
from tournament.standings import penalty_actions
from tournament.statistics import queries as records

pytestmark = pytest.mark.django_db

HITS = "(1+2+3)*4"
ADINA, MUHAMMAD = "עֲדִינָה", "محمد"


@pytest.fixture
def read(client):
    def text_of(name: str, *args, language: str = "en") -> str:
        address = reverse(name, args=["spring", *args])
        return flat(client.get(address, headers={"accept-language": language}).content.decode())

    return text_of


@pytest.fixture
@made_once
def level(event, round_24, add_player, hand_in, work_through):
    """Two who are level, with names from right to left, and one who did not take part."""
    for number, name in ((1, ADINA), (2, MUHAMMAD)):
        hand_in(round_24, add_player(number, 3, "Otters", first_name=name), [(0, HITS)])
    add_player(15, 3, "Owls", first_name="Ab", last_name="S")
    work_through()
    return event


def test_names_from_right_to_left_turn_nothing_round(read, level):
    said = read("division", 3)
    for name in (ADINA, MUHAMMAD):
        assert f"<bdi>{name} L.</bdi></a>" in said
        assert f"\u2068{name} L.\u2069" in said, "in the awards and the reasons"
    assert f"<h1><bdi>{ADINA} L.</bdi></h1>" in read("entrant", 1)


def test_the_desk_keeps_names_apart_from_numbers_too(client, level, judge_user):
    client.force_login(judge_user)
    first = level.entrants.get(player__number=1)
    penalty_actions.give(by=judge_user, event=level, entrant=first, points=4, reason="Talked.")
    kept_apart = f"1 \u2068{ADINA} Lund\u2069"
    given = penalty_actions.Penalty.objects.get()
    assert f">{kept_apart}</th>" in client.get(reverse("penalties", args=["spring"])).content.decode()
    assert f"{kept_apart} lost" in client.get(reverse("penalty-lift", args=["spring", given.pk])).content.decode()


def test_files_and_programs_get_names_without_marks(client, level):
    for address in (
        reverse("api-standings", args=["spring"]) + "?grade=3",
        reverse("division-file", args=["spring", 3, "json"]),
        reverse("division-file", args=["spring", 3, "csv"]),
    ):
        said = client.get(address).content.decode()
        assert ADINA in said, address
        assert "\u2068" not in said, address


def test_a_name_and_its_number_are_two_words(read, level, organiser):
    level.entrants.filter(player__number=15).update(status="absent")
    assert '<bdi>Ab S.</bdi></a> <span class="sub">No. 15 · <bdi>Owls</bdi></span>' in read("division", 3)


def test_points_below_0_have_a_minus_sign_on_pages_and_a_hyphen_in_files(client, read, level, judge_user):
    first = level.entrants.get(player__number=1)
    penalty_actions.give(by=judge_user, event=level, entrant=first, points=40, reason="Talked.")
    said = read("division", 3)
    assert "−30 points" in said
    for page in (said, read("entrant", 1), read("team", Team.objects.get(name="Otters").pk)):
        assert "−30" in page
        assert "-30" not in page.replace("team-30.", "")  # the address of a file, if the team has this id
    rows = client.get(reverse("division-file", args=["spring", 3, "json"])).json()["rows"]
    assert [row["points"] for row in rows] == [10, 0, -30]


def test_a_team_reads_how_many_it_is_among_as_a_player_does(read, level):
    assert "place, of 2" in read("team", Team.objects.get(name="Otters").pk)
    assert "place, of 3" in read("entrant", 1)


def test_the_legend_explains_the_signs_that_are_there(read, event, add_player, round_24, level):
    assert "= before a place" in read("division", 3)
    add_player(301, 4, first_name="Zoe")
    add_player(302, 4, first_name="Zoe")
    assert "= before a place" not in read("division", 4), "nobody has a place yet"


def test_a_day_without_a_round_needs_no_legend(read, event, add_player):
    add_player(301, 4)
    assert 'class="legend"' not in read("division", 4)


@pytest.mark.languages
def test_dates_are_those_of_the_language(client, read, level, organiser):
    made = publish(organiser, level, "frozen").shown.made_at
    month = {"es": made.strftime(f"{made.day} de "), "en": made.strftime(f"{made.day} %B")}
    for language, day in month.items():
        assert f", {day}" in read("event", language=language)


def test_records_say_how_many_more_were_found_by_one_alone(
    read, monkeypatch, round_24, add_player, hand_in, work_through
):
    monkeypatch.setattr(records, "ROWS_LISTED", 2)
    hand_in(round_24, add_player(), [(0, text) for text in (HITS, "1*2*3*4", "(4+2)*(3+1)", "4!*(3-2)^1")])
    work_through()
    said = read("records")
    assert "4 methods were found by only one player or team each." in said
    assert "And 2 more." in said


def test_a_ceremony_says_points_below_0_with_a_minus_sign(client, level, organiser, judge_user):
    first = level.entrants.get(player__number=1)
    penalty_actions.give(by=judge_user, event=level, entrant=first, points=40, reason="Talked.")
    client.force_login(organiser)
    begun = ceremony_actions.begin(by=organiser, event=level, standings=["players-3"], only_awards=False)
    ceremony_actions.move(by=organiser, event=level, position=begun.position)
    screen = flat(client.get(reverse("ceremony-screen", args=["spring"])).content.decode())
    assert "<b data-count>−30</b> points" in screen
    assert f"<bdi>{ADINA} L.</bdi>" in screen


def test_the_name_of_a_round_steers_no_other_words(organiser, round_24):
    assert rounds.change(by=organiser, round_=round_24, name="\u202e24\u00a0 Game\u2069").name == "24 Game"
