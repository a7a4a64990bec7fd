"""The volunteer's page in a real browser: hands on the keyboard, and nothing lost or doubled whatever happens."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.keying import HITS, MISSES, box, drafts, field, open_page, state, texts, write
from tournament.models import Keying, Submission
from tournament.organiser import round_steps
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_whole_sheet_is_typed_and_handed_in_by_the_keyboard_alone(page: Page, number_page):
    page.goto(number_page)
    page.keyboard.type("101")
    page.keyboard.press("Enter")
    expect(page.locator("form.keying")).to_have_class(re.compile("is-live"))
    write(page, "  " + HITS, MISSES, "1 2 3 four")
    page.keyboard.type("scribble")
    page.keyboard.press("Alt+i")
    write(page, "", "", "5")  # an empty last line leads to the next box
    page.keyboard.press("PageDown")
    page.keyboard.press("Alt+b")
    expect(box(page, 1).locator(".tag")).to_have_text(["on target", "off target", "unreadable", "illegible"])
    expect(box(page, 1).locator("math").first).to_be_visible()
    expect(state(page)).to_have_text("Saved")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#review")).to_contain_text("6 lines in 3 boxes")
    page.wait_for_timeout(300)
    page.keyboard.press("Enter")
    expect(page.locator("#id_number")).to_be_focused()
    expect(page.locator(".messages")).to_contain_text("Sheet 101 is handed in: 6 lines in 3 boxes.")
    recorded = [(line.box, line.position, line.text, line.mark) for line in Submission.objects.all()]
    assert recorded == [
        (0, 1, "  " + HITS, "written"),
        (0, 2, MISSES, "written"),
        (0, 3, "1 2 3 four", "written"),
        (0, 4, "scribble", "illegible"),
        (1, 1, "5", "written"),
        (2, 1, "", "blank"),
    ]


def test_back_from_the_review_by_escape_or_the_mouse_she_types_on_where_she_was(at_sheet: Page):
    write(at_sheet, HITS, "", "", "")  # from the last empty line Enter asks
    expect(at_sheet.locator("#review")).to_be_visible()
    at_sheet.keyboard.press("Escape")
    expect(field(at_sheet, 1, 3)).to_be_focused()
    at_sheet.keyboard.press("Control+Enter")
    at_sheet.locator("[data-back]").click()
    expect(field(at_sheet, 1, 3)).to_be_focused()
    write(at_sheet, MISSES)
    assert texts(at_sheet, 3) == [MISSES]
    assert not Submission.objects.exists()


def test_lines_between_signs_and_pasted_lines_are_where_and_what_she_meant(at_sheet: Page, sheet):
    write(at_sheet, "first", "third")
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.press("Shift+Enter")
    at_sheet.keyboard.type("second")
    expect(state(at_sheet)).to_have_text("Saved")
    open_page(at_sheet, sheet)
    assert texts(at_sheet) == ["first", "second", "third"]

    field(at_sheet, 1, 2).focus()
    at_sheet.keyboard.type("5")
    for key in ("Alt+2", "Alt+x", "Alt+v", "Alt+/"):  # signs that no keyboard has
        at_sheet.keyboard.press(key)
    assert texts(at_sheet, 2) == ["5²×√÷"]
    at_sheet.locator("[data-sign='×']").click()
    expect(field(at_sheet, 1, 2)).to_be_focused()
    expect(field(at_sheet, 1, 2)).to_have_value("5²×√÷×")

    field(at_sheet, 1, 3).focus()
    at_sheet.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "1+2\\r\\n 3+4\\n");
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }"""  # noqa: E501
    )
    assert texts(at_sheet, 3) == ["1+2", " 3+4"]


def test_readings_have_no_gap_move_nothing_and_fit_beside_their_line_and_on_a_phone(at_sheet: Page):
    write(at_sheet, "(√9)! * 4 + (1 - 1)")
    expect(box(at_sheet, 1).locator("msqrt")).to_be_visible()
    gap = at_sheet.evaluate(
        """async () => {
            await document.fonts.ready;
            const root = document.querySelector("msqrt");
            return root.getBoundingClientRect().right - root.firstElementChild.getBoundingClientRect().right;
        }"""
    )
    assert gap < 1, "pixels"

    field(at_sheet, 1, 2).focus()
    write(at_sheet, "x")
    second = box(at_sheet, 2).locator(".line").nth(1)
    before = second.bounding_box()
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.type("5² - 1 x (4 - 3) + 1/(2+1/(3+1/4)) = 99")
    expect(box(at_sheet, 2).locator(".line-note").first).not_to_be_empty()
    expect(box(at_sheet, 2).locator(".is-asking")).to_have_count(0)
    assert second.bounding_box() == before
    expect(field(at_sheet, 1, 2)).to_be_focused()

    field(at_sheet, 1, 3).focus()
    write(at_sheet, "(6!)! + 1")
    expect(box(at_sheet, 3).locator(".line-value").first).to_have_text(re.compile(r"^[0-9]{17}…$"))
    assert at_sheet.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

    at_sheet.set_viewport_size({"width": 360, "height": 720})
    write(at_sheet, "(1+2+3)*4" + "+0*(1+2+3)" * 12, HITS)
    expect(box(at_sheet, 3).locator(".tag")).to_have_count(3)
    assert at_sheet.evaluate("document.documentElement.scrollWidth") == 360


def test_a_double_click_hands_in_once_and_a_tab_left_open_says_that_the_sheet_is_in(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    write(other, HITS)
    other.locator("[value=hand_in]").dblclick()
    other.locator("[data-hand-in]").dblclick()
    expect(other.locator("#id_number")).to_be_focused()
    assert Submission.objects.count() == 1
    assert Keying.objects.count() == 1
    expect(at_sheet.get_by_text("You handed this sheet in")).to_be_visible()


def test_a_round_made_final_while_she_types_leaves_her_text_on_the_page(at_sheet: Page, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    write(at_sheet, HITS)
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("is final")
    expect(state(at_sheet)).to_contain_text("Could not be saved")
    assert texts(at_sheet) == [HITS]
    at_sheet.reload()
    expect(at_sheet.locator(".message-warning:visible")).to_contain_text("What you typed is kept")
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("is final")
    assert texts(at_sheet) == [HITS], "a reload shows what only this browser has"
    round_steps.move(by=organiser, round_=round_24, status="marking", why="A sheet was missing.")
    at_sheet.reload()
    expect(state(at_sheet)).to_have_text("Saved")
    assert drafts() == [(0, HITS, "written")]


def test_a_very_long_line_or_a_control_character_is_told_at_the_line_and_the_others_are_saved(at_sheet: Page):
    at_sheet.evaluate("document.execCommand('insertText', false, '1'.repeat(20_000))")
    at_sheet.keyboard.press("Enter")
    write(at_sheet, HITS)
    expect(box(at_sheet, 1).locator(".line-note.is-error")).to_contain_text("20,000 characters")
    expect(state(at_sheet)).to_have_text("Could not be saved - read the message (1)")
    assert drafts() == [(0, HITS, "written")]
    at_sheet.keyboard.press("Control+Enter")
    at_sheet.locator("[data-hand-in]").click()
    expect(at_sheet.locator("#review [role=alert]")).to_contain_text("20,000 characters")
    at_sheet.keyboard.press("Escape")
    expect(field(at_sheet, 1)).to_be_focused()
    at_sheet.keyboard.press("Control+a")
    at_sheet.keyboard.type(MISSES)
    expect(state(at_sheet)).to_have_text("Saved")
    field(at_sheet, 3).focus()
    at_sheet.evaluate("document.execCommand('insertText', false, '1\\u0007+2')")
    at_sheet.keyboard.press("Enter")
    expect(box(at_sheet, 1).locator(".line-note.is-error")).to_contain_text("invisible")
    expect(state(at_sheet)).to_contain_text("Could not be saved")
    assert drafts() == [(0, MISSES, "written"), (0, HITS, "written")]


def test_without_a_script_the_page_is_a_plain_form(browser, sheet, sign_in, volunteer):
    plain = browser.new_context(java_script_enabled=False)
    sign_in(plain, volunteer)
    page = plain.new_page()
    page.goto(sheet)
    field(page, 1).fill(" " + HITS)
    page.keyboard.press("Enter")  # the first button: save, not hand in
    expect(page.locator(".messages")).to_contain_text("Saved")
    expect(field(page, 1)).to_have_value(" " + HITS)
    page.locator("[value=hand_in]").click()
    expect(page.locator(".messages")).to_contain_text("Sheet 101 is handed in: 1 line in 1 box.")
    plain.close()


@pytest.fixture
def blind(round_24, organiser):
    return rounds.change(by=organiser, round_=round_24, keying_policy="twice")


def test_where_two_people_type_blind_a_reading_tells_no_verdict_value_or_reason(blind, at_sheet: Page):
    write(at_sheet, HITS, MISSES, "1/2(3+4)", "((")
    lines = box(at_sheet, 1).locator(".line")
    expect(lines.nth(3).locator(".line-reading")).to_have_text("cannot be read")
    expect(lines.nth(0).locator(".line-reading math")).to_be_visible()
    field(at_sheet, 3).focus()
    expect(at_sheet.locator(".keying-detail math")).to_have_count(2)
    expect(at_sheet.locator(".keying-detail")).not_to_contain_text("=")
    for part in ("value", "verdict", "note"):
        expect(at_sheet.locator(f".line-{part}:not(:empty)")).to_have_count(0)
    at_sheet.keyboard.press("Alt+i")
    expect(lines.nth(2).locator(".tag")).to_have_text("illegible")
