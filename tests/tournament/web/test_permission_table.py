"""docs/permissions.md says who gets in where, for every address, method and role. It is written from the answers that
each person gets:

    make permissions

A new address fails this test until its rows are in the document. In the suite the organiser, who gets in nearly
everywhere, is asked each address, and of the other four each is asked a quarter, so that each address is asked of two
people; `make permissions` and `make drill ARGS=laws` ask everybody everything.
"""

import os
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from django.db import transaction
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.laws import some
from tests.tournament.guides.test_guides import help_link_leads_somewhere
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


def answer(client, hall: Hall, name: str, method: str, without_help: set[str]) -> str:
    """What the person who is signed in gets; what it changed is taken back. Adds to `without_help` the name of a page
    that is not public and has no link to a guide."""
    arguments = {key: hall.ids.get(value, value) for key, value in ADDRESSES[name][1].items()}
    address = reverse(name, kwargs=arguments)
    is_json = ADDRESSES[name][2] == "json"
    body = body_for(hall, name)
    with transaction.atomic():
        sent = {"data": body, "content_type": "application/json"} if is_json and method == "post" else {}
        response = getattr(client, method)(address, **sent)
        transaction.set_rollback(True)
    if response.status_code == 405:
        return "405"
    if method == "get" and not is_public(name) and is_page(response) and not help_link_leads_somewhere(response):
        without_help.add(name)
    return shown(outcome(response))


def is_public(name: str) -> bool:
    guard, arguments, _method = ADDRESSES[name]
    is_coachs = "token" in arguments and name.startswith("coach")
    return guard.anonymous != "sign-in" and not is_coachs


def is_page(response) -> bool:
    is_html = response.status_code == 200 and response["Content-Type"].startswith("text/html")
    return is_html and b"<html" in response.content


def answers_to(
    client, hall: Hall, person: str, names: list[str], without_help: set[str], no_method: set[tuple[str, str]]
):
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
            found[name, method] = answer(client, hall, name, method, without_help)
            if found[name, method] == "405" and method != expected.replace("json", "post"):
                no_method.add((name, method))
    return found


def table(found: Found, written: str) -> str:
    """The document, from what each person gets. Where somebody was not asked, it is as it was `written`."""
    cells = {tuple(row.split(" | ")[:2]): row.removesuffix(" |").split(" | ")[2:] for row in written.splitlines()}
    rows = []
    for name, route in sorted(routes(get_resolver().url_patterns).items(), key=lambda row: row[1]):
        for method in METHODS:
            begins = f"| `{route}`", method.upper()
            before = dict(zip(PEOPLE, cells.get(begins, ()), strict=False))
            answers = [found[person].get((name, method), before.get(person, "405")) for person in PEOPLE]
            if "405" not in answers:
                rows.append(f"{' | '.join((*begins, *answers))} |")
    return HEAD + "\n".join(rows) + "\n"


def unexpected(found: Found) -> dict[tuple[str, str], str]:
    """{(name, person): what they get}, where ADDRESSES has something else. A person who is told that there is no such
    method is in."""
    wrong = {}
    for name, (guard, _arguments, method) in ADDRESSES.items():
        for person in PEOPLE:
            asked = name, "post" if method == "json" else method
            got = found[person].get(asked, "").replace("405", "yes")
            if got and got != shown(getattr(guard, person)):
                wrong[name, person] = got
    return wrong


def shown(got: str | int) -> str:
    return {"in": "yes", "sign-in": "sign in"}.get(str(got), str(got))


@pytest.mark.sampled
@pytest.mark.one_database
def test_each_person_gets_in_where_they_belong_and_the_document_says_so(hall, client):
    without_help, no_method = set(), set()
    writes, written = "WRITE_PERMISSIONS" in os.environ, DOCUMENT.read_text()
    asked = {"organiser": list(ADDRESSES)}  # first who gets in nearly everywhere
    for at, person in enumerate(each for each in PEOPLE if each != "organiser"):
        asked[person] = list(ADDRESSES) if writes else some(ADDRESSES, of=4, at=at)
    found = {
        person: answers_to(client, hall, person, names, without_help, no_method) for person, names in asked.items()
    }
    assert without_help == set()
    document = table(found, written)
    if writes:
        DOCUMENT.write_text(written := document)
    assert unexpected(found) == {}
    missing = set(document.splitlines()) ^ set(written.splitlines())
    assert not missing, "run `make permissions` and read what has changed"
    assert written == document
