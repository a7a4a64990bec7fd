"""Who types without looking at the screen loses nothing: number, Enter, the lines, Enter, the next number."""

import re
import time
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import HITS, field, review, write
from tests.laws import some
from tournament.models import Keying, Submission

pytestmark = pytest.mark.django_db(transaction=True)

PAUSES = 30, 60, 100  # milliseconds from key to key
SLOW = 0.3  # seconds that each answer of the server takes


def late(route) -> None:
    time.sleep(SLOW)
    route.continue_()


@pytest.fixture
def slow_number_page(page: Page, number_page) -> Page:
    page.goto(number_page)
    page.route(re.compile(r"/(key|api)/"), late)
    return page


@pytest.mark.sampled
def test_sheets_typed_without_a_pause_are_recorded_as_they_were_typed(slow_number_page: Page, add_player):
    """Ten, in the suite four."""
    page, expected = slow_number_page, {}
    for at in some(range(10), of=3):
        number = 101 + at
        if at:
            add_player(number)
        expected[number] = [f"(1 + 3) x 8 + {at}", f"{at}-x"]
    for at, (number, (first, second)) in enumerate(expected.items()):
        pause = PAUSES[at % 3]
        page.keyboard.type(f"{number}\n{first}7", delay=pause)
        page.keyboard.press("Backspace")
        page.keyboard.type(f"\n{second}\n", delay=pause)
        page.keyboard.press("Control+Enter")
        page.keyboard.press("Enter", delay=pause)
    expect(page.get_by_text("Sheet 110 is handed in: 2 lines in 1 box.")).to_be_visible()
    recorded: dict[int, list[str]] = {}
    for line in Submission.objects.select_related("sheet__entrant__player").order_by("sheet", "position"):
        recorded.setdefault(line.sheet.entrant.player.number, []).append(line.text)
    assert recorded == expected


def test_what_is_typed_behind_a_wrong_number_is_thrown_away_at_the_field(slow_number_page: Page):
    slow_number_page.keyboard.type("999\n(1 + 3)\n", delay=30)
    expect(slow_number_page.locator("#id_number_error")).to_contain_text("999")
    expect(slow_number_page.locator("#id_number")).to_be_focused()
    expect(slow_number_page.locator("#id_number")).to_have_value("999")
    assert not Keying.objects.exists()
    slow_number_page.keyboard.type("101\n1+2", delay=30)
    expect(field(slow_number_page, 1)).to_have_value("1+2")


def test_without_a_connection_a_number_stays_in_the_field_and_later_opens_its_sheet_and_back_leads_to_the_field(
    page: Page, number_page, context
):
    page.goto(number_page)
    context.set_offline(True)
    page.keyboard.type("101\n")
    expect(page.locator("[data-no-connection]")).to_contain_text("No connection")
    expect(page.locator("#id_number")).to_have_value("101")
    expect(page.locator("#id_number")).to_be_focused()
    context.set_offline(False)
    page.keyboard.press("Enter")
    expect(field(page, 1)).to_be_focused()
    assert page.url != number_page
    page.go_back()
    expect(page.locator("#id_number")).to_be_focused()
    page.go_forward()
    expect(field(page, 1)).to_be_focused()


# Enter right after the review has opened


def test_an_empty_sheet_says_at_the_review_what_to_do(at_sheet: Page):
    at_sheet.keyboard.press("Control+Enter")
    expect(review(at_sheet)).to_contain_text("Nothing has been typed. If the sheet is empty, mark its first line")
    expect(at_sheet.locator("[data-hand-in]")).to_be_hidden()
    expect(at_sheet.locator("[data-back]")).to_be_focused()
    at_sheet.keyboard.press("Escape")
    at_sheet.keyboard.press("Alt+b")
    at_sheet.keyboard.press("Control+Enter")
    expect(review(at_sheet)).to_contain_text("1 line in 1 box")
    expect(at_sheet.locator("[data-hand-in]")).to_be_focused()


def test_enter_again_and_again_through_empty_boxes_hands_nothing_in_and_shows_why(at_sheet: Page):
    at_sheet.clock.install()
    at_sheet.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    write(at_sheet, HITS, "", "", "")
    expect(review(at_sheet)).to_contain_text("1 line in 1 box")
    for _ in range(5):
        at_sheet.clock.run_for(600)
        at_sheet.keyboard.press("Enter")
        expect(review(at_sheet)).to_contain_text("too soon")
    assert not Submission.objects.exists()
    at_sheet.clock.run_for(1000)
    at_sheet.clock.resume()
    at_sheet.keyboard.press("Enter")
    expect(at_sheet.locator("#id_number")).to_be_focused()
