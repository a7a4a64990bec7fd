"""The public pages as people meet them: on a phone, on the projector, without a script, on paper."""

import pypdfium2 as pdfium
import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db(transaction=True)

HITS, OTHERWISE, MISSES, UNREADABLE = "(1 + 2 + 3) * 4", "1*2*3*4", "1+2+3+4", "1 2 3 four"
LONG = "1+" * 100 + "1"  # no screen is as wide; a longer one only costs the browser time
IN_SIGHT = """rows => rows.map((row, place) => [place, row.getBoundingClientRect()]).filter(([place, box]) =>
    box.top + 1 >= rows[place].closest("table").tHead.rows[0].cells[0].getBoundingClientRect().bottom &&
    box.bottom <= document.querySelector("[data-projector]").getBoundingClientRect().top + 1).map(([place]) => place)"""
PAGES = ("event", "division", "division-teams", "round", "entrant", "team")


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through, judge_user):
    """Thirty players in teams, one of them with lines of every kind and the longest names that can be."""
    first = add_player(
        101, 3, "A team whose name nobody could shorten", first_name="Maximiliane-Charlotte", last_name="Lund"
    )
    lines = hand_in(
        round_24,
        first,
        [
            (0, HITS),
            (0, OTHERWISE),
            (0, MISSES),
            (0, UNREADABLE),
            (1, LONG),
            (2, "", "blank"),
            (2, "4", "illegible"),
        ],
    )
    for number in range(102, 131):
        hand_in(round_24, add_player(number, 3, f"Team {number % 7}"), [(0, HITS if number % 3 else MISSES)])
    work_through()
    rulings.give(by=judge_user, submission=lines[3], counts_as="nothing", reason="There is no sign in it.")
    work_through()
    return event


@pytest.fixture
def at(live_server, day):
    """at("division") -> the address of a page of the event"""
    team = day.teams.order_by("pk").first().pk
    parts = {"division": [3], "division-teams": [3], "round": [1], "entrant": [101], "team": [team]}
    return lambda name: live_server.url + reverse(name, args=[day.slug, *parts.get(name, [])])


def test_the_projector_starts_and_pauses_by_a_key_and_shows_every_row_and_then_the_next_standing(browser: Browser, at):
    """Where less motion is asked for it starts paused, and it jumps, so a test need not wait for it to glide."""
    page = browser.new_page(reduced_motion="reduce")
    page.clock.install()
    page.goto(at("division") + "?projector=1")
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    page.clock.run_for(20_000)
    assert page.evaluate("scrollY") == 0
    for name in ("Pause", "Continue", "Pause"):
        page.keyboard.press("Space")
        expect(page.get_by_role("button", name=name)).to_be_visible()
        if name == "Continue":
            page.clock.run_for(20_000)
            assert page.evaluate("scrollY") == 0
    rows, seen, before = page.locator("tbody tr"), set(), -1
    while len(seen) < rows.count():
        fresh = set(rows.evaluate_all(IN_SIGHT)) - seen
        assert fresh or not seen and page.evaluate("scrollY") > before, "it stood still or passed rows over"
        seen, before = seen | fresh, page.evaluate("scrollY")
        page.clock.run_for(12_000)
    expect(page).to_have_url(at("division-teams") + "?projector=1")
    page.close()


def test_the_projector_glides_to_the_end_below_a_head_that_stays_and_goes_on(page: Page, at):
    page.clock.install()
    page.goto(at("division") + "?projector=1")
    page.clock.run_for(5_000)
    assert page.evaluate("scrollY") == 0, "nobody has read the first lines yet"
    page.clock.run_for(6_000)
    first = page.evaluate("scrollY")
    assert 20 < first < page.evaluate("innerHeight / 2")
    page.clock.run_for(12_000)
    assert first < page.evaluate("scrollY") < page.evaluate("innerHeight * 1.5")
    title, head = page.locator(".page-header"), page.locator("thead th").first
    assert title.evaluate("title => title.getBoundingClientRect().top") == 0, "who comes late reads the grade"
    below = "(cell, edge) => Math.abs(cell.getBoundingClientRect().top - edge)"
    assert head.evaluate(below, title.evaluate("title => title.getBoundingClientRect().bottom")) < 1
    assert title.bounding_box()["height"] < 60
    for _ in range(40):
        if "teams" in page.url:
            break
        page.clock.run_for(5_000)
    expect(page).to_have_url(at("division-teams") + "?projector=1")


def test_on_paper_there_are_no_buttons_and_each_grade_of_a_round_begins_a_page(
    page: Page, at, add_player, round_24, hand_in, work_through
):
    page.goto(at("division"))
    page.emulate_media(media="print")
    expect(page.get_by_role("table")).to_be_visible()
    expect(page.get_by_text("Show on a projector")).to_be_hidden()
    expect(page.get_by_text("Provisional results.")).to_be_visible()
    hand_in(round_24, add_player(401, 4, first_name="Zoe"), [(0, HITS)])
    work_through()
    page.goto(at("round"))
    printed = pdfium.PdfDocument(page.pdf(format="A4", prefer_css_page_size=True))
    # where words end is the reader's guess, and it guesses wrong
    pages = ["".join(printed[at].get_textpage().get_text_range().split()) for at in range(len(printed))]
    first = next(number for number, text in enumerate(pages) if "Grade4" in text)
    assert pages[first].startswith("Grade4")
    assert "Zoe" in pages[first]
    assert all("CSV" not in text and "nobodyfound" not in text for text in pages)
    for number in range(101, 131):
        assert any(f"No.{number}" in text for text in pages[:first]), number
    assert all("PlacePlayerPoints" in text for text in pages[: first + 1]), "a page of the table has no head"


SMALL_TARGETS = """() => [...document.querySelectorAll("a[href], button, summary, input, select")]
    .filter(each => each.checkVisibility() && !each.matches(".skip-link"))
    .map(each => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
    .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
    .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
SMALL_MATHEMATICS = """() => [...document.querySelectorAll("math :is(mn, mi, mo, mtext)")]
    .map(each => [each.textContent, parseFloat(getComputedStyle(each).fontSize)])
    .filter(([, size]) => size < 14)"""
POWERS = "(4^(3-1))!/((5-2)^2)^(1/2)+1*2"


def test_on_a_phone_without_a_script_nothing_scrolls_sideways_a_finger_hits_every_link_and_mathematics_can_be_read(
    browser: Browser, at, live_server, day, round_24, add_player, hand_in, work_through
):
    hand_in(round_24, add_player(131, 3), [(0, POWERS)])
    work_through()
    page, said = browser.new_page(viewport={"width": 360, "height": 740}, java_script_enabled=False), []
    page.on("console", lambda message: said.append(message.text))
    inside = "[...document.querySelectorAll('.table-wrap')].every(box => box.scrollWidth <= box.clientWidth)"
    others = {"methods": [1, 3], "records": [], "notation": []}
    addresses = {name: live_server.url + reverse(name, args=[day.slug, *parts]) for name, parts in others.items()}
    addresses |= {name: at(name) for name in PAGES} | {"131": at("entrant").replace("101", "131")}
    for name, address in addresses.items():
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name
        if name in PAGES:
            assert page.evaluate(inside), name
        page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
        assert page.evaluate(SMALL_TARGETS) == [], name
        assert page.evaluate(SMALL_MATHEMATICS) == [], name
    assert said == [], "no page breaks the policy"
    page.close()


def test_methods_and_records_begin_short_unfold_and_break_no_policy(browser: Browser, live_server, day):
    page, said = browser.new_page(viewport={"width": 390, "height": 844}), []
    page.on("console", lambda message: said.append(message.text))
    for name, parts, part in (("methods", [1, 3], "The methods found"), ("records", [], "Hardest puzzles")):
        page.goto(live_server.url + reverse(name, args=[day.slug, *parts]))
        short = page.evaluate("document.documentElement.scrollHeight")
        assert short < 3 * 844, name
        page.locator("summary", has_text=part).first.click()
        assert page.evaluate("document.documentElement.scrollHeight") > short
        page.emulate_media(media="print")
        for fold in page.locator(".fold > :not(summary, .files)").all():
            assert fold.evaluate("part => part.getBoundingClientRect().height"), f"{name} on paper"
        page.emulate_media(media="screen")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        fill = page.locator(".chart-bar").first.evaluate("bar => getComputedStyle(bar).fill")
        assert fill not in ("", "none", "rgb(0, 0, 0)"), scheme
    page.locator("summary", has_text="Score distribution").click()
    page.get_by_text("As a table").first.click()
    expect(page.locator(".chart table").first).to_be_visible()
    assert said == []
    page.close()
