# ruff: noqa: F811
"""A results page follows what changes: by a stream, and by asking where there is none. Nothing else on it moves."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.tournament.making import publish
from tests.tournament.serving.conftest import _shared, serve, shared  # noqa: F401
from tournament.organiser import actions as events

pytestmark = pytest.mark.django_db(transaction=True)

HITS = "(1+2+3)*4"
PATH = "/events/spring/grade-3/"


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through):
    """Thirty players, one of whom has points."""
    first = add_player(101, 3, "Owls", first_name="Ada")
    for number in range(102, 131):
        add_player(number, 3, f"Team {number % 7}", first_name=f"Bo{number}")
    hand_in(round_24, first, [(0, HITS)])
    work_through()
    return event


@pytest.fixture
def scores(round_24, hand_in, work_through):
    """scores(number): the player with this number hands a hit in, and it is judged."""

    def one_more(number: int) -> None:
        entrant = round_24.event.entrants.get(player__number=number)
        hand_in(round_24, entrant, [(0, HITS), (0, "4*(3+2+1)*1") if number == 110 else (1, "1")])
        work_through()

    return one_more


def total(page: Page, number: int):
    return page.locator("tbody tr", has_text=f"No. {number}").locator(".total")


@pytest.mark.parametrize("has_stream", [True, False], ids=["stream", "asking"])
def test_a_page_shows_a_verdict_by_itself_and_stays_where_it_is(page: Page, shared, day, scores, has_stream):
    page.set_viewport_size({"width": 900, "height": 500})
    server, said = shared(), []
    if not has_stream:  # as from a server that has no room for one more
        page.route("**/changes/stream*", lambda route: route.fulfill(status=204))
    page.on("console", lambda message: said.append(message.text))
    loads: list[str] = []
    page.on("framenavigated", lambda frame: loads.append(frame.url))
    page.goto(server.url + PATH)
    expect(total(page, 120)).to_have_text("0")
    page.evaluate("document.body.dataset.mine = 'the same page'")
    page.get_by_role("link", name="Bo120").focus()
    page.evaluate("scrollTo({ top: 400, behavior: 'instant' })")
    before = page.evaluate("scrollY")
    scores(120)
    expect(total(page, 120)).to_have_text("10")
    assert page.evaluate("document.activeElement.textContent").startswith("Bo120")
    assert page.evaluate("scrollY") == before
    assert page.locator("body[data-mine='the same page']").count() == 1
    expect(page.get_by_role("status")).to_have_text("The results were updated.")
    assert len(loads) == 1
    assert [text for text in said if "Failed to load" not in text] == []


def test_a_standing_gives_way_to_the_ceremony_comes_back_and_ends_with_a_hidden_event(
    page: Page, shared, day, organiser
):
    page.goto(shared().url + PATH)
    expect(total(page, 101)).to_have_text("10")
    publish(organiser, day, "embargoed")
    expect(page.get_by_text("The results come at the ceremony.")).to_be_visible()
    expect(page.locator("body.narrow")).to_be_visible()  # with its own styles, not those of a standing
    publish(organiser, day, "provisional")
    expect(total(page, 101)).to_have_text("10")
    events.publish(by=organiser, event=day, visibility="hidden")
    expect(page.get_by_role("table")).to_have_count(0)


def test_nothing_moves_while_nothing_changes_and_what_was_opened_stays_open(page: Page, shared, day, scores):
    page.goto(shared().url + PATH)
    page.evaluate(
        "new MutationObserver(() => (window.moved = true))"
        ".observe(document.body, { childList: true, subtree: true, attributes: true })"
    )
    page.wait_for_timeout(3000)
    assert page.evaluate("window.moved") is None
    page.get_by_text("Why this order?").click()
    scores(120)
    expect(total(page, 120)).to_have_text("10")
    expect(page.locator("details.why")).to_have_attribute("open", "")
    expect(page.locator("details.why")).to_contain_text("Bo120")


def test_what_is_typed_stays(page: Page, shared, day, organiser):
    page.goto(shared().url + "/events/spring/")
    page.get_by_label("Player's number").fill("11")
    events.change(by=organiser, event=day, name="Summer Day")
    expect(page.get_by_role("heading", level=1)).to_have_text("Summer Day")
    expect(page.get_by_label("Player's number")).to_have_value("11")
    expect(page.get_by_label("Player's number")).to_be_focused()


def test_the_projector_goes_on_after_a_change(browser: Browser, shared, day, scores):
    page = browser.new_page(reduced_motion="reduce")
    page.goto(shared().url + PATH + "?projector=1")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    scores(120)
    expect(total(page, 120)).to_have_text("10")
    expect(page.locator("[data-projector]")).to_have_count(1)
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.close()


def test_a_page_that_nobody_looks_at_asks_for_nothing_and_catches_up(browser: Browser, shared, day, scores):
    page = browser.new_page()
    page.add_init_script(
        "Object.defineProperty(document, 'hidden', { get: () => window.away === true, configurable: true })"
    )
    page.goto(shared().url + PATH)
    page.wait_for_timeout(500)
    page.evaluate("window.away = true; document.dispatchEvent(new Event('visibilitychange'))")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    scores(120)
    page.wait_for_timeout(3000)
    assert asked == []
    page.evaluate("window.away = false; document.dispatchEvent(new Event('visibilitychange'))")
    expect(total(page, 120)).to_have_text("10")
    page.close()
