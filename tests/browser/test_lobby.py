# ruff: noqa: F811
"""Before and beside the game: who joins, whose name the room sees, who is taken from the table, time that is given
back."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.tables import PHONE, open_as, press  # noqa: F401
from tests.browser.test_countdown import table  # noqa: F401
from tournament.game_tables import actions

pytestmark = pytest.mark.django_db


def test_the_host_sees_who_joins_without_loading_the_page_again(table, open_as):
    made, secret = table()
    host = open_as(made, "host", secret, viewport={"width": 1280, "height": 900})
    screen = open_as(made, "screen", viewport={"width": 1280, "height": 720})
    expect(screen.locator(".screen-join svg")).to_be_visible()
    phones = [
        open_as(made, "seat", actions.join(table=made, name=name)[1], viewport=PHONE) for name in ("Ada", "Ben", "Rude")
    ]
    expect(host.locator("#host-seats .seat-name")).to_have_text(["Ada", "Ben", "Rude"])
    expect(screen.locator(".seats li").first).to_have_text("Player 1")
    host.locator("form.seat-tools", has_text="Rude").get_by_role("button", name="Remove").click()
    expect(phones[2].locator("main")).to_contain_text("not at this table any more")
    expect(phones[2].locator("main")).not_to_contain_text("You are at the table")
    press(host, "Show all names")
    expect(screen.locator(".seats li")).to_have_text(["Ada", "Ben"])
    press(host, "Start the game")
    expect(screen.locator(".screen-join")).to_be_hidden()


@pytest.mark.drill  # play/test_joining.py: a browser has one seat however often it asks
def test_who_types_the_pin_again_comes_back_to_their_seat(table, live_server, browser):
    made, _secret = table()
    context = browser.new_context(viewport=PHONE)
    phone = context.new_page()
    for page in (phone, context.new_page()):  # the second tab was open before there was a seat
        page.goto(f"{live_server.url}/play/?pin={made.pin}")
        page.locator("[name=name]").fill("Ada")
    seat = f"{live_server.url}/play/{made.code}/"
    for page in context.pages:
        press(page, "Join")
        expect(page).to_have_url(seat)
    phone.goto(f"{live_server.url}/play/")
    phone.locator("[name=pin]").fill(made.pin)
    press(phone, "Join")
    expect(phone).to_have_url(seat)
    assert [each.name for each in made.seats.all()] == ["Ada"]
    context.close()


def test_the_host_gives_lost_time_back(table, open_as):
    made, secret = table(rounds="N", seconds=60)
    host = open_as(made, "host", secret, viewport={"width": 1280, "height": 900})
    phone = open_as(made, "seat", actions.join(table=made, name="Ada")[1], viewport=PHONE)
    press(host, "Start the game")
    press(phone, "^2$")
    press(host, "Start the clock")
    expect(phone.locator("#paper")).to_be_visible()
    host.locator("#cd-more summary").click()
    host.locator("#give-back").select_option("30000")
    press(host, "Give it back")
    expect(phone.locator("[data-seconds]")).to_have_text(re.compile("^(6[1-9]|[78][0-9]|90)$"))
    expect(host.get_by_role("button", name="End the game")).to_be_hidden()  # it asks first
    host.locator(".end-game summary").click()
    press(host, "End the game")
    expect(host.locator(".end-game")).to_have_count(0)


def test_without_javascript_nobody_takes_a_seat_and_the_page_says_why(table, live_server, browser):
    made, _secret = table()
    context = browser.new_context(viewport=PHONE, java_script_enabled=False)
    phone = context.new_page()
    for address in ("play/", f"play/{made.code}/screen/"):
        phone.goto(f"{live_server.url}/{address}")
        expect(phone.locator("noscript p")).to_be_visible()
    phone.goto(f"{live_server.url}/play/?pin={made.pin}")
    expect(phone.locator("noscript p")).to_be_visible()
    expect(phone.locator("[name=name]")).to_be_attached()
    expect(phone.locator("[name=name]")).to_be_hidden()
    context.close()
