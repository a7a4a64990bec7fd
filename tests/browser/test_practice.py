"""Practice in the browser: each kind of round, by touch and by keyboard; nothing of the history leaves the browser."""

import os
import re

import pytest
from django.core.cache import cache
from django.urls import reverse
from playwright.sync_api import Page, expect

from puzzles import possible
from puzzles.games.twentyfour import review
from puzzles.words.word_lists import standard
from tests.browser.accessibility import HERE, WCAG
from tournament.practice import rounds

pytestmark = pytest.mark.django_db(transaction=True)
FORWARD = re.compile("Next round|Finish")
SIZES = {"360": (360, 740), "390": (390, 844), "1280": (1280, 900)}


@pytest.fixture(autouse=True)
def _asked_before(context):
    cache.clear()
    context.add_init_script(path=HERE / "vendor" / "axe.min.js")


@pytest.fixture
def begin(page: Page, live_server):
    """begin(kind, **choices): the page, with a round on it. `page.deals` are the requests that name them."""
    page.deals = []
    page.on("request", lambda request: page.deals.append(request) if "practice/move" in request.url else None)

    def at(kind: str, **choices: str) -> Page:
        page.goto(live_server.url + reverse("practice-round", args=[kind]))
        for name, value in choices.items():
            page.locator(f"#{name}").select_option(value)
        page.get_by_role("button", name="Start").click()
        return page

    return at


def dealt(page: Page):
    return rounds.deal(page.deals[-1].post_data_json["seed"])


def look(page: Page, name: str) -> None:
    """Axe's rules in light, and those for contrast in dark, on the page as it is; pictures of it if they are wanted."""
    before, shots = page.viewport_size, os.environ.get("SHOTS")
    dark = {"type": "rule", "values": ["color-contrast"]}
    for scheme, rules in (("dark", dark), ("light", {"type": "tag", "values": WCAG})):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = page.evaluate("rules => axe.run(document, {runOnly: rules})", rules)
        assert not found["violations"], [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]]
        for size, (width, height) in SIZES.items() if shots else ():
            page.set_viewport_size({"width": width, "height": height})
            page.screenshot(path=f"{shots}/practice-{name}-{size}-{scheme}.png", full_page=True)
        page.set_viewport_size(before)


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_letters_are_picked_by_thumb_and_the_best_words_come_after_the_answer(page: Page, begin):
    page.set_viewport_size({"width": 360, "height": 640})
    begin("letters", mode="seconds=60&start_after=1", letters="own=letters&rounds=L")
    for at, kind in enumerate(["Vowel", "Consonant"] * 4 + ["Vowel"]):
        expect(page.locator(".tile.turned")).to_have_count(at)
        page.get_by_role("button", name=kind).click()
    expect(page.locator("[data-seconds]")).to_have_text(re.compile(r"^\s*(60|[45]\d)\s*$"))
    fits(page)
    letters = "".join(page.locator(".tile").all_inner_texts()).lower()
    best = possible.words(letters, standard())["words"]
    assert best[0] not in page.content()
    for letter in best[0]:
        page.locator(f".tile button[data-insert={letter}]:not(.used)").first.click()
    expect(page.locator(".tile button.used")).to_have_count(len(best[0]))
    look(page, "letters-used")
    page.get_by_role("button", name="Answer").click()
    expect(page.locator(".cd-given")).to_contain_text(f"+{18 if len(best[0]) == 9 else len(best[0])}")
    expect(page.locator(".cd-words")).to_contain_text(best[0])
    expect(page.locator("span[data-score]")).to_contain_text("Solved: 1 of 1.")
    look(page, "letters-result")
    fits(page)


def test_numbers_by_keyboard_until_so_many_are_solved_and_a_mistake_stops_the_clock(page: Page, begin):
    begin("numbers", mode="count=3", large="large=2")
    expect(page.locator("#alone")).to_be_focused()
    look(page, "numbers")
    page.keyboard.type("1 +")
    page.keyboard.press("Enter")
    expect(page.locator("[data-said].play-refused")).not_to_be_empty()
    expect(page.locator("#alone")).to_have_value("1 +")  # what cannot be read is no mistake
    page.keyboard.type(" 1000")
    page.keyboard.press("Enter")
    expect(page.locator(".cd-given .missed")).to_contain_text("1000 is not one of the given numbers")
    expect(page.locator(".cd-possible code").first).to_contain_text("=")
    stopped = page.locator("[data-time]").text_content()
    page.wait_for_timeout(1200)
    expect(page.locator("[data-time]")).to_have_text(stopped)
    for solved in range(1, 4):
        expect(page.get_by_role("button", name="Next round")).to_be_focused()
        page.keyboard.press("Enter")
        expect(page.locator("#alone")).to_be_focused()
        deal = dealt(page)
        page.keyboard.type(possible.calculation(deal.numbers, deal.target)["text"])
        page.keyboard.press("Enter")
        expect(page.locator("span[data-score]")).to_contain_text(f"Solved: {solved} of {solved + 1}.")
    expect(page.locator("span[data-score]")).to_contain_text("Finished in")
    page.keyboard.press("Enter")
    expect(page.locator("[data-games] li")).to_contain_text("numbers: ")


def test_a_conundrum_without_a_clock_shows_its_answer_when_the_player_gives_up(page: Page, begin):
    begin("conundrum", mode="")
    expect(page.locator(".tile button")).to_have_count(9)
    expect(page.locator("[data-time]")).to_be_hidden()
    answer = dealt(page).answer
    assert answer not in page.content()
    page.get_by_role("button", name="Show me").click()
    expect(page.locator(".cd-answer")).to_have_text(answer.upper())
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("#alone")).to_be_focused()
    page.locator("#alone").fill(dealt(page).answer)
    page.keyboard.press("Enter")
    expect(page.locator(".cd-given .scored")).to_contain_text("The right answer")


def test_the_clock_ends_a_round_with_what_is_written(page: Page, begin):
    begin("numbers")
    page.goto(f"{page.url}?alone=on&start_after=1&seconds=5")
    expect(page.locator("#alone")).to_be_focused()
    page.locator("#alone").fill("1 +")
    expect(page.locator(".cd-given")).to_contain_text("Something is missing at the end", timeout=10_000)


def test_the_rounds_of_the_day_are_remembered_on_this_device_until_they_are_deleted(page: Page, begin, live_server):
    begin("daily", mode="")
    for name in rounds.daily_rounds():
        expect(page.locator(".tile button")).to_have_count(6 if "numbers" in name else 9)
        page.get_by_role("button", name="Show me").click()
        page.get_by_role("button", name=FORWARD).click()
    expect(page.locator("p[data-played]")).to_contain_text("0 points")
    sent = []
    page.on("request", lambda request: sent.append(request.post_data or ""))
    page.goto(live_server.url + reverse("practice"))
    expect(page.locator("[data-games] li")).to_contain_text("rounds of the day: 0 points, 0 of 3 solved")
    fits(page)
    assert not any("solved" in each for each in sent)
    page.get_by_role("button", name="Delete the history").click()
    expect(page.locator("[data-history]")).to_be_hidden()
    assert page.evaluate("localStorage.length") == 0


def test_mixed_rounds_go_on_after_the_connection_was_lost(page: Page, begin, context):
    begin("mixed", mode="")
    expect(page.locator("#alone")).to_be_focused()
    page.locator("#alone").fill("12")
    context.set_offline(True)
    page.get_by_role("button", name="Answer").click()
    expect(page.locator("[data-connection]")).to_contain_text("No connection.")
    expect(page.locator("#alone")).to_have_value("12")
    context.set_offline(False)
    expect(page.get_by_role("button", name="Next round")).to_be_focused()


def test_24_alone_until_five_are_solved(page: Page, begin):
    begin("twentyfour", mode="count=5")
    for solved in range(1, 6):
        expect(page.locator(".tf-write .tf-card")).to_have_count(4)
        numbers = tuple(map(int, page.locator(".tf-write .tf-card").all_inner_texts()))
        methods = review("classic", 24, (numbers,))["sets"][0]["methods"]
        if methods:
            page.locator("#answer-1").fill(methods[0])
            page.get_by_role("button", name="Answer", exact=True).dblclick()
        else:
            page.get_by_role("button", name="Impossible").click()
        expect(page.locator("[data-score]")).to_contain_text(f"Solved: {solved} of {solved}.")
        if solved == 1:
            look(page, "24-result")
            fits(page)
        page.get_by_role("button", name=FORWARD).click()
    expect(page.locator("[data-games] li")).to_contain_text("24: ")


def test_a_whole_game_ends_with_its_text(page: Page, live_server):
    page.goto(f"{live_server.url}/practice/countdown/?alone=on&rounds=C")
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Next round").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="The whole game as text").click()
    assert "game countdown" in download.value.path().read_text()
    page.get_by_role("button", name="Stop").click()
    expect(page.locator("[data-games] li")).to_contain_text("Countdown: 0 points, 0 of 1 solved")


def test_a_duel_alone_with_a_hint_and_the_machine(page: Page, live_server):
    page.goto(f"{live_server.url}/play/")
    page.get_by_role("button", name="Alone: easy").click()
    expect(page.locator(".du-players")).to_contain_text("The machine (easy)")
    expect(page.locator(".du-turns li")).to_have_count(1, timeout=8000)  # the machine begins
    page.get_by_role("button", name="Give me a hint").click()
    expect(page.locator("#hint")).to_contain_text("win")
    page.locator("[data-sign='+']").click()
    page.locator("#digit-5").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator(".du-turns li")).to_have_count(3, timeout=8000)
    fits(page)
    look(page, "duel")


def test_the_solvers_answer_on_a_page(page: Page, live_server):
    page.goto(live_server.url + reverse("practice-solvers"))
    page.get_by_label("Letters").fill("ARIOEKLNN")
    page.get_by_role("button", name="Find words").click()
    expect(page.get_by_role("status")).to_contain_text("lankier")
    page.get_by_label("Numbers").fill("50 8 8 4 3 1")
    page.get_by_label("Target").fill("429")
    page.get_by_role("button", name="Find the best calculation").click()
    expect(page.get_by_role("status")).to_contain_text("= 429")
    look(page, "solver-numbers")
    page.get_by_label("Scramble").fill("lets mania")
    page.get_by_role("button", name="Find the word").click()
    expect(page.get_by_role("status")).to_contain_text("laminates")
    page.get_by_label("Scramble").fill("lets")
    page.get_by_role("button", name="Find the word").click()
    expect(page.locator(".errorlist")).to_have_text("A conundrum has nine letters.")
    fits(page)
