"""The volunteer's page in a real browser: hands on the keyboard, and nothing lost or doubled whatever happens."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import BrowserContext, Page, expect

from tournament.actions import keyings, rounds
from tournament.models import DraftLine, Keying, Submission

pytestmark = pytest.mark.django_db(transaction=True)

LINES_DOOR = re.compile(r"/api/keyings/\d+/lines/")
HITS, MISSES = "(1+2+3)*4", "1+2+3+4"


@pytest.fixture
def sign_in(live_server):
    """sign_in(context, user): a session cookie, as if she had signed in."""

    def with_cookie(context: BrowserContext, user) -> None:
        client = Client()
        client.force_login(user)
        context.add_cookies(
            [{"name": "sessionid", "value": client.cookies["sessionid"].value, "url": live_server.url}]
        )

    return with_cookie


@pytest.fixture
def number_page(live_server, round_24, entrant, context, volunteer, sign_in) -> str:
    sign_in(context, volunteer)
    return live_server.url + reverse("keying-round", args=[round_24.event.slug, 1])


@pytest.fixture
def sheet(number_page, volunteer, round_24, entrant) -> str:
    """The address of a sheet that she has open."""
    keyings.open_sheet(by=volunteer, round=round_24, entrant=entrant)
    return f"{number_page}101/"


@pytest.fixture
def at_sheet(page: Page, sheet) -> Page:
    return open_page(page, sheet)


def open_page(page: Page, url: str) -> Page:
    page.goto(url)
    expect(page.locator("form.keying")).to_have_class(re.compile("is-live"))
    return page


def write(page: Page, *lines: str) -> None:
    """Type each line and press Enter behind it."""
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")


def state(page: Page):
    return page.locator(".sheet-head .save-state")


def box(page: Page, number: int):
    return page.locator(".lines").nth(number - 1)


def field(page: Page, line: int, in_box: int = 1):
    return box(page, in_box).locator(".line-text input").nth(line - 1)


def texts(page: Page, number: int = 1) -> list[str]:
    """What stands in a box, without its empty rows."""
    return [
        text
        for text in box(page, number).locator(".line-text input").evaluate_all("all => all.map(e => e.value)")
        if text
    ]


def drafts() -> list[tuple[int, str, str]]:
    return [
        (line.box, line.text, line.mark)
        for line in DraftLine.objects.all()
        if line.text or line.mark != "written"
    ]


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
    expect(box(page, 1).locator(".tag")).to_have_text(["accepted", "accepted", "refused", "illegible"])
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


def test_from_the_last_empty_line_enter_asks_to_hand_in_and_escape_goes_back(at_sheet: Page):
    write(at_sheet, HITS, "", "", "")
    expect(at_sheet.locator("#review")).to_be_visible()
    at_sheet.keyboard.press("Escape")
    expect(field(at_sheet, 1, 3)).to_be_focused()
    assert not Submission.objects.exists()


def test_arrows_and_a_line_between_keep_the_order_of_the_paper(at_sheet: Page, sheet):
    write(at_sheet, "first", "third")
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.press("Shift+Enter")
    at_sheet.keyboard.type("second")
    expect(state(at_sheet)).to_have_text("Saved")
    open_page(at_sheet, sheet)
    assert texts(at_sheet) == ["first", "second", "third"]


def test_signs_that_no_keyboard_has_are_typed_with_alt(at_sheet: Page):
    at_sheet.keyboard.type("5")
    for key in ("Alt+2", "Alt+x", "Alt+v", "Alt+/"):
        at_sheet.keyboard.press(key)
    assert texts(at_sheet) == ["5²×√÷"]
    at_sheet.locator("[data-sign='×']").click()
    expect(field(at_sheet, 1)).to_be_focused()
    assert texts(at_sheet) == ["5²×√÷×"]


def test_several_lines_pasted_at_once_stay_several_lines(at_sheet: Page):
    at_sheet.evaluate(
        """() => { const data = new DataTransfer(); data.setData("text/plain", "1+2\\r\\n 3+4\\n");
        document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }"""
    )
    assert texts(at_sheet) == ["1+2", " 3+4"]


def test_nothing_moves_under_her_hands_when_a_verdict_arrives(at_sheet: Page):
    write(at_sheet, "x")
    second = box(at_sheet, 1).locator(".line").nth(1)
    before = second.bounding_box()
    at_sheet.keyboard.press("ArrowUp")
    at_sheet.keyboard.type("5² - 1 x (4 - 3) + 1/(2+1/(3+1/4)) = 99")
    expect(box(at_sheet, 1).locator(".line-note").first).not_to_be_empty()
    expect(box(at_sheet, 1).locator(".is-asking")).to_have_count(0)
    assert second.bounding_box() == before
    expect(field(at_sheet, 1)).to_be_focused()


def test_a_value_with_thousands_of_digits_fits_beside_its_line(at_sheet: Page):
    write(at_sheet, "(6!)! + 1")
    expect(box(at_sheet, 1).locator(".line-value").first).to_have_text(re.compile(r"^[0-9]{17}…$"))
    assert at_sheet.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_lost_connection_loses_and_doubles_nothing(at_sheet: Page, context):
    write(at_sheet, "before")
    expect(state(at_sheet)).to_have_text("Saved")
    context.set_offline(True)
    write(at_sheet, "one", "two")
    expect(state(at_sheet)).to_have_text("No connection - kept on this computer (2)")
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("Go on typing")
    at_sheet.keyboard.press("Control+Enter")
    at_sheet.wait_for_timeout(300)
    at_sheet.keyboard.press("Enter")
    expect(at_sheet.locator("#review [role=alert]")).to_contain_text("No connection")
    at_sheet.keyboard.press("Escape")
    context.set_offline(False)
    expect(state(at_sheet)).to_have_text("Saved")
    expect(at_sheet.locator(".keying-trouble")).to_be_hidden()
    assert drafts() == [(0, "before", "written"), (0, "one", "written"), (0, "two", "written")]


def test_an_answer_that_never_came_back_doubles_nothing(at_sheet: Page):
    def swallow(route):
        route.fetch()
        route.abort()

    at_sheet.route(LINES_DOOR, swallow)
    write(at_sheet, HITS)
    expect(state(at_sheet)).to_contain_text("No connection")
    at_sheet.unroute(LINES_DOOR)
    write(at_sheet, MISSES)
    expect(state(at_sheet)).to_have_text("Saved")
    assert drafts() == [(0, HITS, "written"), (0, MISSES, "written")]


def test_a_reload_keeps_what_could_not_be_saved(at_sheet: Page, sheet, number_page):
    write(at_sheet, "saved")
    expect(state(at_sheet)).to_have_text("Saved")
    at_sheet.route(LINES_DOOR, lambda route: route.abort())
    write(at_sheet, " not saved yet")
    at_sheet.keyboard.type("nor this")
    expect(state(at_sheet)).to_contain_text("(2)")
    at_sheet.goto(number_page)
    expect(at_sheet.locator("[data-leftovers]")).to_contain_text("not saved yet")
    at_sheet.unroute(LINES_DOOR)
    open_page(at_sheet, sheet)
    expect(state(at_sheet)).to_have_text("Saved")
    assert texts(at_sheet) == ["saved", " not saved yet", "nor this"]
    assert drafts() == [(0, text, "written") for text in texts(at_sheet)]
    at_sheet.goto(number_page)
    expect(at_sheet.locator("[data-leftovers]")).to_be_hidden()


def test_two_tabs_learn_of_each_other_s_lines(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    write(at_sheet, "from the first")
    expect(field(other, 1)).to_have_value("from the first")
    other.bring_to_front()
    field(other, 2).focus()
    write(other, "from the second")
    expect(field(at_sheet, 2)).to_have_value("from the second")
    field(other, 1).focus()
    other.keyboard.press("End")
    other.keyboard.type(" tab")
    expect(field(at_sheet, 1)).to_have_value("from the first tab")
    for each in (at_sheet, other):
        expect(state(each)).to_have_text("Saved")
        assert texts(each) == ["from the first tab", "from the second"]
    assert len(drafts()) == 2


def test_two_tabs_without_a_connection_double_nothing(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    context.set_offline(True)
    write(at_sheet, "abc")
    expect(field(other, 1)).to_have_value("abc")
    field(other, 1).focus()
    other.keyboard.press("End")
    other.keyboard.type("d")
    context.set_offline(False)
    for each in (at_sheet, other):
        expect(state(each)).to_have_text("Saved")
    assert drafts() == [(0, "abcd", "written")]


def test_the_same_line_typed_on_two_computers_stays_as_two(
    at_sheet: Page, browser, sheet, sign_in, volunteer
):
    write(at_sheet, "7")
    expect(state(at_sheet)).to_have_text("Saved")
    elsewhere = browser.new_context()
    sign_in(elsewhere, volunteer)
    other = open_page(elsewhere.new_page(), sheet)
    for each, more in ((at_sheet, "+here"), (other, "+else")):
        field(each, 1).focus()
        each.keyboard.press("End")
        each.keyboard.type(more)
        expect(state(each)).to_have_text("Saved")
    assert sorted(text for _, text, _ in drafts()) == ["7+else", "7+here"]
    expect(field(other, 2)).to_have_value("7+else")
    expect(field(other, 2)).to_be_focused()
    elsewhere.close()


def test_a_double_click_hands_in_once(at_sheet: Page):
    write(at_sheet, HITS)
    at_sheet.locator("[value=hand_in]").dblclick()
    at_sheet.locator("[data-hand-in]").dblclick()
    expect(at_sheet.locator("#id_number")).to_be_focused()
    assert Submission.objects.count() == 1
    assert Keying.objects.count() == 1


def test_a_tab_left_open_says_that_the_sheet_is_in(at_sheet: Page, context, sheet):
    other = open_page(context.new_page(), sheet)
    write(other, HITS)
    other.keyboard.press("Control+Enter")
    other.locator("[data-hand-in]").click()
    expect(other.locator("#id_number")).to_be_focused()
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("handed in already")


def test_who_is_signed_out_keeps_what_she_types(at_sheet: Page, context, sign_in, volunteer):
    context.clear_cookies(name="sessionid")
    write(at_sheet, HITS)
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("You are signed out")
    expect(at_sheet.locator(".keying-trouble a:visible")).to_have_text("Sign in again")
    assert texts(at_sheet) == [HITS]
    sign_in(context, volunteer)
    expect(state(at_sheet)).to_have_text("Saved", timeout=15_000)
    assert drafts() == [(0, HITS, "written")]


def test_a_round_made_final_while_she_types_leaves_her_text_on_the_page(at_sheet: Page, organiser, round_24):
    rounds.move(by=organiser, round=round_24, status="final", anyway=True)
    write(at_sheet, HITS)
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("is final")
    expect(state(at_sheet)).to_contain_text("Could not be saved")
    assert texts(at_sheet) == [HITS]
    at_sheet.reload()
    expect(at_sheet.locator(".message-warning")).to_contain_text("What you typed is kept")
    expect(at_sheet.locator(".keying-trouble")).to_contain_text("is final")
    assert texts(at_sheet) == [HITS], "a reload shows what only this browser has"
    rounds.move(by=organiser, round=round_24, status="marking", why="A sheet was missing.")
    at_sheet.reload()
    expect(state(at_sheet)).to_have_text("Saved")
    assert drafts() == [(0, HITS, "written")]


def test_a_megabyte_in_a_line_is_told_at_the_line_and_the_others_are_saved(at_sheet: Page):
    at_sheet.evaluate("document.execCommand('insertText', false, '1'.repeat(1_000_000))")
    at_sheet.keyboard.press("Enter")
    write(at_sheet, HITS)
    expect(box(at_sheet, 1).locator(".line-note.is-error")).to_contain_text("1,000,000 characters")
    expect(state(at_sheet)).to_have_text("Could not be saved - read the message (1)")
    assert drafts() == [(0, HITS, "written")]
    at_sheet.keyboard.press("Control+Enter")
    at_sheet.locator("[data-hand-in]").click()
    expect(at_sheet.locator("#review [role=alert]")).to_contain_text("1,000,000 characters")
    at_sheet.keyboard.press("Escape")
    expect(field(at_sheet, 1)).to_be_focused()
    at_sheet.keyboard.press("Control+a")
    at_sheet.keyboard.type(MISSES)
    expect(state(at_sheet)).to_have_text("Saved")


def test_a_control_character_is_told_at_the_line_and_the_others_are_saved(at_sheet: Page):
    at_sheet.evaluate("document.execCommand('insertText', false, '1\\u0007+2')")
    at_sheet.keyboard.press("Enter")
    write(at_sheet, HITS)
    expect(box(at_sheet, 1).locator(".line-note.is-error")).to_contain_text("invisible")
    expect(state(at_sheet)).to_contain_text("Could not be saved")
    assert drafts() == [(0, HITS, "written")]


def test_on_a_phone_nothing_scrolls_sideways(at_sheet: Page):
    at_sheet.set_viewport_size({"width": 360, "height": 720})
    write(at_sheet, "(1+2+3)*4" + "+0*(1+2+3)" * 12, HITS)
    expect(box(at_sheet, 1).locator(".tag")).to_have_count(2)
    assert at_sheet.evaluate("document.documentElement.scrollWidth") == 360


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
