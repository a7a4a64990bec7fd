"""docs/permissions.md says who gets in where, for every address, method and role. It is written from the answers that
each person gets:

    make permissions

A new address fails this test until its rows are in the document. In the suite each of the four others is asked a
quarter of the addresses, and the organiser none: test_permissions.py asks every address as the organiser, on
PostgreSQL. What nobody was asked is compared with the table of test_permissions.py. `make permissions` and
`make drill ARGS=laws` ask everybody everything.
"""

import os
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.laws import MANY, some
from tests.tournament.hall import PEOPLE, Hall, make_hall
from tests.tournament.web.test_permissions import ADDRESSES, body_for, outcome
from tournament.models import User

DOCUMENT = Path(__file__).parents[3] / "docs" / "permissions.md"
METHODS = ("get", "post")
Found = dict[str, dict[tuple[str, str], str]]  # {person: {(name, method): what they get}}
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
    body = body_for(hall, name)
    with transaction.atomic():
        sent = {"data": body, "content_type": "application/json"} if is_json and method == "post" else {}
        response = getattr(client, method)(address, **sent)
        transaction.set_rollback(True)
    return "405" if response.status_code == 405 else shown(outcome(response))


def answers_to(client, hall: Hall, person: str, names: list[str], no_method: set[tuple[str, str]]):
    """{(name, method): what the person gets} at these addresses. Adds to `no_method` where there is no such method,
    which others need not be asked about."""
    client.logout()
    if user := hall.people[person]:
        client.force_login(User.objects.get(pk=user.pk))
    signed_in, found = client.cookies.output(header="", sep=";"), {}
    for name in names:
        expected = ADDRESSES[name][2]
        for method in METHODS:
            if (name, method) in no_method:
                found[name, method] = "405"
                continue
            client.cookies = SimpleCookie(signed_in)  # one of the addresses signs out
            found[name, method] = answer(client, hall, name, method)
            if found[name, method] == "405" and method != expected.replace("json", "post"):
                no_method.add((name, method))
    return found


def cells(written: str) -> Found:
    """What the document has, as `answers_to` gives it."""
    rows = {tuple(row.split(" | ")[:2]): row.removesuffix(" |").split(" | ")[2:] for row in written.splitlines()}
    found: Found = {person: {} for person in PEOPLE}
    for name, route in routes(get_resolver().url_patterns).items():
        for method in METHODS:
            for person, cell in zip(PEOPLE, rows.get((f"| `{route}`", method.upper()), ()), strict=False):
                found[person][name, method] = cell
    return found


def table(found: Found) -> str:
    """The document, from what each person gets."""
    rows = []
    for name, route in sorted(routes(get_resolver().url_patterns).items(), key=lambda row: row[1]):
        for method in METHODS:
            answers = [found[person].get((name, method), "405") for person in PEOPLE]
            if "405" not in answers:
                rows.append(f"{' | '.join((f'| `{route}`', method.upper(), *answers))} |")
    return HEAD + "\n".join(rows) + "\n"


def unexpected(found: Found) -> dict[tuple[str, str], str]:
    """{(name, person): what they get}, where ADDRESSES has something else. A person who is told that there is no such
    method is in."""
    wrong = {}
    for name, (guard, _arguments, method) in ADDRESSES.items():
        for person in PEOPLE:
            got = found[person].get((name, "post" if method == "json" else method), "no row")
            if got.replace("405", "yes") != shown(getattr(guard, person)):
                wrong[name, person] = got
    return wrong


def shown(got: str | int) -> str:
    return {"in": "yes", "sign-in": "sign in"}.get(str(got), str(got))


@pytest.mark.sampled
@pytest.mark.one_database
def test_each_person_gets_in_where_they_belong_and_the_document_says_so(hall, client):
    writes, written, no_method = "WRITE_PERMISSIONS" in os.environ, DOCUMENT.read_text(), set()
    others = [each for each in PEOPLE if each != "organiser"]
    asked = {each: list(ADDRESSES) if writes else some(ADDRESSES, of=4, at=at) for at, each in enumerate(others)}
    if writes or MANY:
        asked = {"organiser": list(ADDRESSES)} | asked  # first who gets in nearly everywhere
    found = cells("" if writes else written)
    for person, names in asked.items():
        found[person] |= answers_to(client, hall, person, names, no_method)
    document = table(found)
    if writes:
        DOCUMENT.write_text(written := document)
    assert unexpected(found) == {}
    missing = set(document.splitlines()) ^ set(written.splitlines())
    assert not missing, "run `make permissions` and read what has changed"
    assert written == document
