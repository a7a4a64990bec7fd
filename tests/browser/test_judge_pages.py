"""A judge at her desk: keys, mouse, no script, a narrow screen."""

from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.laws import some
from tests.tournament.making import boxes, sign_in_address
from tournament.models import Result, Ruling

pytestmark = pytest.mark.django_db(transaction=True)

TWO_WAYS, UNREADABLE, REFUSED = "6/2(1+2)", "1 2 2 six", "6+2"


@pytest.fixture
def day(event, add_round, add_player, hand_in, work_through, judge_user):
    """One box, 9 from 1 2 2 6, on three sheets: one answer twice, one that nobody can read, one refused."""
    round_ = add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)
    for written in ([TWO_WAYS, REFUSED], [TWO_WAYS], [UNREADABLE, "1" * 300]):
        hand_in(round_, add_player(), [(0, text) for text in written] + [(0, "", "illegible")])
    work_through()
    return event


@pytest.fixture
def sign_in(live_server, day, judge_user):
    """sign_in(page) -> the judge's queue"""

    def enter(page: Page) -> Page:
        page.goto(live_server.url + sign_in_address(judge_user))
        expect(page.get_by_role("heading", name="Waiting for a ruling")).to_be_visible()
        return page

    return enter


def test_a_whole_ruling_by_keyboard(page: Page, sign_in, work_through):
    sign_in(page).get_by_role("link", name=TWO_WAYS).press("Enter")
    expect(page.get_by_text("It can be read in 2 ways")).to_be_visible()
    expect(page.locator(".readings .math-large math")).to_have_count(2)
    page.get_by_text("Step by step").first.click()
    expect(page.locator(".working li").first).to_be_visible()
    page.keyboard.press("1")
    expect(page.locator("[name=counts_as]:checked")).to_have_count(0)
    page.locator("[value=nothing]").focus()
    for _held in range(3):
        page.keyboard.down("1")
    page.keyboard.up("1")
    expect(page.get_by_label("Reason")).to_be_focused()
    page.keyboard.press("1")
    expect(page.get_by_label("Reason")).to_have_value("")
    page.keyboard.type("On the paper the fraction ends before the bracket. 1 2 n r")
    page.keyboard.press("Enter")
    expect(page.locator(".message-success")).to_contain_text("on 2 sheets; points follow in a moment")
    assert Ruling.objects.get().reason.endswith("1 2 n r"), "letters typed in a field are no keys"
    work_through()
    assert sorted(Result.objects.values_list("points", flat=True)) == [0, 10, 10]


def test_what_it_would_change_is_shown_before(page: Page, sign_in):
    sign_in(page).get_by_role("link", name=TWO_WAYS).click()
    page.locator("[value=nothing]").check()
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator(".effects")).to_contain_text("Nobody’s points change.")
    expect(page.locator("[value=nothing]")).to_be_checked()
    page.locator("[name=counts_as]").first.check()
    page.get_by_role("button", name="Show what it changes").click()
    expect(page.locator(".effects table").first.locator("tbody tr")).to_have_count(2)
    assert not Ruling.objects.exists()


def test_a_method_the_engine_refuses_stays_on_the_form_with_the_reason(page: Page, sign_in):
    sign_in(page).get_by_role("link", name=UNREADABLE).click()
    expect(page.get_by_label("What the line says", exact=True)).to_be_hidden()
    page.get_by_label("what it says; I type it").check()
    page.get_by_label("What the line says", exact=True).fill("6 + 2")
    page.get_by_label("Reason").fill("So it says.")
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.get_by_text("The program refuses what you typed.")).to_be_visible()
    expect(page.get_by_label("What the line says", exact=True)).to_have_value("6 + 2")
    expect(page.get_by_label("Reason")).to_have_value("So it says.")
    page.get_by_label("This is what the line says. Store it").check()
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator(".message-success")).to_contain_text("says 6 + 2, which brings no points")


def test_a_refused_line_is_found_by_number_and_round(page: Page, sign_in):
    sign_in(page).get_by_label("Number or name").fill("101")
    page.keyboard.press("Enter")
    page.get_by_role("link", name=REFUSED).click()
    expect(page.get_by_role("heading", name="Your ruling")).to_be_visible()


def test_everything_works_without_a_script_and_breaks_no_policy(browser: Browser, sign_in):
    context = browser.new_context(java_script_enabled=False)
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    sign_in(page).get_by_role("link", name=TWO_WAYS).click()
    page.get_by_label("a method of its own; I type its value").check()
    page.get_by_label("The number").fill("9")
    page.get_by_label("Reason").fill("Seen.")
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator(".message-success")).to_contain_text("counts as a method worth 9")
    page.goto(page.url.split("/judge/")[0] + "/judge/rulings/")
    page.get_by_role("link", name="Withdraw").click()
    expect(page.get_by_label("what the program says: withdraw the ruling")).to_be_checked()
    assert said == []
    context.close()


def _lines_that_wait(add_round, add_player, hand_in) -> None:
    """Twenty, in the suite eight: 7 of one ambiguous answer, written in two ways, 5 that miss however they are read, 5
    that nobody can read, and 3 illegible ones."""
    near = add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)
    far = add_round("twenty_four", boxes(((1, 2, 2, 6), 24)), rounds=1)
    for at in some(range(7), of=2):
        hand_in(near, add_player(), [(0, TWO_WAYS if at % 2 else "6 ÷ 2(1 + 2)")])
    misses = ["6/2(1+2)", "6/2(2-1)", "2/1(6+2)", "2/1(6-2)", "2/2(6+1)"]
    hand_in(far, add_player(), [(0, text) for text in some(misses, of=3)])
    hand_in(far, add_player(), [(0, f"1 2 2 six {at}") for at in some(range(5), of=3)])
    hand_in(far, add_player(), some([(0, "", "illegible")] * 3, of=3))


def _in_focus(page: Page) -> Locator:
    """The entry with the focus, once it has had it for as long as keys do not decide."""
    entry = page.locator("[data-entry]:focus-within:not(.is-new)")
    expect(entry).to_have_count(1)
    return entry


@pytest.mark.sampled
def test_one_key_decides_each_of_many_different_answers(
    page: Page, day, sign_in, add_round, add_player, hand_in, work_through
):
    _lines_that_wait(add_round, add_player, hand_in)
    work_through()
    sign_in(page).get_by_role("link", name="Begin").click()
    presses, waiting = 1, page.locator("[data-entry]").count()
    for _ in range(waiting):
        several = _in_focus(page).locator("[data-key='1']").count()
        with page.expect_navigation():
            page.keyboard.press("1" if several else "0")
        presses += 1
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    assert Ruling.objects.count() == waiting
    assert presses <= waiting * 50 / 40, "40 answers in at most 50 presses"


def test_after_a_key_the_focus_is_on_the_first_entry_that_waits(page: Page, sign_in):
    sign_in(page).get_by_role("link", name="Begin").click()
    first = _in_focus(page).get_attribute("id")
    page.keyboard.press("j")
    _in_focus(page)
    with page.expect_navigation():
        page.keyboard.press("0")
    assert _in_focus(page).get_attribute("id") == first
    page.mouse.wheel(0, 5000)
    expect(page.locator("[data-undo]")).to_be_in_viewport(ratio=1)


def test_a_key_that_comes_too_soon_decides_nothing_and_u_takes_the_last_ruling_back(page: Page, day, sign_in):
    page.clock.install()
    sign_in(page)
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.get_by_role("link", name="Begin").click()
    expect(page.locator("[data-entry].is-new:focus-within")).to_have_count(1)
    page.keyboard.press("0")
    expect(page.get_by_text("That key came too soon")).to_be_visible()
    assert not Ruling.objects.exists()
    page.clock.run_for(300)
    with page.expect_navigation():
        page.keyboard.press("0")
    ruled = Ruling.objects.get()
    with page.expect_navigation():
        page.keyboard.press("u")
    expect(page.locator(f"#line-{ruled.puzzle.round.sheets.first().submissions.first().pk}")).to_be_visible()
    assert [each.counts_as for each in Ruling.objects.all()] == ["nothing", "withdrawn"]


def test_nothing_scrolls_sideways_on_a_phone(browser: Browser, sign_in):
    page = browser.new_page(viewport={"width": 360, "height": 740})
    sign_in(page)
    queue = page.url
    links = page.locator(".waiting .said a").evaluate_all("links => links.map(link => link.href)")
    for address in (queue, *links, queue + "rulings/", queue + "sheets/?number=103&round=1"):
        page.goto(address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
    page.close()
