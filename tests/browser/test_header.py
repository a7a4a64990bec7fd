"""The header takes one row, on a phone and on a laptop; on a phone the navigation is a list behind a button."""

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.tournament.making import sign_in_address
from tournament.accounts import actions as people
from tournament.organiser import actions as events
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db(transaction=True)

PHONE, LAPTOP = {"width": 390, "height": 844}, {"width": 1280, "height": 800}
ONE_ROW = 60  # pixels
SMALL = """() => [...document.querySelectorAll(".site-header :is(a, button)")]
  .filter((each) => each.checkVisibility()).map((each) => [each.innerText, each.getBoundingClientRect()])
  .filter(([_, box]) => box.width < 24 || box.height < 24).map(([text]) => text)"""


@pytest.fixture
def day(event, organiser, judge_user, round_24, entrant, hand_in, work_through):
    """The widest header: a long name, every role, and a ruling that waits for a second signature."""
    for role in ("judge", "volunteer"):
        people.give_role(by=organiser, event=event, username=organiser.username, role=role)
    events.change(by=organiser, event=event, name="Number Tournament of the Northern Schools", judges_per_ruling=2)
    line, *_rest = hand_in(round_24, entrant, [(0, "1 2 3 four")])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="value", value="9", reason="Read so.")
    organiser.first_name = "Alexandra Konstantinopoulou"
    organiser.save()
    return event


def opened(browser: Browser, live_server, user, address: str, **kwargs) -> Page:
    page = browser.new_context(**kwargs).new_page()
    if user:
        page.goto(live_server.url + sign_in_address(user))
    page.goto(live_server.url + address)
    return page


def takes_one_row(page: Page) -> None:
    assert page.locator(".site-header").bounding_box()["height"] < ONE_ROW
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
    assert not page.evaluate(SMALL)


def test_navigation_of_the_organiser_takes_one_row_on_a_laptop_in_the_longer_language(
    browser, live_server, day, organiser
):
    page = opened(browser, live_server, organiser, reverse("run", args=["spring"]), viewport=LAPTOP, locale="es")
    expect(page.locator(".nav-count")).to_have_text("1")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    takes_one_row(page)
    page.context.close()


def test_menu_on_a_phone_takes_one_row_and_opens_and_closes_by_keyboard_without_a_script(
    browser, live_server, day, organiser
):
    page = opened(
        browser, live_server, organiser, reverse("run", args=["spring"]), viewport=PHONE, java_script_enabled=False
    )
    menu, results = page.get_by_role("button", name="Menu"), page.get_by_role("link", name="Results", exact=True)
    expect(results).to_be_hidden()
    menu.press("Enter")
    expect(results).to_be_visible()
    page.keyboard.press("Tab")
    expect(results).to_be_focused()
    takes_one_row(page)
    page.keyboard.press("Escape")
    expect(results).to_be_hidden()
    expect(menu).to_be_focused()
    menu.click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    takes_one_row(page)
    page.context.close()
