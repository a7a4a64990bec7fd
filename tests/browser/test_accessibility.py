# ruff: noqa: F811
"""WCAG 2.2 AA on every page, for whoever may see it: the pages are those of the table of who gets in where."""

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser

from tests.browser.accessibility import Looker
from tests.tournament.making import HERE
from tests.tournament.web.test_permissions import ADDRESSES, hall  # noqa: F401
from tournament.organiser import actions as events
from tournament.web.published.addresses import addresses as public_addresses

pytestmark = pytest.mark.django_db(transaction=True)

ROLES = ("organiser", "judge", "volunteer", "anonymous", "coach")
DARK = ("organiser", "anonymous", "coach")  # the pages of the others are made of the same pieces
ERRORS = ("400", "403", "403_csrf", "404", "414", "429", "500", "503")
REFUSED = ("sign-in", 401, 403)  # whatever the address, the same page
PAGES_OF_THE_API = {"api-documentation"}  # the rest is JSON
NOT_SENT = {"sign-out", "role-take", "account-sign-out"}  # they would end what the person who looks may see


@pytest.fixture(scope="module")
def seen() -> set[str]:
    return set()


@pytest.fixture
def look_at(browser: Browser, live_server):
    """look_at(seen, dark=True) -> a Looker"""
    made = []

    def make(*arguments) -> Looker:
        made.append(Looker(browser, live_server.url, *arguments))
        return made[-1]

    yield make
    for looker in made:
        looker.context.close()


def is_page(response) -> bool:
    return (
        response.get("Content-Type", "").startswith("text/html")
        and not response.streaming
        and b"<html" in response.content
    )


def addresses(hall, role: str):
    """Name, address and method of what this role may be shown, and of one address of each kind of refusal; a coach has
    her link and nothing else."""
    seen = set()
    for name, (guard, arguments, method) in ADDRESSES.items():
        if name.startswith("api-") and name not in PAGES_OF_THE_API:
            continue
        answer = getattr(guard, role, "in")
        if answer in REFUSED and answer in seen:
            continue
        seen.add(answer)
        if method != "json" and (role == "coach") == ("token" in arguments and name != "sign-in-link"):
            kwargs = {key: hall.ids.get(value, value) for key, value in arguments.items()}
            yield name, reverse(name, kwargs=kwargs), method


def nothing_keeps_out(looker: Looker) -> None:
    print(f"{looker.looked} pages")
    assert not looker.found, "\n".join(["", *looker.found])


@pytest.mark.parametrize("role", ROLES)
def test_everybody_can_use_the_pages(hall, look_at, seen, sign_in, role):
    looker, client, user = look_at(seen, role in DARK), Client(), hall.people.get(role)
    if user:
        client.force_login(user)
        client.cookies["browser"] = str(HERE)
        sign_in(looker.context, user)
    else:
        events.publish(by=hall.people["organiser"], event=hall.event, visibility="provisional")
    for name, address, _method in addresses(hall, role):
        response = client.get(address)
        if is_page(response):
            looker.look(name, address, response.content.decode())
            if response.status_code == 200:
                looker.one_title_each(name, address, response.content.decode())
    for address in public_addresses(hall.event) if role == "anonymous" else ():
        response = client.get(address)
        if is_page(response):
            looker.look(address, address, response.content.decode())
    for name, address, method in addresses(hall, role):
        is_sent = (
            method == "post" and name not in NOT_SENT and (role == "organiser" or ADDRESSES[name][0].organiser != "in")
        )
        response = client.post(address) if is_sent else None
        if response and is_page(response):
            looker.look(f"{name}, sent empty", address, response.content.decode(), served=False)
    nothing_keeps_out(looker)


def test_everybody_can_use_the_pages_that_say_what_went_wrong(db, look_at):
    looker = look_at(set())
    for name in ERRORS:
        html = render_to_string(f"{name}.html")
        looker.look(name, f"/{name}", html, served=False)
        looker.one_title_each(name, f"/{name}", html)
    nothing_keeps_out(looker)


BAD = """<!doctype html><html><head><title>Bad</title><style>
  .pale { color: #999; background: #fff } .small { font-size: 8px; padding: 0; border: 0; height: 10px } :focus { outline: 0 !important }
  .far { width: 50rem } .bar { position: fixed; inset: 0 0 auto 0; height: 90vh; background: #fff }
  @keyframes turn { to { transform: rotate(1turn) } } .turns { animation: turn 1s infinite }
</style></head><body><p class="pale turns">pale</p><img src="/x.png"><p class="far">far</p>
<div class="field has-error"><ul class="errorlist"><li>Wrong.</li></ul><input id="bare"></div>
<button class="small">a</button><button class="small">b</button><div class="bar"></div></body></html>"""  # noqa: E501


PROBLEMS = (
    "0 h1",
    "no language",
    "focus is not visible on",
    "focus is covered on",
    "scrolls sideways",
    "moves although",
    "no field names the message",
    'input#bare "" is wrong and does not say so',
)


def test_the_looker_sees_what_is_wrong(db, look_at):
    looker = look_at(set())
    looker.look("bad", "/bad", BAD, served=False)
    looker.look("the same", "/same", BAD, served=False)
    looker.one_title_each("bad", "/bad", BAD)
    looker.one_title_each("same", "/same", BAD)
    said = "\n".join(looker.found)
    for rule in ("color-contrast", "html-has-lang", "image-alt", "label", "target-size"):
        assert f"bad: {rule} at" in said
    for problem in PROBLEMS:
        assert f"bad: {problem}" in said or f"bad, 360 wide: {problem}" in said
    assert "same: its title “Bad” is that of /bad too" in said
    assert looker.looked == 1
