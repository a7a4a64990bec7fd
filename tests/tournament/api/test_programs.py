"""What a program finds that knows nothing yet: the index, who it acts for, the schema, and refusals it can read."""

import json
import re
from pathlib import Path

import jsonschema_rs
import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from drf_spectacular import validation

from tests.tournament.api.schema import schema
from tests.tournament.making import make_token
from tournament.guides.rendering import FOLDER
from tournament.models import ApiToken, Event, Scope
from tournament.rest.throttles import TokenThrottle
from tournament.web.permissions import CAPABILITIES, MEANINGS

PROBLEM = {"type", "title", "status", "code", "detail", "errors"}


@pytest.fixture
def program(organiser, event):
    """A client with a token of the organiser, for this event."""
    cache.clear()
    return Client(headers={"Authorization": f"Bearer {make_token(organiser, 'read', 'type', event=event)}"})


def test_the_index_has_every_address_of_the_schema(program):
    index = program.get("/api/v1/").json()
    methods = {each["uri"].replace("{pk}", "{id}"): each["methods"] for each in index["addresses"]}
    assert methods["/api/v1/events/{slug}/players/"] == ["GET", "POST"]
    assert methods["/api/v1/events/{slug}/players/{number}/status/"] == ["POST"]
    of_schema = {uri: sorted(map(str.upper, operations)) for uri, operations in schema()["paths"].items()}
    assert {uri: sorted(methods[uri]) for uri in of_schema} == of_schema
    assert methods.keys() - of_schema.keys() == {
        "/api/v1/schema/",
        "/api/v1/docs/",
        "/api/v1/events/{slug}/export/",  # leads to the file
    }
    assert {program.get(index[link]).status_code for link in ("guide", "documentation", "schema")} == {200}


def test_the_schema_is_complete_and_valid_without_a_warning():
    """By the rules of `spectacular --validate`, which takes 9 s for them."""
    rules = json.loads((Path(validation.__file__).parent / "openapi_3_1_schema.json").read_text())
    assert [str(error) for error in jsonschema_rs.validator_for(rules).iter_errors(schema())] == []


def test_operations_are_named_after_their_subject():
    operations = [each for operations in schema()["paths"].values() for each in operations.values()]
    names = [each["operationId"] for each in operations]
    assert len(set(names)) == len(names)
    assert {"players_list", "players_status", "standings_retrieve", "events_retrieve"} <= set(names)
    assert all(
        name.startswith(each["tags"][0].replace("-", "_"))
        for name, each in zip(names, operations, strict=True)
        if name != "root_retrieve"
    )


def test_a_program_reads_who_it_acts_for(program, organiser):
    me = program.get("/api/v1/me/").json()
    assert (me["person"], me["events"][0]["event"], me["events"][0]["roles"]) == ("ora", "spring", ["organiser"])
    assert (me["token"]["name"], me["token"]["event"]) == ("A program", "spring")


def test_access_says_what_a_token_reads_and_writes(program, client, organiser, event):
    answer = program.get("/api/v1/events/spring/access/").json()
    assert (answer["roles"], answer["token"]["scopes"]) == (["organiser"], ["read", "type"])
    assert ("run" in answer["reads"], answer["writes"]) == (True, ["custody", "dispute", "door", "key"])
    client.force_login(organiser)
    answer = client.get("/api/v1/events/spring/access/").json()
    assert (answer["reads"] == answer["writes"], answer["token"]) == (True, None)
    event.archived_at = timezone.now()
    event.save()
    assert client.get("/api/v1/events/spring/access/").json()["writes"] == []


@pytest.mark.parametrize(
    ("method", "address", "headers", "status"),
    [
        ("GET", "/api/v1/none/", {}, 404),
        ("GET", "/api/v1/events/spring/players/x/", {}, 404),
        ("GET", "/api/v1/events/spring/players/?status=%00", {}, 400),
        ("PUT", "/api/v1/events/spring/players/", {}, 405),
        ("GET", "/api/v1/events/spring/players/", {"Accept": "text/html"}, 406),
        ("POST", "/api/v1/events/spring/players/", {}, 415),
    ],
)
def test_whatever_is_refused_below_api_is_problem_details(client, organiser, event, method, address, headers, status):
    client.force_login(organiser)
    answer = client.generic(method, address, "x" if method == "POST" else "", "text/plain", headers=headers)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")
    assert answer.json().keys() == PROBLEM


def test_every_answer_to_a_token_says_what_is_left_of_its_limit(program, monkeypatch):
    monkeypatch.setattr(TokenThrottle, "most", 2)
    addresses = ["/api/v1/me/", reverse("api-formats"), "/api/v1/me/"]
    answers = [program.get(address) for address in addresses]
    assert [each.status_code for each in answers] == [200, 200, 429]
    assert [each["RateLimit-Remaining"] for each in answers] == ["1", "0", "0"]
    assert int(answers[2]["Retry-After"]) <= 30 < int(answers[2]["RateLimit-Reset"]) <= 60
    assert "RateLimit-Limit" not in Client().get(reverse("api-formats"))
    assert ApiToken.objects.get().last_used_at


def test_the_documentation_has_nothing_inline(client, db):
    page = client.get("/api/v1/docs/").content.decode()
    assert len(re.findall(r"<script [^>]*src=[^>]*></script>", page)) == page.count("<script") == 3
    assert "<style" not in page


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_a_token_reads_what_is_public_too(program):
    """Its use and its request are written, and the answer is read from one state that is only read."""
    assert program.get("/api/v1/formats/").status_code == 200


def test_without_a_token_the_public_events_are_listed_and_no_others(organiser, event, client):
    Event.objects.create(name="Hidden", slug="hidden", held_on=event.held_on, visibility="hidden")
    event.visibility = "provisional"
    event.save()
    assert [each["slug"] for each in client.get("/api/v1/events/").json()["results"]] == ["spring"]
    assert client.post("/api/v1/events/", {}, "application/json").status_code == 401


def test_the_page_explains_each_capability_and_scope():
    guide = (FOLDER / "api.md").read_text(encoding="utf-8")
    assert [name for name in (*MEANINGS, *Scope.values) if f"| `{name}` |" not in guide] == []
    assert {name for able in CAPABILITIES.values() for name in able} == MEANINGS.keys()
