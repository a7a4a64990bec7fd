# ruff: noqa: F811
"""The same sheet in two tabs, where both type, and on two computers: the second one types, the first one reads."""

import re
import uuid

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import (
    LINES_DOOR,
    append,
    drafts,
    field,
    hand_in,
    left_over,
    open_page,
    review,
    state,
    texts,
    write,
)
from tests.browser.test_keyboard import look_here, looker  # noqa: F401
from tournament.models import Keying, Submission

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_tabs_learn_of_each_other_s_lines_and_double_nothing_without_a_connection(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    write(at_sheet, "from the first")
    expect(field(other, 1)).to_have_value("from the first")
    other.bring_to_front()
    field(other, 2).focus()
    write(other, "from the second")
    expect(field(at_sheet, 2)).to_have_value("from the second")
    append(other, " tab")
    expect(field(at_sheet, 1)).to_have_value("from the first tab")
    for each in (at_sheet, other):
        expect(state(each)).to_have_text("Saved")
        assert texts(each) == ["from the first tab", "from the second"]
    assert len(drafts()) == 2
    context.set_offline(True)
    at_sheet.bring_to_front()
    field(at_sheet, 3).focus()
    write(at_sheet, "abc")
    expect(field(other, 3)).to_have_value("abc")
    append(other, "d", line=3)
    context.set_offline(False)
    for each in (at_sheet, other):
        expect(state(each)).to_have_text("Saved")
    assert drafts()[2:] == [(0, "abcd", "written")]


@pytest.fixture
def laptop(browser, sign_in, volunteer, sheet):
    """She, at another computer, before the page of the sheet."""
    context = browser.new_context()
    sign_in(context, volunteer, uuid.UUID(int=8))
    page = context.new_page()
    page.goto(sheet)
    yield page
    context.close()


def type_here(page: Page) -> Page:
    page.get_by_role("button", name="Type here").click()
    expect(page.locator("form.keying")).to_have_class(re.compile("is-live"))
    return page


def reads_only(page: Page) -> None:
    expect(page.locator(".message-warning").first).to_contain_text("You are typing this sheet on another computer")
    expect(page.locator(".line input")).to_have_count(0)


def come_back(page: Page) -> None:
    """She looks at the window again."""
    page.evaluate("window.dispatchEvent(new Event('focus'))")


def held() -> list[str]:
    """What the keying that is open holds."""
    return [line.text for line in Keying.objects.get(state="open").drafts.exclude(text="")]


def test_the_second_computer_types_and_the_first_one_reads(at_sheet: Page, laptop: Page):
    write(at_sheet, "7", "8")
    expect(state(at_sheet)).to_have_text("Saved")
    laptop.reload()
    reads_only(laptop)
    expect(laptop.locator(".line-text")).to_have_text(["7", "8"])
    type_here(laptop)
    expect(laptop.locator(".messages")).to_contain_text("2 lines are typed already")
    write(laptop, "9")
    expect(state(laptop)).to_have_text("Saved")
    come_back(at_sheet)
    reads_only(at_sheet)
    expect(at_sheet.locator(".line-text")).to_have_text(["7", "8", "9"])
    expect(left_over(at_sheet)).to_be_hidden()
    type_here(at_sheet)
    write(at_sheet, "10")
    expect(state(at_sheet)).to_have_text("Saved")
    come_back(laptop)
    reads_only(laptop)
    assert held() == ["7", "8", "9", "10"]


@pytest.fixture
def came_back_late(at_sheet: Page, context, laptop: Page) -> Page:
    """A line that reads 7; without a connection it was changed to 7+here, and 8 and 9 typed; the laptop made 7+else of
    it."""
    write(at_sheet, "7")
    expect(state(at_sheet)).to_have_text("Saved")
    context.set_offline(True)
    append(at_sheet, "+here")
    field(at_sheet, 2).focus()
    write(at_sheet, "8", "9")
    expect(state(at_sheet)).to_have_text("3 lines wait for the connection")
    type_here(laptop)
    append(laptop, "+else")
    expect(state(laptop)).to_have_text("Saved")
    context.set_offline(False)
    reads_only(at_sheet)
    return at_sheet


def test_what_was_typed_without_a_connection_overwrites_nothing_and_is_typed_in_again_or_dropped(
    came_back_late: Page, laptop: Page, number_page, looker
):
    expect(came_back_late.locator(".line-text")).to_have_text(["7+else"])
    expect(left_over(came_back_late).locator("[data-text]")).to_have_text(["7+here", "8", "9"])
    expect(left_over(came_back_late).locator("[data-type]").first).to_be_hidden()
    come_back(laptop)
    expect(state(laptop)).to_have_text("Saved")
    assert texts(laptop) == held() == ["7+else"]

    page = type_here(came_back_late)
    assert texts(page) == ["7+else"]
    assert look_here(looker, page, "with what was not saved") == []
    page.on("dialog", lambda dialog: dialog.accept())
    left_over(page).locator("[data-drop]").first.click()
    expect(left_over(page).locator("[data-text]")).to_have_text(["8", "9"])
    page.get_by_role("button", name="Type all of them again").click()
    expect(left_over(page)).to_be_hidden()
    expect(state(page)).to_have_text("Saved")
    assert texts(page) == held() == ["7+else", "8", "9"]
    hand_in(page)
    expect(page.locator("#id_number")).to_be_focused()
    expect(page.locator(".kept")).to_be_hidden()
    assert [line.text for line in Submission.objects.all()] == ["7+else", "8", "9"]


@pytest.mark.drill  # test_too_late.py: lines of a sheet that is in are shown, and outlive a reload
def test_what_was_not_saved_outlives_reloads_and_handing_in_and_stands_under_what_is_left_over(
    came_back_late: Page, laptop: Page, number_page
):
    hand_in(laptop)
    expect(laptop.locator("#id_number")).to_be_focused()
    came_back_late.reload()
    expect(came_back_late.locator(".message-success").first).to_contain_text("You handed this sheet in")
    expect(left_over(came_back_late).locator("[data-text]")).to_have_text(["7+here", "8", "9"])
    came_back_late.goto(number_page)
    came_back_late.locator("[data-look]").click()
    expect(left_over(came_back_late).locator("[data-text]")).to_have_text(["7+here", "8", "9"])
    expect(left_over(came_back_late).locator("[data-type]").first).to_be_hidden()
    assert [line.text for line in Submission.objects.all()] == ["7+else"]


@pytest.mark.drill  # keying/test_api.py: who typed after that state is told to open the sheet again
def test_a_backup_of_before_came_back_and_what_was_typed_meanwhile_is_typed_in_again(at_sheet: Page, sheet):
    write(at_sheet, "7")
    expect(state(at_sheet)).to_have_text("Saved")
    Keying.objects.all().delete()
    write(at_sheet, "8")
    row = at_sheet.locator(".kept-sheet")
    expect(row).to_contain_text("the organiser brought back an earlier state. Open the sheet again.")
    expect(row.locator("[data-where]")).to_have_text("24 Game · Spring Day")
    at_sheet.locator("#id_number").fill(sheet.rstrip("/").split("/")[-1])
    at_sheet.keyboard.press("Enter")
    left_over(at_sheet).locator("[data-type]").click()
    expect(state(at_sheet)).to_have_text("Saved")
    assert held() == ["8"]


@pytest.mark.drill  # keying/test_two_computers.py: a late duplicate is acknowledged; test_nothing_is_lost.py
def test_a_save_whose_answer_was_lost_is_not_left_over(at_sheet: Page, laptop: Page):
    is_back: list[bool] = []

    def swallow(route):
        if is_back:
            route.continue_()
        else:
            route.fetch()
            route.abort()

    at_sheet.route(LINES_DOOR, swallow)
    at_sheet.keyboard.type("1+2")
    expect(state(at_sheet)).to_contain_text("wait")
    type_here(laptop)
    assert texts(laptop) == ["1+2"]
    is_back.append(True)
    expect(state(at_sheet)).to_have_text("Saved")
    come_back(at_sheet)
    reads_only(at_sheet)
    expect(left_over(at_sheet)).to_be_hidden()


@pytest.mark.drill  # keying/test_two_computers.py: the refusal names what is not saved
def test_a_request_in_flight_while_the_other_computer_takes_over_is_not_half_saved(at_sheet: Page, laptop: Page):
    def hold(route):
        type_here(laptop)
        route.continue_()

    at_sheet.route(LINES_DOOR, hold, times=1)
    at_sheet.keyboard.type("1+2")
    reads_only(at_sheet)
    expect(left_over(at_sheet).locator("[data-text]")).to_have_text(["1+2"])
    assert held() == []


@pytest.mark.drill  # keying/test_two_computers.py: the first computer hands in nothing more
def test_a_sheet_handed_in_without_a_connection_does_not_go_past_the_other_computer(
    at_sheet: Page, context, laptop: Page
):
    context.set_offline(True)
    write(at_sheet, "1+2")
    hand_in(at_sheet)
    expect(review(at_sheet)).to_contain_text("Waiting to be handed in")
    type_here(laptop)
    context.set_offline(False)
    reads_only(at_sheet)
    expect(left_over(at_sheet).locator("[data-text]")).to_have_text(["1+2"])
    assert not Submission.objects.exists()


@pytest.mark.drill  # test_too_late.py: a tab that was closed shows its lines later
def test_a_browser_that_crashed_meanwhile_shows_what_it_kept(at_sheet: Page, context, laptop: Page, sheet):
    context.set_offline(True)
    write(at_sheet, "1+2")
    expect(state(at_sheet)).to_have_text("1 line waits for the connection")
    at_sheet.close()
    type_here(laptop)
    context.set_offline(False)
    page = context.new_page()
    page.goto(sheet)
    reads_only(page)
    expect(left_over(page).locator("[data-text]")).to_have_text(["1+2"])


@pytest.mark.drill  # one tab does in the second test above; keying/test_views.py
def test_two_tabs_of_the_first_computer_both_read_and_one_press_lets_both_type(
    at_sheet: Page, context, laptop: Page, sheet
):
    other = open_page(context.new_page(), sheet)
    write(other, "1+2")
    expect(state(other)).to_have_text("Saved")
    type_here(laptop)
    come_back(other)
    reads_only(other)
    reads_only(at_sheet)
    type_here(other)
    open_page(at_sheet, sheet)
    write(other, "3+4")
    expect(field(at_sheet, 2)).to_have_value("3+4")
    expect(state(other)).to_have_text("Saved")
    assert held() == ["1+2", "3+4"]


@pytest.mark.drill  # keying/test_two_computers.py: a clock set back; the third test above
def test_a_line_typed_before_the_first_computer_hears_of_it_is_shown_there_though_a_clock_runs_wrong(
    at_sheet: Page, laptop: Page
):
    write(at_sheet, "7")
    expect(state(at_sheet)).to_have_text("Saved")
    laptop.clock.set_fixed_time("2001-01-01T00:00:00Z")
    type_here(laptop)
    append(laptop, "+else")
    expect(state(laptop)).to_have_text("Saved")
    append(at_sheet, "+here")
    reads_only(at_sheet)
    expect(left_over(at_sheet).locator("[data-text]")).to_have_text(["7+here"])
    assert held() == ["7+else"]


def test_a_tab_that_heard_nothing_of_the_other_loses_no_text(at_sheet: Page, context, sheet):
    """As if the browser had frozen it: its edit is no newer than the one that was saved."""
    write(at_sheet, "7")
    expect(state(at_sheet)).to_have_text("Saved")
    other = context.new_page()
    other.add_init_script("delete window.BroadcastChannel")
    open_page(other, sheet)
    other.route(LINES_DOOR, lambda route: route.abort())
    append(other, "+b")
    append(at_sheet, "+a")
    expect(state(at_sheet)).to_have_text("Saved")
    other.unroute(LINES_DOOR)
    expect(left_over(other).locator("[data-text]")).to_have_text(["7+b"])
    expect(left_over(other).locator("[data-why]")).to_contain_text("from another tab")
    assert texts(other) == held() == ["7+a"]
    other.reload()
    expect(left_over(other).locator("[data-text]")).to_have_text(["7+b"])
    left_over(other).locator("[data-type]").click()
    expect(state(other)).to_have_text("Saved")
    assert held() == ["7+a", "7+b"]
