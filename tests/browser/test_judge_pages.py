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


def test_everything_works_without_a_script_on_a_phone_and_breaks_no_policy(browser: Browser, sign_in):
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740})
    page, said = context.new_page(), []
    page.on("console", lambda message: said.append(message.text))
    sign_in(page)
    queue = page.url
    assert is_narrow(page)
    page.goto(queue + "sheets/?number=103&round=1")
    expect(page.locator("main")).to_contain_text("1" * 300)
    assert is_narrow(page)
    page.goto(queue)
    page.get_by_role("link", name=TWO_WAYS).click()
    expect(page.get_by_label("What the line says", exact=True)).to_be_hidden()
    page.get_by_label("a method of its own; I type its value").check()
    page.get_by_label("The number").fill("9")
    page.get_by_label("Reason").fill("Seen.")
    assert is_narrow(page)
    page.get_by_role("button", name="Rule", exact=True).click()
    expect(page.locator(".message-success")).to_contain_text("counts as a method worth 9")
    assert said == []
    context.close()


def is_narrow(page: Page) -> bool:
    return page.evaluate("document.documentElement.scrollWidth") <= 360


def _lines_that_wait(add_round, add_player, hand_in) -> None:
    """Twenty, in the suite seven: 7 of one ambiguous answer, written in two ways, 5 that miss however they are read, 5
    that nobody can read, and 3 illegible ones."""
    near = add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)
    far = add_round("twenty_four", boxes(((1, 2, 2, 6), 24)), rounds=1)
    for at in some(range(7), of=2):
        hand_in(near, add_player(), [(0, TWO_WAYS if at % 2 else "6 ÷ 2(1 + 2)")])
    misses = ["6/2(1+2)", "6/2(2-1)", "2/1(6+2)", "2/1(6-2)", "2/2(6+1)"]
    hand_in(far, add_player(), [(0, text) for text in some(misses, of=5)])
    hand_in(far, add_player(), [(0, f"1 2 2 six {at}") for at in some(range(5), of=5)])
    hand_in(far, add_player(), some([(0, "", "illegible")] * 3, of=3))


def _in_focus(page: Page) -> Locator:
    """The entry with the focus, once it has had it for as long as keys do not decide."""
    entry = page.locator("[data-entry]:focus-within:not(.is-new)")
    expect(entry).to_have_count(1)
    return entry


@pytest.mark.sampled
def test_one_key_decides_each_of_many_different_answers_and_the_focus_goes_to_the_first_that_waits(
    page: Page, day, sign_in, add_round, add_player, hand_in, work_through
):
    _lines_that_wait(add_round, add_player, hand_in)
    work_through()
    sign_in(page).get_by_role("link", name="Begin").click()
    presses, waiting = 1, page.locator("[data-entry]").count()
    first = _in_focus(page).get_attribute("id")
    page.keyboard.press("j")  # only to see where the focus goes
    for done in range(waiting):
        if done == 1:
            assert _in_focus(page).get_attribute("id") == first
            page.mouse.wheel(0, 5000)
            expect(page.locator("[data-undo]")).to_be_in_viewport(ratio=1)
        several = _in_focus(page).locator("[data-key='1']").count()
        with page.expect_navigation():
            page.keyboard.press("1" if several else "0")
        presses += 1
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    assert Ruling.objects.count() == waiting
    assert presses <= waiting * 50 / 40, "40 answers in at most 50 presses"


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
