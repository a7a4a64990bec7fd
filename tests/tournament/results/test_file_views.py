"""The tables of the pages as files: the same names and numbers, under the same rules."""

import csv
import io
import json

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.crowd import crowd
from tests.tournament.making import boxes, list_methods
from tests.tournament.set_up import made_once
from tests.tournament.tied import Hall
from tournament.models import Entrant
from tournament.organiser import actions as events
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

HITS, MISSES = "(1+2+3)*4", "1+2+3+4"
FILES = [
    ("division-file", (3,)),
    ("division-teams-file", (3,)),
    ("round-file", (1,)),
    ("methods-file", (1, 3)),
]


@pytest.fixture
def read(client, event):
    def get(name: str, *args, form: str = "json", **headers):
        return client.get(reverse(name, args=[event.slug, *args, form]), headers=headers)

    return get


@pytest.fixture
@made_once
def day(round_24, add_player, hand_in, work_through):
    """Two players of a team, one of them with a hit; a third who withdrew."""
    hand_in(round_24, add_player(7, 3, "Owls", first_name="=Ada", last_name="Quillfeather"), [(0, HITS)])
    hand_in(round_24, add_player(8, 3, "Owls", first_name="Ben", last_name="Quillfeather"), [(0, MISSES)])
    gone = add_player(9, 3, first_name="Cy", last_name="Quillfeather")
    Entrant.objects.filter(pk=gone.pk).update(status="disqualified")
    work_through()
    return round_24


def test_a_decided_tie_is_explained_in_the_remark(read, event, organiser, round_24, add_player, hand_in, work_through):
    hall = Hall(event, organiser, hand_in, work_through)
    hand_in(round_24, add_player(7, first_name="Ada"), [(0, HITS)])
    hand_in(round_24, add_player(8, first_name="Ben"), [(0, HITS)])
    work_through()
    assert [row["remark"] for row in read("division-file", 3).json()["rows"]] == ["", ""]
    game = hall.play(hall.draw(), (1, 3))
    loser, winner = (f"{each.player.first_name} L." for each in (game.first, game.second))
    first, second = read("division-file", 3).json()["rows"]
    assert (first["name"], first["remark"]) == (winner, f"won the tiebreaker against {loser} 3 : 1")
    assert second["remark"] == ""


def test_a_standing_says_places_names_and_points_round_by_round(read, day):
    first, second, apart = read("division-file", 3).json()["rows"]
    rounds = [{"round": 1, "name": "24 Game", "points": 10}]
    assert first == {
        "place": 1,
        "number": 7,
        "name": "=Ada Q.",
        "team": "Owls",
        "rounds": rounds,
        "points": 10,
        "provisional": False,
        "remark": "",
    }
    assert (second["place"], second["points"]) == (2, 0)
    assert (apart["place"], apart["remark"]) == (None, "not ranked")


def test_a_spreadsheet_gets_the_same_table(read, day):
    rows = list(csv.reader(io.StringIO(read("division-file", 3, form="csv").content.decode("utf-8-sig"))))
    assert rows[0] == ["Place", "No.", "Player", "Team", "24 Game", "Total", "Provisional", "Remark"]
    assert rows[1] == ["1", "7", "'=Ada Q.", "Owls", "10", "10", "", ""]
    book = load_workbook(io.BytesIO(read("division-file", 3, form="xlsx").content))
    assert [cell.value for cell in book.active[2]] == [1, 7, "=Ada Q.", "Owls", 10, 10, None, None]


def test_a_team_has_its_members_and_what_each_brings(read, day, add_player):
    gone = add_player(10, 4, "Owls", first_name="Di", last_name="Quillfeather")
    Entrant.objects.filter(pk=gone.pk).update(status="disqualified")
    team = gone.player.team_id
    rows = read("team-file", team).json()["rows"]
    assert [(row["number"], row["name"], row["grade"], row["points"], row["remark"]) for row in rows] == [
        (7, "=Ada Q.", 3, 10, ""),
        (8, "Ben Q.", 3, 0, ""),
        (10, "Di Q.", 4, 0, "points not counted"),
        (None, "Owls", None, 10, "Team"),
    ]
    assert [each["points"] for each in rows[-1]["rounds"]] == [10]
    assert read("team-file", team, form="csv")["Content-Disposition"].endswith(f'spring-team-{team}.csv"')
    assert read("team-file", 10**9).status_code == 404


def test_teams_and_rounds_have_theirs(read, day):
    (owls,) = read("division-teams-file", 3).json()["rows"]
    assert (owls["name"], owls["points"], owls["place"]) == ("Owls", 10, 1)
    rows = read("round-file", 1).json()["rows"]
    assert [(row["grade"], row["place"], row["name"], row["points"]) for row in rows] == [
        (3, 1, "=Ada Q.", 10),
        (3, 2, "Ben Q.", 0),
    ]


def test_a_round_of_teams_names_teams(read, add_round, add_player, hand_in, work_through):
    grid = add_round("dmas", boxes((tuple(range(1, 10)), 13)))
    add_player(1, 3, "Owls")
    hand_in(grid, Entrant.objects.get(team__name="Owls"), [(0, "3*4+1")])
    work_through()
    said = read("round-file", 1).json()
    assert (said["kind"], said["rows"][0]["name"]) == ("teams", "Owls")


def test_methods_are_said_as_they_were_written_and_what_nobody_found_with_none(
    read, judge_user, round_24, entrant, hand_in, work_through
):
    (line,) = hand_in(round_24, entrant, [(0, "-(1-5)...")])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="Read at the table.")
    work_through()
    list_methods()
    first, *others = read("methods-file", 1, 3).json()["rows"]
    assert (first["question"], first["method"], first["found_by"]) == ("Set 1", "-(1-5)...", 1)
    assert {row["found_by"] for row in others} == {0}
    assert "'-(1-5)...,1" in read("methods-file", 1, 3, form="csv").content.decode()


def test_no_more_of_a_name_is_said_than_on_the_page(read, event, organiser, day):
    events.change(by=organiser, event=event, public_names="number")
    for name, args in FILES:
        for form in ("csv", "json"):
            text = read(name, *args, form=form).content.decode()
            assert "Ada" not in text, name
            assert "Quillfeather" not in text, name


@pytest.mark.parametrize("name, args", FILES)
@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_who_has_the_file_is_told_that_nothing_has_changed(read, day, name, args, form):
    first = read(name, *args, form=form)
    assert first.status_code == 200
    assert first["Content-Disposition"].startswith('attachment; filename="spring-')
    assert first["Content-Disposition"].endswith(f'.{form}"')
    again = read(name, *args, form=form, if_none_match=first["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name, args", FILES)
def test_a_hidden_event_hides_its_files(read, event, organiser, day, name, args):
    events.publish(by=organiser, event=event, visibility="hidden")
    assert read(name, *args).status_code == 404


@pytest.mark.parametrize("name, args", [("round-file", (1,)), ("methods-file", (1, 3))])
@pytest.mark.parametrize("status", ["planned", "open"])
def test_a_round_still_to_be_played_has_no_file(read, add_round, name, args, status):
    add_round("twenty_four", boxes(*[((1, 2, 3, at), 24) for at in (4, 5, 6)]), status=status)
    assert read(name, *args).status_code == 404


def test_what_is_not_there_has_no_file(read, client, event, day):
    assert read("division-file", 12).status_code == read("round-file", 9).status_code == 404
    assert client.get(f"/events/{event.slug}/grade-3.exe").status_code == 404


@pytest.mark.parametrize(
    "name, args", [("division", (3,)), ("division-teams", (3,)), ("round", (1,)), ("methods", (1, 3))]
)
def test_each_page_links_its_files(client, event, day, name, args):
    text = client.get(reverse(name, args=[event.slug, *args])).content.decode()
    for form in ("csv", "xlsx", "json"):
        assert reverse(f"{name}-file", args=[event.slug, *args, form]) in text


@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize("name, args, queries", [("division-file", (3,), 10), ("round-file", (1,), 9)])
def test_files_take_the_same_queries_for_one_player_and_for_ten(
    read, event, organiser, round_24, django_assert_num_queries, count, name, args, queries
):
    crowd(event, [round_24], organiser, count)
    with django_assert_num_queries(queries):
        assert len(json.loads(read(name, *args).content)["rows"]) == count
