"""The typing desk in a real browser: the next number, the sheet that goes back, and where the cursor returns to."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import HITS, drafts, field, review, state, write
from tournament.models import Keying, Submission
from tournament.sheets import actions as sheets, spares

pytestmark = pytest.mark.django_db(transaction=True)


def put_back(page: Page):
    return page.locator("[value=put_back]")


def test_the_first_press_of_two_puts_the_sheet_back(at_sheet: Page):
    write(at_sheet, HITS)
    expect(state(at_sheet)).to_have_text("Saved")
    put_back(at_sheet).dblclick()
    expect(at_sheet.locator(".messages")).to_contain_text("The sheet is put back.")
    assert Keying.objects.get().state == Keying.State.DROPPED
    assert drafts() == [(0, HITS, "written")]


def test_a_sheet_that_could_not_be_put_back_is_still_looked_at_before_it_is_handed_in(at_sheet: Page):
    write(at_sheet, HITS)
    expect(state(at_sheet)).to_have_text("Saved")
    at_sheet.context.set_offline(True)
    at_sheet.keyboard.type("1+2")
    put_back(at_sheet).click()
    expect(at_sheet.locator(".keying-trouble")).to_be_visible()
    at_sheet.context.set_offline(False)
    expect(state(at_sheet)).to_have_text("Saved")
    at_sheet.locator("[value=hand_in]").click()
    expect(review(at_sheet)).to_be_visible()
    assert not Submission.objects.exists()


def test_after_a_reload_the_cursor_is_in_the_box_and_line_where_it_was(at_sheet: Page):
    write(at_sheet, HITS, "2+3")
    at_sheet.keyboard.press("PageDown")
    write(at_sheet, "5+6")
    at_sheet.keyboard.type("7")
    at_sheet.reload()
    expect(at_sheet.locator("form.keying")).to_have_class(re.compile("is-live"))
    expect(field(at_sheet, 2, 2)).to_be_focused()
    at_sheet.keyboard.type("8")  # the caret is behind the line
    expect(field(at_sheet, 2, 2)).to_have_value("78")
    at_sheet.keyboard.press("PageDown")
    at_sheet.reload()
    expect(field(at_sheet, 1, 3)).to_be_focused()  # in an empty box too


@pytest.fixture
def two_sheets(number_page, round_24, entrant, organiser, add_player):
    """Player 101 has two sheets; player 102 has one."""
    add_player()
    spare = next(each for each in sheets.print_(by=organiser, round_=round_24, spares=1) if each.entrant is None)
    return spares.attach(by=organiser, sheet=spare, entrant=entrant).sheet


def test_enter_looks_up_what_is_typed_beside_a_choice_of_sheets(page: Page, number_page, two_sheets, round_24):
    page.goto(number_page)
    page.keyboard.type("101\n")
    expect(page.locator("button[name=number]", has_text="101 · 2").first).to_be_visible()
    expect(page.locator("#id_number")).to_be_focused()
    page.keyboard.type("102\n")  # over the number that was there, as a scanner does
    page.wait_for_url(f"**/{round_24.sheets.get(entrant__player__number=102).code}/")
    page.goto(number_page)
    page.keyboard.type("101\n")
    expect(page.locator("#id_number")).to_be_focused()
    page.keyboard.type(f"{two_sheets.printed_code}\n")
    page.wait_for_url(f"**/{two_sheets.code}/")
    page.goto(number_page)
    page.keyboard.type("101\n")
    page.get_by_role("button", name=two_sheets.printed_code).click()
    page.wait_for_url(f"**/{two_sheets.code}/")
