# ruff: noqa: F811
"""A game of an event: the room's screen with the PIN, children who wait with their phones, and the host who lets them
in."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import PHONE, open_as, press  # noqa: F401
from tests.browser.test_countdown import accessible
from tests.tournament.series.conftest import make_series, quick_quiz  # noqa: F401
from tournament.series import table_actions

pytestmark = pytest.mark.django_db


@pytest.fixture
def join(live_server, browser):
    """join(link, "Ada"): a phone that scans the QR code and chooses a name; `dark` or not."""
    contexts = []

    def open_phone(link, name, **more):
        context = browser.new_context(viewport=PHONE, **more)
        contexts.append(context)
        phone = context.new_page()
        phone.goto(link)
        phone.get_by_label(re.compile(name)).check()
        press(phone, "Join")
        return phone

    yield open_phone
    for context in contexts:
        context.close()


def test_children_wait_until_the_host_lets_them_in(make_series, organiser, open_as, join):
    fixture = make_series(2, game="duel").fixtures.get()
    table, secret = table_actions.open_fixture(by=organiser, fixture=fixture)
    host = open_as(table, "host", secret, viewport={"width": 1280, "height": 900})
    with host.expect_popup() as opened:
        host.get_by_role("link", name="Open the screen for the room").click()
    screen, public = opened.value, open_as(table, "screen")
    expect(screen.locator(".pin")).to_have_text(table.pin)
    expect(screen.locator(".screen-join svg")).to_be_visible()
    expect(public.locator("main")).not_to_contain_text(table.pin)
    link = host.get_by_role("link", name="Link to join without the PIN").get_attribute("href")
    ada, ben = join(link, "Ada"), join(link, "Ben")
    for phone in (ada, ben):
        expect(phone.locator("h1")).to_have_text("Waiting for the host to let you in")
    expect(host.locator("#host-waiting .seat-name")).to_have_text(["Ada A.", "Ben B."])
    ada.reload()
    ben.context.set_offline(True)
    accessible(host)
    press(host, "Let all in")
    expect(host.locator("#host-waiting")).to_be_empty()
    expect(ada.locator("h1")).to_have_text("You are at the table")
    ben.context.set_offline(False)
    expect(ben.locator("h1")).to_have_text("You are at the table")
    expect(public.locator(".seats li")).to_have_text(["Ada A.", "Ben B."])
    press(host, "Start the game")
    expect(screen.locator(".screen-join")).to_be_hidden()
    expect(ada.locator(".lobby")).to_have_count(0)
