# ruff: noqa: F811
"""Pages in the midst of work, with only the keyboard: what opens, what is read out, where the focus goes."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests.browser.accessibility import Looker, load_scripts
from tests.browser.keying import HITS, field, state, write
from tests.browser.test_settling_page import settling  # noqa: F401
from tests.laws import some
from tests.tournament.making import publish
from tests.tournament.web.test_permissions import ADDRESSES, hall  # noqa: F401
from tournament.organiser import round_steps

pytestmark = pytest.mark.django_db(transaction=True)

NO_SIGN = "A sign such as + or x was expected before this number."


@pytest.fixture
def looker(browser: Browser, live_server):
    made = Looker(browser, live_server.url, set())
    yield made
    made.context.close()


def look_here(looker: Looker, page: Page, name: str) -> list[str]:
    """What is wrong with a page as it stands, in the midst of something."""
    load_scripts(page)
    looker.page, kept = page, looker.page
    looker.all_of_it(name)
    looker.show(wide=True)
    looker.page = kept
    return looker.found


def tab_to(page: Page, *words: str, most: int = 40) -> None:
    """Press Tab until each of these has had the focus, in this order."""
    for word in words:
        for _ in range(most):
            page.keyboard.press("Tab")
            if word in page.evaluate("document.activeElement.innerText || document.activeElement.ariaLabel || ''"):
                break
        else:
            raise AssertionError(f"Tab does not come to “{word}”")


def test_tab_leads_through_a_sheet_its_question_gives_the_focus_back_and_what_is_not_saved_is_read_out(
    at_sheet: Page, context, looker
):
    expect(state(at_sheet)).to_have_attribute("aria-live", "off")
    field(at_sheet, 1).focus()
    tab_to(at_sheet, "Put the sheet back", "Hand in", "All events")
    at_sheet.keyboard.press("Shift+Tab")
    at_sheet.keyboard.press("Shift+Tab")
    assert at_sheet.evaluate("document.activeElement !== document.body")

    field(at_sheet, 1).focus()
    write(at_sheet, HITS, "1 2 3 four")
    expect(state(at_sheet)).to_have_text("Saved")
    expect(state(at_sheet)).to_have_attribute("aria-live", "off")
    expect(field(at_sheet, 2)).to_have_accessible_description(NO_SIGN)
    at_sheet.keyboard.press("Control+Enter")
    expect(at_sheet.get_by_role("dialog", name="Hand in sheet")).to_be_visible()
    assert look_here(looker, at_sheet, "review") == []
    at_sheet.keyboard.press("Escape")
    expect(at_sheet.get_by_role("dialog")).to_be_hidden()
    expect(field(at_sheet, 3)).to_be_focused()

    context.set_offline(True)
    write(at_sheet, "4*3*2*1")
    expect(state(at_sheet)).to_have_attribute("aria-live", "polite")
    assert look_here(looker, at_sheet, "offline") == []


def test_a_difference_that_is_not_settled_says_so_at_its_place(page: Page, settling, volunteer, sign_in):
    sign_in(page.context, volunteer)
    page.goto(settling)
    page.get_by_role("button", name="This is what the sheet says").click()
    expect(page.get_by_role("group", name="Difference 1")).to_have_accessible_description(re.compile("\\S"))


@pytest.mark.drill  # test_accessibility.py: these pages before they are published and revealed
def test_final_results_and_the_ceremony_keep_nobody_out(
    event, round_24, add_player, hand_in, work_through, organiser, sign_in, looker, client
):
    hand_in(round_24, add_player(101, team="Otters"), [(0, HITS)])
    hand_in(round_24, add_player(102, team="Otters"), [(0, "1*2*3*4")])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    sign_in(looker.context, organiser)
    client.force_login(organiser)
    client.post(reverse("ceremony", args=["spring"]), {"standings": "players-3", "places": "awards"})
    screen = reverse("ceremony-screen", args=["spring"])
    looker.look("ceremony", screen, client.get(screen).content.decode())
    expect(looker.page.locator("[data-full-screen]")).to_be_visible()  # the script runs
    looker.page.keyboard.press("ArrowRight")
    expect(looker.page.locator("[data-said]")).to_contain_text("Ada")
    looker.page.keyboard.press("ArrowRight")  # finishes what is moving
    looker.all_of_it("revealed")
    publish(organiser, event, "final")
    for name in ("published", "publish", "event"):
        address = reverse(name, args=["spring"])
        looker.look(name, address, client.get(address).content.decode())
    assert looker.found == []


WALKED = [
    ("judge", "judge-line"),
    ("judge", "penalties"),
    ("judge", "dispute"),
    ("organiser", "ties"),
    ("organiser", "publish"),
]


@pytest.mark.sampled
def test_tab_comes_by_everything_in_the_order_of_the_page(hall, looker, sign_in):
    looker.page.close()
    for person, name in some(WALKED, of=3):
        sign_in(looker.context, hall.people[person])
        looker.page = looker.context.new_page()
        looker.page.goto(looker.base + address_of(hall, name))
        looker.page.evaluate("document.activeElement.blur()")
        order = walk(looker.page)
        assert order == sorted(order), name
        assert looker.page.evaluate(UNREACHED, order) == [], name


UNREACHED = (
    """order => looking.stops().filter((one, at) => !order.includes(at) && one.type !== "radio").map(looking.name)"""
)


def address_of(hall, name: str) -> str:
    _guard, arguments, _method = ADDRESSES[name]
    return reverse(name, kwargs={key: hall.ids.get(value, value) for key, value in arguments.items()})


def walk(page: Page) -> list[int]:
    """Which stops Tab comes by, by their place on the page, until it leaves the page."""
    order: list[int] = []
    for _ in range(200):
        page.keyboard.press("Tab")
        at = page.evaluate("looking.stops().indexOf(document.activeElement)")
        if at in order or (at < 0 and page.evaluate("document.activeElement === document.body")):
            return order
        if at >= 0:  # a part that scrolls is a stop of the browser's own
            order.append(at)
    raise AssertionError("Tab does not leave the page")
