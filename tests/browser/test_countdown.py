# ruff: noqa: F811
"""A game of Countdown in browsers: a host, a projector and three phones."""

import re

import pytest
from playwright.sync_api import Page, expect

from puzzles.words.word_lists import standard
from tests.browser.accessibility import WCAG, load_scripts
from tests.browser.tables import PHONE, open_as, press  # noqa: F401
from tournament.game_tables import actions
from tournament.models import Table, TableMove


@pytest.fixture
def table(db):
    """Opens a table without an event: (table, the host's secret)."""
    return lambda **settings: actions.open_table(by=None, game="countdown", settings=settings)


@pytest.fixture
def playing(table, open_as):
    """A short game with a host, a projector and three phones, before it begins."""
    made, secret = table(rounds="LNC", tie_conundrums=False)
    host = open_as(made, "host", secret, viewport={"width": 1280, "height": 900})
    screen = open_as(made, "screen", viewport={"width": 1280, "height": 720})
    phones = []
    for name in ("Ada", "Ben", "Cem"):
        _seat, token = actions.join(table=made, name=name)
        phones.append(open_as(made, "seat", token, viewport=PHONE, has_touch=True))
    return made, host, screen, phones


def accessible(*pages: Page) -> None:
    for page in pages:
        load_scripts(page)
        assert page.evaluate("tags => looking.axe('tag', tags)", WCAG) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def letters_on(page: Page) -> str:
    return "".join(page.locator(".tile.turned").all_inner_texts()).lower()


@pytest.mark.drill  # tests/tournament/play plays whole games; the phases on each screen are in test_room_screen.py
def test_a_whole_game(playing):
    made, host, screen, phones = playing
    ada, ben, cem = phones
    press(host, "Start the game")
    for count, pile in enumerate("vcvcvcccc", start=1):
        press(ada, "Vowel" if pile == "v" else "Consonant")
        expect(screen.locator(".tile.turned")).to_have_count(count)
    accessible(host, screen, ada)
    word = standard().best_words(letters_on(screen))[0]
    press(host, "Start the clock")
    for phone in phones:
        expect(phone.locator("#paper")).to_be_visible()
    ben.locator("#paper").fill(word)
    expect(ben.locator("[data-said]")).to_contain_text("Received")
    ben.context.set_offline(True)
    cem.locator("#paper").press_sequentially("tre")
    expect(cem.locator("[data-said]")).to_contain_text("Received")
    for page in (screen, host, ada, cem):
        assert word not in page.content()
    accessible(host, screen, ada)
    press(host, "End the clock")
    expect(cem.get_by_role("button", name="No word")).to_be_visible()
    accessible(cem)
    declare(ada, len(word))
    declare(cem, 3)
    expect(host.locator("#declare-1")).to_contain_text("declared")
    ben.context.set_offline(False)
    declare(ben, len(word))
    expect(ada.locator("#present")).to_be_visible()
    accessible(host, ada)
    give(ada, word)
    give(ben, word)
    give(cem, "zzz")
    expect(screen.locator(".cd-given .scored")).to_have_count(2)
    expect(screen.locator(".room-best")).to_contain_text(word, ignore_case=True)
    accessible(host, screen, cem)
    press(host, "Next round")

    press(ben, "^2$")
    expect(screen.locator(".tile.turned")).to_have_count(6)
    expect(screen.locator(".cd-target strong")).to_have_text(re.compile("[0-9]{3}"))
    press(host, "Start the clock")
    press(host, "End the clock")
    expect(ada.locator("#number")).to_be_visible()
    accessible(ada, host)
    for phone in phones:
        press(phone, "No number")
    expect(screen.locator(".room-best")).to_be_visible()
    press(host, "Next round")

    expect(screen.locator(".cd-scramble")).to_have_count(0)
    press(host, "Start the clock")
    expect(screen.locator(".cd-scramble")).to_be_visible()
    accessible(host, screen)
    answer = TableMove.objects.get(table=made, kind="conundrum").facts["answer"]
    press(ada, "Buzz")
    ada.locator("#answer").fill("wrong")
    accessible(ada, host)
    press(ada, "Answer")
    expect(screen.locator(".cd-given")).to_contain_text("wrong")
    press(cem, "Buzz")
    cem.locator("#answer").fill(answer)
    press(cem, "Answer")
    expect(screen.locator(".cd-answer")).to_have_text(answer.upper())
    press(host, "Finish")
    expect(screen.locator(".winner")).to_be_visible()
    expect(screen.locator(".game-awards")).to_contain_text(f"Longest word: {word}")
    expect(screen.locator(".game-awards")).to_contain_text("Fastest right answer:")
    expect(cem.locator(".own-place")).to_contain_text("You are")
    accessible(host, screen)
    made.refresh_from_db()
    assert made.stage == Table.Stage.OVER
    scores = host.locator(".cd-scores strong").all_inner_texts()
    assert sorted(map(int, scores)) == sorted([len(word), len(word), 10])


def declare(phone: Page, length: int) -> None:
    press(phone, f"^{length}$" if length < 9 else "^9$")


def give(phone: Page, word: str) -> None:
    phone.locator("#present").fill(word)
    press(phone, "Give this word")


def test_a_game_from_paper_is_entered_by_keyboard_alone(table, open_as, db):
    made, secret = actions.open_table(by=None, game="countdown", settings={"rounds": "LNC"}, recorded=True)
    for name in ("Ada", "Ben"):
        actions.join(table=made, name=name, by_host=True)
    page = open_as(made, "host", secret, viewport={"width": 1280, "height": 900})
    press(page, "Start the game")
    keys = page.keyboard

    def enter(text: str, shows: str) -> None:
        """Type into the field that has the focus, and press Enter."""
        expect(page.locator("input:focus")).to_have_attribute("data-focus", "")
        keys.type(text)
        keys.press("Enter")
        expect(page.locator(".cd")).to_contain_text(shows)

    enter("arioeklnn", "Time is up")
    enter("7", "1 of 2 have declared")
    enter("7", "their turn")
    enter("lankier", "lankier")
    enter("aileron", "What was possible")
    expect(page.locator(".cd-scores")).to_contain_text("7")
    keys.press("Enter")  # the next round
    enter("50 8 8 4 3 1", "The target")
    enter("429", "Time is up")
    enter("429", "1 of 2 have declared")
    enter("430", "their turn")
    enter("(50+4)*8-3", "What was possible")
    keys.press("Enter")
    expect(page.locator("#came")).to_be_focused()
    keys.type("lets mania")
    keys.press("Tab")
    keys.type("laminates")
    keys.press("Enter")
    expect(page.locator(".cd")).to_contain_text("Who buzzed?")
    keys.press("1")
    enter("laminates", "The right answer")
    keys.press("n")
    expect(page.locator("h1")).to_have_text("Final scores")
    assert sorted(map(int, page.locator(".cd-scores strong").all_inner_texts())) == [7, 27]


def test_what_is_on_the_paper_is_sent_although_the_page_was_loaded_again_at_once(table, open_as, db):
    made, secret = table(rounds="N", tie_conundrums=False)
    host = open_as(made, "host", secret, viewport={"width": 1280, "height": 900})
    _seat, token = actions.join(table=made, name="Ada")
    ada = open_as(made, "seat", token, viewport=PHONE, has_touch=True)
    press(host, "Start the game")
    press(ada, "^2$")
    press(host, "Start the clock")
    ada.locator("#paper").fill("first")
    ada.reload()
    expect(ada.locator("#paper")).to_have_value("first")
    expect(ada.locator("[data-unsent]")).to_be_hidden()
    assert TableMove.objects.filter(table=made, kind="write").latest("number").facts["text"] == "first"
    ada.route("**/moves/", lambda route: route.fulfill(status=409, json={"detail": "Not now."}))
    ada.locator("#paper").fill("second")
    expect(ada.locator("[data-said]")).to_contain_text("Not now.")
    expect(ada.locator("[data-unsent]")).to_be_visible()
    ada.unroute("**/moves/")
    expect(ada.locator("[data-unsent]")).to_be_hidden()
    assert TableMove.objects.filter(table=made, kind="write").latest("number").facts["text"] == "second"
