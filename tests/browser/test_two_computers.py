"""The same sheet in two tabs and on two computers: a line changed in both places is shown twice, and she chooses."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import (
    append,
    drafts,
    field,
    hand_in,
    open_page,
    state,
    texts,
    write,
)
from tournament.models import DraftLine, Submission

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def elsewhere(browser, sign_in, volunteer, sheet):
    """The same sheet on another computer."""
    context = browser.new_context()
    sign_in(context, volunteer)
    yield open_page(context.new_page(), sheet)
    context.close()


def test_two_tabs_learn_of_each_other_s_lines(at_sheet: Page, context, sheet):
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
        expect(each.locator(".keying-conflict")).to_be_hidden()
        assert texts(each) == ["from the first tab", "from the second"]
    assert len(drafts()) == 2


def test_two_tabs_without_a_connection_double_nothing(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    context.set_offline(True)
    write(at_sheet, "abc")
    expect(field(other, 1)).to_have_value("abc")
    append(other, "d")
    context.set_offline(False)
    for each in (at_sheet, other):
        expect(state(each)).to_have_text("Saved")
    assert drafts() == [(0, "abcd", "written")]


@pytest.fixture
def in_conflict(at_sheet: Page, elsewhere: Page) -> Page:
    """A line that reads 7, changed elsewhere to 7+else and here, without having seen that, to 7+heretoo."""
    write(at_sheet, "7", "8")
    expect(state(at_sheet)).to_have_text("Saved")
    elsewhere.reload()
    append(elsewhere, "+else")
    expect(state(elsewhere)).to_have_text("Saved")
    append(at_sheet, "+heretoo")
    expect(at_sheet.locator(".keying-conflict")).to_contain_text("1 line was changed elsewhere meanwhile")
    at_sheet.locator(".keying-conflict button").click()
    return at_sheet


def side(page: Page, which: str):
    return page.locator(f'#conflicts [data-text="{which}"]')


def test_a_line_changed_on_two_computers_shows_both_and_overwrites_neither(in_conflict: Page):
    expect(side(in_conflict, "mine")).to_have_text("7+heretoo")
    expect(side(in_conflict, "theirs")).to_have_text("7+else")
    expect(side(in_conflict, "theirs").locator("mark")).to_have_text("else")
    expect(in_conflict.locator('#conflicts [data-at="mine"]')).to_have_text(re.compile(r"\d+:\d\d"))
    expect(in_conflict.locator('#conflicts [data-at="theirs"]')).to_have_text(re.compile(r"\d+:\d\d"))
    assert drafts() == [(0, "7+else", "written"), (0, "8", "written")]


def test_what_she_keeps_of_her_own_replaces_the_other(in_conflict: Page, elsewhere: Page):
    in_conflict.locator('[data-keep="mine"]').click()
    expect(in_conflict.locator("#conflicts")).to_be_hidden()
    expect(state(in_conflict)).to_have_text("Saved")
    assert drafts() == [(0, "7+heretoo", "written"), (0, "8", "written")]
    elsewhere.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(field(elsewhere, 1)).to_have_value("7+heretoo")


def test_what_she_keeps_of_the_other_replaces_hers(in_conflict: Page, sheet):
    in_conflict.locator('[data-keep="theirs"]').click()
    expect(field(in_conflict, 1)).to_have_value("7+else")
    expect(state(in_conflict)).to_have_text("Saved")
    open_page(in_conflict, sheet)
    expect(state(in_conflict)).to_have_text("Saved")
    assert texts(in_conflict) == ["7+else", "8"]


def test_both_may_stay_as_two_lines(in_conflict: Page):
    in_conflict.locator('[data-keep="both"]').click()
    expect(state(in_conflict)).to_have_text("Saved")
    assert texts(in_conflict) == ["7+else", "7+heretoo", "8"]
    assert [text for _, text, _ in drafts()] == ["7+else", "7+heretoo", "8"]


def test_a_conflict_outlives_a_reload_and_stands_before_handing_in(in_conflict: Page, sheet):
    in_conflict.keyboard.press("Escape")
    open_page(in_conflict, sheet)
    expect(in_conflict.locator(".keying-conflict")).to_be_visible()
    expect(field(in_conflict, 1)).to_have_value("7+heretoo")
    hand_in(in_conflict)
    expect(side(in_conflict, "theirs")).to_have_text("7+else")
    assert not Submission.objects.exists()
    in_conflict.locator('[data-keep="mine"]').click()
    expect(state(in_conflict)).to_have_text("Saved")
    hand_in(in_conflict)
    expect(in_conflict.locator("#id_number")).to_be_focused()
    assert [line.text for line in Submission.objects.all()] == ["7+heretoo", "8"]


def test_another_line_put_in_above_elsewhere_is_no_conflict(at_sheet: Page, elsewhere: Page):
    write(at_sheet, "second")
    expect(state(at_sheet)).to_have_text("Saved")
    elsewhere.reload()
    DraftLine.objects.update(position=4, revision=99)  # moved down by a page that put lines in above it
    append(at_sheet, " line")
    expect(state(at_sheet)).to_have_text("Saved")
    expect(at_sheet.locator(".keying-conflict")).to_be_hidden()
    assert drafts() == [(0, "second line", "written")]
