"""Connections drop, servers restart, tabs close, sessions end: nothing typed is lost."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import (
    HITS,
    LINES_DOOR,
    MISSES,
    drafts,
    field,
    hand_in,
    kept,
    left_over,
    open_page,
    review,
    state,
    texts,
    write,
)
from tests.browser.relay import Relay
from tournament.models import Keying, Submission

pytestmark = pytest.mark.django_db(transaction=True)

DOORS = re.compile(r"/api/")


# The connection


def test_lost_connections_answers_and_servers_lose_and_double_nothing(at_sheet: Page, context):
    write(at_sheet, "before")
    expect(state(at_sheet)).to_have_text("Saved")
    context.set_offline(True)
    write(at_sheet, "one", "two")
    expect(state(at_sheet)).to_have_text("2 lines wait for the connection")
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("Go on typing")
    context.set_offline(False)
    expect(state(at_sheet)).to_have_text("Saved")
    expect(at_sheet.locator(".keying-trouble")).to_be_hidden()
    assert written() == ["before", "one", "two"]

    at_sheet.route(LINES_DOOR, answer_is_lost)
    at_sheet.keyboard.type(HITS)
    expect(state(at_sheet)).to_contain_text("wait")
    at_sheet.keyboard.type("+0")
    at_sheet.unroute(LINES_DOOR)
    at_sheet.keyboard.press("Enter")
    expect(state(at_sheet)).to_have_text("Saved")
    expect(left_over(at_sheet)).to_be_hidden()
    assert written() == ["before", "one", "two", HITS + "+0"]

    at_sheet.route(DOORS, lambda route: route.fulfill(status=502, body="Bad Gateway"))  # a proxy finds no server
    write(at_sheet, HITS, MISSES)
    expect(state(at_sheet)).to_have_text("2 lines wait for the connection")
    at_sheet.wait_for_timeout(3500)  # the pauses between its own tries have grown
    at_sheet.unroute(DOORS)
    at_sheet.locator("[data-try-now]").click()
    expect(state(at_sheet)).to_have_text("Saved", timeout=1500)
    expect(at_sheet.locator("[data-try-now]")).to_be_hidden()
    assert written() == ["before", "one", "two", HITS + "+0", HITS, MISSES]


def answer_is_lost(route) -> None:
    route.fetch()
    route.abort()


def written() -> list[str]:
    return [text for _box, text, mark in drafts() if mark == "written"]


@pytest.fixture
def relay(live_server):
    found = Relay(live_server.thread.host, live_server.thread.port)
    yield found
    found.stop()


@pytest.fixture
def behind_relay(page: Page, sheet, live_server, relay) -> Page:
    """The sheet's page from a server that can be stopped."""
    return open_page(page, sheet.replace(live_server.url, f"http://localhost:{relay.port}"))


def test_a_server_that_stops_and_comes_back_loses_nothing_and_gets_the_sheet(behind_relay: Page, relay):
    write(behind_relay, "before")
    expect(state(behind_relay)).to_have_text("Saved")
    relay.stop()
    write(behind_relay, HITS, MISSES)
    expect(state(behind_relay)).to_have_text("2 lines wait for the connection")
    assert written() == ["before"]
    relay.start()
    expect(state(behind_relay)).to_have_text("Saved")
    assert written() == ["before", HITS, MISSES]
    relay.stop()
    hand_in(behind_relay)
    expect(review(behind_relay)).to_contain_text("Waiting to be handed in")
    assert not Submission.objects.exists()
    relay.start()
    expect(behind_relay.locator("#id_number")).to_be_focused()
    assert [line.text for line in Submission.objects.all()] == ["before", HITS, MISSES]


# Reloads and closed tabs


def test_a_reload_keeps_what_could_not_be_saved_and_another_tab_leaves_it_alone(
    at_sheet: Page, context, sheet, number_page
):
    write(at_sheet, "saved")
    expect(state(at_sheet)).to_have_text("Saved")
    at_sheet.route(LINES_DOOR, lambda route: route.abort())
    write(at_sheet, " not saved yet")
    at_sheet.keyboard.type("nor this")
    expect(state(at_sheet)).to_have_text("2 lines wait for the connection")
    other = context.new_page()
    other.goto(number_page)
    other.wait_for_timeout(1000)
    expect(other.locator(".kept")).to_be_hidden()
    assert written() == ["saved"]
    other.close()
    at_sheet.goto(number_page)
    expect(at_sheet.locator(".kept")).to_contain_text("not saved yet")
    expect(kept(at_sheet)).to_have_text("2 lines wait for the connection")
    at_sheet.unroute(LINES_DOOR)
    open_page(at_sheet, sheet)
    expect(state(at_sheet)).to_have_text("Saved")
    assert texts(at_sheet) == ["saved", " not saved yet", "nor this"]
    assert drafts() == [(0, text, "written") for text in texts(at_sheet)]
    at_sheet.goto(number_page)
    expect(at_sheet.locator(".kept")).to_be_hidden()


def test_what_a_closed_tab_kept_is_saved_or_handed_in_by_its_volunteer_from_whatever_keying_page_is_opened_next(
    at_sheet: Page, context, number_page, sheet, sign_in, volunteer, other_volunteer
):
    context.set_offline(True)
    write(at_sheet, HITS)
    expect(state(at_sheet)).to_have_text("1 line waits for the connection")
    at_sheet.close()
    context.set_offline(False)
    sign_in(context, other_volunteer)
    page = context.new_page()
    page.goto(number_page)
    expect(kept(page)).to_contain_text("Only they can save it")
    assert drafts() == []
    sign_in(context, volunteer)
    page.reload()
    expect(kept(page)).to_have_text("All of it is saved now.")
    assert drafts() == [(0, HITS, "written")]
    page.reload()
    expect(page.locator(".kept")).to_be_hidden()

    open_page(page, sheet)
    context.set_offline(True)
    field(page, 2).focus()
    write(page, MISSES)
    hand_in(page)
    expect(review(page).locator("[data-next]")).to_be_focused()
    page.close()
    context.set_offline(False)
    page = context.new_page()
    page.goto(number_page)
    expect(kept(page)).to_have_text("Sheet 101 is handed in: 2 lines in 1 box.")
    assert [line.text for line in Submission.objects.all()] == [HITS, MISSES]
    assert Keying.objects.get().state == Keying.State.AGREED
    page.reload()
    expect(page.locator(".kept")).to_be_hidden()
    expect(page.locator(".messages")).to_have_count(0)


# Handing in without a connection


def test_a_sheet_that_waits_to_be_handed_in_can_be_typed_on_outlives_a_reload_and_is_in_with_the_connection(
    at_sheet: Page, context, sheet
):
    context.set_offline(True)
    write(at_sheet, HITS)
    hand_in(at_sheet)
    review(at_sheet).locator("[data-next]").click()
    expect(review(at_sheet).locator("[role=alert]")).to_contain_text("you cannot open the next sheet yet")
    review(at_sheet).locator("[data-take-back]").click()
    expect(review(at_sheet)).to_be_hidden()
    context.set_offline(False)
    expect(state(at_sheet)).to_have_text("Saved")
    assert not Submission.objects.exists()

    at_sheet.route(DOORS, lambda route: route.abort())
    write(at_sheet, MISSES)
    hand_in(at_sheet)
    expect(review(at_sheet)).to_contain_text("handed in automatically as soon as the connection is back")
    open_page(at_sheet, sheet)
    expect(review(at_sheet)).to_contain_text("No connection")
    assert not Submission.objects.exists()
    at_sheet.unroute(DOORS)
    expect(at_sheet.locator("#id_number")).to_be_focused()
    expect(at_sheet.locator(".messages")).to_contain_text("Sheet 101 is handed in: 2 lines in 1 box.")
    assert [line.text for line in Submission.objects.all()] == [HITS, MISSES]


# Signed out in the middle


def test_who_is_signed_out_keeps_what_they_type_and_what_they_hand_in(at_sheet: Page, context, sign_in, volunteer):
    context.clear_cookies(name="sessionid")
    write(at_sheet, HITS)
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("You are signed out")
    expect(at_sheet.locator(".keying-trouble a:visible")).to_have_text("Sign in again")
    assert texts(at_sheet) == [HITS]
    sign_in(context, volunteer)
    expect(state(at_sheet)).to_have_text("Saved")
    assert drafts() == [(0, HITS, "written")]
    context.clear_cookies(name="sessionid")
    write(at_sheet, MISSES)
    hand_in(at_sheet)
    expect(review(at_sheet).locator("[data-sign-in]")).to_be_visible()
    sign_in(context, volunteer)
    review(at_sheet).locator("[data-try]").click()
    expect(at_sheet.locator("#id_number")).to_be_focused()
    assert Submission.objects.count() == 2
