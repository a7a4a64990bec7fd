"""docs/permissions.md says who gets in where, for every address, method and role. It is written from the answers that
each person gets:

    make permissions

A new address fails this test until its rows are in the document.
"""

import os
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.tournament.hall import PEOPLE, Hall, make_hall
from tests.tournament.web.test_permissions import ADDRESSES, outcome
from tournament.models import User

DOCUMENT = Path(__file__).parents[3] / "docs" / "permissions.md"
METHODS = ("get", "post")
HEAD = """# Who gets in where

`make permissions` writes this page from the answers of the site; a test compares the two. The event is hidden here, so
its public pages are closed to the public too. The last column is an organiser of another event.

*yes*: the page is shown or the button works. *sign in*: sent to sign in first. A number is the status of the refusal:
401 and 403 may not, 404 nothing is there for this person. No row: no such method. `/readyz` is for everybody; it says
503 here because no worker runs.

| address | method | visitor | volunteer | judge | organiser | outsider |
|---|---|---|---|---|---|---|
"""


@pytest.fixture
def hall(event, organiser, judge_user, volunteer, add_player, round_24, hand_in) -> Hall:
    people = {"organiser": organiser, "judge": judge_user, "volunteer": volunteer}
    return make_hall(event, people, add_player, round_24, hand_in)


def routes(patterns: list, before: str = "") -> dict[str, str]:
    """{name: the address as urlpatterns write it}"""
    found: dict[str, str] = {}
    for pattern in patterns:
        here = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver) and pattern.namespace != "admin":
            found |= routes(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern):
            found[str(pattern.name)] = "/" + here
    return found


def answer(client, hall: Hall, name: str, method: str) -> str:
    """What the person who is signed in gets; what it changed is taken back."""
    arguments = {key: hall.ids.get(value, value) for key, value in ADDRESSES[name][1].items()}
    address = reverse(name, kwargs=arguments)
    is_json = ADDRESSES[name][2] == "json"
    body = {"keying": hall.ids["keying"], "box": 0, "text": "1", "lines": []}
    with transaction.atomic():
        sent = {"data": body, "content_type": "application/json"} if is_json and method == "post" else {}
        response = getattr(client, method)(address, **sent)
        transaction.set_rollback(True)
    if response.status_code == 405:
        return "405"
    return shown(outcome(response))


def answers_to(client, hall: Hall, person: str) -> dict[tuple[str, str], str]:
    """{(name, method): what the person gets}"""
    client.logout()
    if user := hall.people[person]:
        client.force_login(User.objects.get(pk=user.pk))
    signed_in, found = client.cookies.output(header="", sep=";"), {}
    for name in ADDRESSES:
        for method in METHODS:
            client.cookies = SimpleCookie(signed_in)  # one of the addresses signs out
            found[name, method] = answer(client, hall, name, method)
    return found


def table(found: dict[str, dict[tuple[str, str], str]]) -> str:
    """The document, from what each person gets."""
    rows = []
    for name, route in sorted(routes(get_resolver().url_patterns).items(), key=lambda row: row[1]):
        for method in METHODS:
            answers = [found[person][name, method] for person in PEOPLE]
            if "405" not in answers:
                rows.append(f"| `{route}` | {method.upper()} | {' | '.join(answers)} |")
    return HEAD + "\n".join(rows) + "\n"


def unexpected(found: dict[str, dict[tuple[str, str], str]]) -> dict[tuple[str, str], str]:
    """{(name, person): what they get}, where ADDRESSES has something else. Who is told that there is no such method is in."""
    wrong = {}
    for name, (guard, _arguments, method) in ADDRESSES.items():
        for person in PEOPLE:
            got = found[person][name, "post" if method == "json" else method].replace("405", "yes")
            if got != shown(getattr(guard, person)):
                wrong[name, person] = got
    return wrong


def shown(got: str | int) -> str:
    return {"in": "yes", "sign-in": "sign in"}.get(str(got), str(got))


@pytest.mark.one_database
def test_each_person_gets_in_where_they_belong_and_the_document_says_so(hall, client):
    found = {person: answers_to(client, hall, person) for person in PEOPLE}
    document = table(found)
    if os.environ.get("WRITE_PERMISSIONS"):
        DOCUMENT.write_text(document)
    assert unexpected(found) == {}
    missing = set(document.splitlines()) ^ set(DOCUMENT.read_text().splitlines())
    assert not missing, "run `make permissions` and read what has changed"
    assert DOCUMENT.read_text() == document
