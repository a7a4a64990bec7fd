"""The public export: what the pages show, nobody who worked behind them, and the same bytes each time."""

import datetime
import json
import re

import jsonschema_rs
import pytest
from django.urls import reverse

from tests.tournament.crowd import crowd
from tests.tournament.exports.counting import SCHEMA, recount
from tests.tournament.making import boxes, publish
from tournament.accounts import actions as people
from tournament.exports import public
from tournament.models import Event, Role, Submission
from tournament.organiser import actions as events
from tournament.roster import actions as roster
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


def exported(event: Event) -> dict:
    return json.loads(public.document(event))


@pytest.fixture
def played(event, round_24, add_player, hand_in, work_through, judge_user) -> Event:
    """Two players of one team; three lines, one of them ruled in, one illegible."""
    hand_in(round_24, add_player(101, team="Otters"), [(0, "1*2*3*4"), (0, "(1+2+3)*4"), (1, "?", "illegible")])
    hand_in(round_24, add_player(102, team="Otters"), [(0, "√9!"), (0, "1+2")])
    work_through()
    line = Submission.objects.get(text="√9!")
    rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="As on the paper.")
    work_through()
    event.refresh_from_db()
    return event


def test_a_paper_says_what_was_written_what_it_counts_as_and_what_it_brought(played):
    first, second = exported(played)["papers"]
    assert (first["entrant"], first["points"], first["provisional"]) == (101, 20, True)
    assert [(line["text"], line["mark"], line["points"]) for line in first["lines"]] == [
        ("1*2*3*4", "written", 10),
        ("(1+2+3)*4", "written", 10),
        ("?", "illegible", 0),
    ]
    assert first["lines"][0]["verdict"] == {
        "outcome": "accepted",
        "value": "24",
        "on_target": True,
        "distance_up": "0",
        "method_label": first["lines"][0]["verdict"]["method_label"],
    }
    assert second["lines"][0]["ruling"] == {
        "number": 1,
        "counts_as": "value",
        "value": "24",
        "reason": "As on the paper.",
    }
    assert second["lines"][1]["verdict"] == {"outcome": "refused"}


def test_standings_have_places_and_points_round_by_round(played):
    players, teams = (each for each in exported(played)["standings"] if each["grade"] == 3)
    assert [(each["number"], each["place"], each["shared"], each["total"]) for each in players["entries"]] == [
        (101, 1, False, 20),
        (102, 2, False, 10),
    ]
    assert [(each["team"], each["total"], each["rounds"]) for each in teams["entries"]] == [
        ("Otters", 30, [{"round": 1, "points": 30, "provisional": True}])
    ]


def test_its_parts_are_what_the_api_answers(played, client):
    document = exported(played)
    assert document["event"].items() <= client.get(reverse("api-event", args=["spring"])).json().items()
    for standing in document["standings"]:
        asked = {"grade": standing["grade"], "kind": standing["kind"]}
        answer = client.get(reverse("api-standings", args=["spring"]), asked).json()
        for name in ("entries", "not_ranked"):
            for row, answered in zip(standing[name], answer[name], strict=True):
                assert row.items() <= answered.items()
    players = [each["number"] for standing in document["standings"] for each in standing["entries"] if each["number"]]
    assert players == [101, 102]


def test_an_event_with_nothing_in_it_is_what_its_schema_says(organiser):
    bare = events.create(by=organiser, name="Bare", slug="bare", held_on=datetime.date(2026, 6, 1), grades=[3])
    jsonschema_rs.validate(SCHEMA, exported(Event.objects.get(pk=bare.pk)))


def test_nobody_who_typed_judged_or_ruled_is_named(played, organiser):
    people.give_role(by=organiser, event=played, username="quentin", role=Role.JUDGE, full_name="Quentin Quill")
    text = public.document(played).decode()
    words = set(re.findall(r"\w+", text.lower()))
    assert (
        words & {"vera", "jude", "ora", "quentin", "quill", "typed_by", "given_by", "keyer", "email", "lund"} == set()
    )
    assert '"name":"Ada L. (' in text


def test_names_are_numbers_where_the_event_says_so(played, organiser):
    events.change(by=organiser, event=played, public_names="number")
    text = public.document(Event.objects.get()).decode()
    assert '"name":"No. 101"' in text
    assert "Ada" not in text


def test_withdrawn_and_disqualified_are_not_told_apart(played, organiser, add_player):
    for number, status in ((103, "withdrawn"), (104, "disqualified"), (105, "absent")):
        roster.set_status(by=organiser, entrant=add_player(number), status=status, why="Asked for it.")
    document = exported(played)
    assert {each["number"]: each["status"] for each in document["players"]} == {
        101: "present",
        102: "present",
        103: "not_ranked",
        104: "not_ranked",
        105: "absent",
    }
    assert [each["number"] for each in document["standings"][0]["not_ranked"]] == [105, 103, 104]


@pytest.mark.parametrize("status", ["planned", "open"])
def test_what_contestants_have_before_them_is_not_in_it(played, add_round, status):
    add_round("hit_the_target", boxes(((7, 7, 7, 9), 31), ((2, 3, 4, 5), 14), ((1, 1, 2, 2), 4)), status=status)
    document = exported(played)
    assert document["rounds"][1] == {
        "position": 2,
        "name": "Hit the Target",
        "format": "hit_the_target",
        "status": status,
        "tiebreaker": False,
        "counts": False,
        "edition": None,
        "settings": None,
    }
    assert {each["round"] for each in document["puzzles"]} == {1}
    assert "31" not in json.dumps(document["puzzles"])


def test_a_paper_that_waits_for_the_worker_says_so_and_shows_no_verdict(event, round_24, add_player, hand_in):
    hand_in(round_24, add_player(101), [(0, "1*2*3*4")])
    assert exported(event)["papers"] == [
        {
            "round": 1,
            "entrant": 101,
            "waiting": True,
            "provisional": True,
            "lines": [{"sheet_number": 1, "box": 0, "text": "1*2*3*4", "mark": "written"}],
        }
    ]


def test_the_same_record_gives_the_same_bytes(played):
    assert public.document(played) == public.document(Event.objects.get(pk=played.pk))


@pytest.mark.parametrize("count", [1, 50])
def test_the_queries_do_not_grow_with_the_papers(event, round_24, volunteer, count, django_assert_num_queries):
    crowd(event, [round_24], volunteer, count)
    with django_assert_num_queries(54):
        public.document(Event.objects.get())


# The address beside the public pages


def test_whoever_has_it_already_gets_304_until_something_is_decided(played, client, organiser):
    address = reverse("event-export", args=["spring"])
    first = client.get(address)
    assert (first.status_code, json.loads(first.content)) == (200, exported(played))
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    events.change(by=organiser, event=played, name="Autumn Day")
    after = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (after.status_code, after["ETag"] == first["ETag"]) == (200, False)


def test_the_etag_moves_with_what_the_worker_does(event, round_24, add_player, hand_in, work_through, client):
    address, seen = reverse("event-export", args=["spring"]), []
    for step in (lambda: hand_in(round_24, add_player(101), [(0, "1*2*3*4")]), work_through):
        step()
        seen.append(client.get(address)["ETag"])
    assert seen[0] != seen[1]


def test_a_hidden_event_has_no_export_for_the_public(played, client, organiser, judge_user):
    events.publish(by=organiser, event=played, visibility="hidden")
    address = reverse("event-export", args=["spring"])
    assert client.get(address).status_code == 404
    client.force_login(judge_user)
    assert client.get(address).status_code == 200


def test_an_event_is_counted_again_from_what_the_api_answers_without_a_token(played, organiser, client):
    """The address in the list of `/api/v1/` leads to the file; its standing is the one that the API answers alone."""
    publish(organiser, played, "provisional")
    listed = {each["name"]: each["uri"] for each in client.get("/api/v1/").json()["addresses"]}
    given = client.get(listed["export"].format(slug=played.slug), follow=True).json()
    counted = recount(given)
    assert (counted.wrong, counted.done["papers"]) == ([], 2)
    alone = client.get(f"/api/v1/events/{played.slug}/standings/?grade=3").json()
    standing = next(each for each in given["standings"] if (each["grade"], each["kind"]) == (3, "players"))
    for told, entry in zip(alone["entries"], standing["entries"], strict=True):
        assert {name: told[name] for name in entry} == entry
