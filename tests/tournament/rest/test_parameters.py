"""Query parameters of the API: those that the schema names, and no others."""

import re

import pytest
from django.urls import resolve

from tests.tournament.api.schema import schema

EVENT = "/api/v1/events/spring"


@pytest.mark.parametrize(
    ("address", "known"),
    [
        ("players/?tema=Otters", "cursor, expand, grade, limit, search, status, team"),
        ("players/101/?grade=3", "expand"),
        ("settings/?expand=x", "no parameters"),
        ("changes/?after=3", "since"),
        ("standings/?grade=3&knd=team", "grade, kind"),
        ("access/?format=json", "no parameters"),
    ],
)
def test_a_parameter_that_an_address_does_not_have_is_refused_with_those_it_has(program, add_player, address, known):
    add_player(101)
    refused = program("get", f"{EVENT}/{address}", **{"Accept-Language": "en"})
    assert (refused.status_code, refused["Content-Type"]) == (400, "application/problem+json")
    (error,) = refused.json()["errors"]
    assert error["place"] == re.findall(r"[?&](\w+)=", address)[-1]
    assert known in error["detail"]


def test_a_write_has_no_parameters(program):
    assert program("post", f"{EVENT}/players/?limit=3", {}).json()["errors"][0]["place"] == "limit"


def test_the_schema_names_every_parameter_that_is_taken(db):
    paths = schema()["paths"]
    for path, operations in paths.items():
        callback = resolve(re.sub(r"{(\w+)}", lambda part: UUID if part[1] == "key" else "1", path)).func
        for method, operation in operations.items():
            view = callback.cls(**getattr(callback, "initkwargs", {}))
            view.action = getattr(callback, "actions", {}).get(method)
            named = {each["name"] for each in operation.get("parameters", ()) if each["in"] == "query"}
            assert view.known_parameters() == named, (method, path)


UUID = "00000000-0000-0000-0000-000000000000"
