"""The results as JSON, for whoever wants to show them elsewhere."""

import json

import pytest
from django.urls import reverse

from judging.games.formats import FORMATS
from judging.language.functions.table import FUNCTIONS
from tests.tournament.api.schema import schema
from tests.tournament.crowd import crowd
from tournament.api.api import document
from tournament.exports import public
from tournament.models import Result
from tournament.organiser import actions as events
from tournament.rest.throttles import PublicThrottle

pytestmark = pytest.mark.django_db

HITS, MISSES = "(1+2+3)*4", "1+2+3+4"


@pytest.fixture(autouse=True)
def unasked(settings):
    """Nobody has asked yet: what counts requests begins anew."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through):
    entrant = add_player(117, 3, "Owls", first_name="Ada", last_name="Lund")
    hand_in(round_24, entrant, [(0, HITS), (0, MISSES)])
    add_player(118, 3, first_name="Ben", last_name="Moe")
    work_through()
    return entrant


def standings(event) -> str:
    return reverse("api-standings", args=[event.slug])


def test_an_event_lists_its_grades_and_rounds(client, event, day):
    answer = client.get(reverse("api-event", args=[event.slug])).json()
    assert answer["grades"][0] == {"grade": 3, "name": "Grade 3", "players": 2, "teams": 1}
    assert answer["rounds"] == [
        {"position": 1, "name": "24 Game", "format": "twenty_four", "status": "marking", "tiebreaker": False}
    ]


def test_standings_have_places_points_by_round_and_public_names(client, event, day):
    answer = client.get(standings(event), {"grade": 3}).json()
    ada, ben = answer["entries"]
    assert (ada["place"], ada["number"], ada["name"], ada["total"]) == (1, 117, "Ada L.", 10)
    assert ada["rounds"] == [{"round": 1, "points": 10, "provisional": False}]
    assert (ben["place"], ben["rounds"][0]["points"], ben["team"]) == (2, None, "")
    assert (answer["kind"], answer["visibility"], answer["provisional"]) == (
        "players",
        "provisional",
        False,
    )


def test_standings_of_teams(client, event, day):
    (owls,) = client.get(standings(event), {"grade": 3, "kind": "teams"}).json()["entries"]
    assert (owls["name"], owls["number"], owls["total"]) == ("Owls", None, 10)


def test_a_round_has_what_was_asked_and_what_it_brought(client, event, day):
    third = client.get(reverse("api-round", args=[event.slug, 1])).json()["grades"][0]
    asked = {"label": "Set 1", "numbers": [1, 2, 3, 4], "target": "24", "target_float": 24.0, "void": False}
    assert third["boxes"][0] == asked
    assert [entry["total"] for entry in third["entries"]] == [10]
    assert third["missing"] == 1


def test_a_player_has_every_line_and_why(client, event, day):
    answer = client.get(reverse("api-player", args=[event.slug, 117])).json()
    assert (answer["name"], answer["grade"], answer["place"]) == ("Ada L.", 3, 1)
    hit, miss = answer["papers"][0]["boxes"][0]["lines"]
    assert (hit["text"], hit["state"], hit["points"], hit["value"]) == (HITS, "on_target", 10, "24")
    document = json.loads(public.document(event))
    (paper,) = document["papers"]
    assert [line["verdict"] for line in paper["lines"]] == [hit["verdict"], miss["verdict"]]
    assert miss["why"] == ["Target 24 missed by 14: 0 points"]
    worth = {"code": "points", "facts": {"count": 0}}
    facts = {"value": "10", "target": "24", "distance": "14", "worth": worth}
    assert miss["notes"] == [{"code": "missed_by", "facts": facts}]


def test_sentences_are_english_with_their_code_and_facts_beside_them(client, event, day):
    answer = client.get(standings(event), {"grade": 3}, headers={"accept-language": "es"}).json()
    ada, ben = answer["entries"]
    assert ada["why"] == "Ada L. has 10 points and Ben M. has 0 points."
    assert (ada["why_message"]["code"], ada["why_message"]["facts"]["below"]) == ("place_more", "Ben M.")
    assert (ben["why"], ben["why_message"]) == ("", None)
    first = answer["awards"][0]
    assert first["sentence"] == "Ada L. has 1st place with 10 points."
    assert (first["message"]["code"], first["message"]["facts"]["name"]) == ("award_given", "Ada L.")


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("query", "status", "names"),
    [
        ({}, 400, ["grade"]),
        ({"grade": "x", "kind": "school"}, 400, ["grade", "kind"]),
        ({"grade": "9" * 5000}, 400, ["grade"]),
        ({"grade": "12"}, 404, []),
    ],
)
def test_a_question_that_makes_no_sense_is_told_what_is_wrong(client, event, query, status, names):
    answer = client.get(standings(event), query)
    assert answer.status_code == status
    assert [error["place"] for error in answer.json()["errors"]] == names
    if names:
        assert answer.json()["detail"] == "Some of what you ask for is missing or wrong."


def test_a_hidden_event_is_not_there_for_outsiders(client, event, organiser, day, volunteer, judge_user):
    events.publish(by=organiser, event=event, visibility="hidden")
    question = standings(event) + "?grade=3"
    assert client.get(question).status_code == 404
    client.force_login(volunteer)
    assert client.get(question).status_code == 404
    client.force_login(judge_user)
    assert client.get(question).status_code == 200


def test_nobody_writes_here(client, event):
    assert client.post(standings(event), {}).status_code in {403, 405}


def test_whoever_has_the_standings_already_gets_304_until_they_change(client, event, day):
    question = standings(event) + "?grade=3"
    first = client.get(question)
    again = client.get(question, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    Result.objects.update(points=11)
    assert client.get(question, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_a_program_that_asks_without_end_is_slowed_down(client, event, monkeypatch):
    monkeypatch.setattr(PublicThrottle, "most", 2)
    statuses = [client.get(reverse("api-event", args=[event.slug])).status_code for _ in range(3)]
    assert statuses == [200, 200, 429]


def test_formats_tell_their_settings_and_presets(client):
    answer = {each["slug"]: each for each in client.get(reverse("api-formats")).json()}
    assert set(answer) == set(FORMATS)
    settings = {each["name"]: each for each in answer["twenty_four"]["settings"]}
    assert (settings["target"]["default"], settings["target"]["rule"]) == (24, "NT-24-1")
    assert answer["twenty_four"]["presets"][0]["slug"] == "three_rounds"


def test_functions_are_the_engines_own_table(client):
    answer = {each["name"]: each for each in client.get(reverse("api-functions")).json()}
    assert set(answer) == set(FUNCTIONS)
    assert (answer["factorial"]["symbols"], answer["factorial"]["fixity"]) == (["!"], "postfix")
    assert all(each["rule"] and each["example"] for each in answer.values())
    inputs = [(answer[name]["least"], answer[name]["most"], answer[name]["commutes"]) for name in ("gcd", "mod")]
    assert inputs == [(2, None, True), (2, 2, False)]


def test_the_schema_is_made_once_for_a_language_and_a_form(client):
    address, as_json = reverse("api-schema"), {"Accept": "application/json"}
    english = client.get(address)
    assert english["Content-Type"].startswith("application/vnd.oai.openapi;")
    spanish = client.get(f"{address}?lang=es", headers=as_json).json()
    made = document.cache_info().misses
    for query in ("?a=1", "?version=7", "?lang=xx", "?lang=en"):
        assert client.get(address + query).content == english.content
    assert client.get(address, headers=as_json | {"Accept-Language": "es"}).json() == spanish
    assert document.cache_info().misses == made
    assert (spanish["openapi"], spanish == schema()) == ("3.1.0", False)


@pytest.mark.parametrize("count", [1, 10])
@pytest.mark.parametrize(
    ("name", "part", "query", "queries"),
    [
        ("api-event", None, "", 6),
        ("api-standings", None, "?grade=3", 10),
        ("api-standings", None, "?grade=3&kind=teams", 10),
        ("api-round", 1, "", 9),
        ("api-player", 3000, "", 18),
    ],
)
def test_answers_take_the_same_queries_for_one_player_and_for_ten(
    client, event, organiser, round_24, django_assert_num_queries, count, name, part, query, queries
):
    crowd(event, [round_24], organiser, count)
    address = reverse(name, args=[event.slug, *([] if part is None else [part])])
    client.get(reverse("api-formats"))  # a block of requests is counted
    with django_assert_num_queries(queries):
        assert client.get(address + query).status_code == 200


def test_a_page_of_a_named_site_reads_and_never_with_a_token(client, event, settings):
    settings.CORS_ALLOWED_ORIGINS = ["https://club.example"]
    address, club = reverse("api-event", args=[event.slug]), {"Origin": "https://club.example"}
    answer = client.get(address, headers=club)
    assert answer["Access-Control-Allow-Origin"] == "https://club.example"
    assert "Access-Control-Allow-Credentials" not in answer
    asked = {"Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "authorization"}
    answer = client.options(address, headers=club | asked)
    assert answer["Access-Control-Allow-Methods"] == "GET, HEAD, OPTIONS"
    assert "authorization" not in answer["Access-Control-Allow-Headers"]
    for path, origin in ((address, "https://other.example"), ("/", "https://club.example")):
        assert "Access-Control-Allow-Origin" not in client.get(path, headers={"Origin": origin})
