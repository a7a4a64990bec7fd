# ruff: noqa: F811
"""A round of Countdown on the real server, while a phone loses its connection and processes are killed."""

import time
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from puzzles.words.word_lists import standard
from tests.browser.test_countdown import PHONE, declare, give, letters_on, press
from tests.tournament.serving.conftest import serve  # noqa: F401
from tests.tournament.serving.test_tables import send
from tournament.models import Table, TableMove
from tournament.moves import recording, table_cache

# In the suite: a phone that loses its connection in test_countdown.py and test_lost_connection.py, a killed worker in
# standalone/test_worker.py.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.drill]

NAMES = ("Ada", "Ben", "Cem")
SECONDS = 90  # longer than any restart takes; the host ends the clock
CLOCK_ERROR = 1.5  # seconds that a page may be off, with the rounding of what it shows


@pytest.fixture
def browsers(browser):
    """browsers(**how) -> a page in a browser of its own."""
    contexts = []

    def page(**how) -> Page:
        contexts.append(browser.new_context(**how))
        return contexts[-1].new_page()

    yield page
    for context in contexts:
        context.close()


@pytest.fixture
def at_table(serve, worker, browsers):
    """A lobby with everybody in it, through the pages only: (server, table, host, screen, phones)."""
    server = serve()
    host = browsers(viewport={"width": 1280, "height": 900})
    host.goto(f"{server.url}/play/open/countdown/")
    host.locator("[name=rounds]").select_option("LNC")
    host.locator("[name=seconds]").fill(str(SECONDS))
    press(host, "Host this game")
    table = Table.objects.get()
    screen = browsers(viewport={"width": 1280, "height": 720})
    screen.goto(f"{server.url}/play/{table.code}/screen/")
    phones = []
    for name in NAMES:
        phones.append(browsers(viewport=PHONE, has_touch=True))
        phones[-1].goto(f"{server.url}/play/?pin={table.pin}")
        phones[-1].locator("[name=name]").fill(name)
        press(phones[-1], "Join")
    return server, table, host, screen, phones


def test_nothing_is_lost_or_counted_twice(at_table, worker):
    server, table, host, screen, (ada, ben, cem) = at_table
    press(host, "Start the game")
    expect(ada.get_by_role("button", name="Vowel")).to_be_visible()
    for pile in ("vowel", "consonant") * 4 + ("consonant",):
        send(table, "player", "letter", {"pile": pile}, seat=1)
    expect(screen.locator(".tile.turned")).to_have_count(9)
    word = standard().best_words(letters_on(screen))[0]
    press(host, "Start the clock")
    expect(screen.locator("[data-seconds]")).to_be_visible()
    before = clock(table)

    ada.locator("#paper").fill(word)
    expect(ada.locator("[data-said]")).to_contain_text("Received at")
    ben.context.set_offline(True)
    ben.locator("#paper").fill(word)
    server.kill()
    worker.kill()
    cem.locator("#paper").fill(word)
    expect(cem.locator("[data-connection]")).to_contain_text("No connection")
    server.start()
    worker.start()
    ben.context.set_offline(False)
    wait_until_kept(table, word, seats=3)
    assert clock(table) == before
    for page in (host, screen, ada, ben, cem):
        expect(page.locator("[data-connection]")).to_be_hidden()
        assert abs(shown(page) - (before.ends / 1000 - time.time())) < CLOCK_ERROR
    ada.reload()
    expect(ada.locator("#paper")).to_have_value(word)

    press(host, "End the clock")
    for phone in (ada, ben, cem):
        declare(phone, len(word))
    for phone in (ada, ben, cem):
        expect(phone.locator("#present")).to_be_visible()
        give(phone, word)
    expect(screen.locator(".cd-given .scored")).to_have_count(3)
    assert points(table) == dict.fromkeys((1, 2, 3), len(word))
    assert_recorded_once(table, word)


def wait_until_kept(table: Table, word: str, seats: int, seconds: float = 60) -> None:
    """What a phone says of it goes away again after some seconds, so the record is asked."""
    until = time.monotonic() + seconds
    while written(table, word).keys() != set(range(1, seats + 1)):
        assert time.monotonic() < until, written(table, word)
        time.sleep(0.1)


def written(table: Table, word: str) -> Counter[int]:
    """How often each seat wrote the word."""
    moves = TableMove.objects.filter(table=table, kind="write", facts__text=word)
    return Counter(moves.values_list("seat", flat=True))


def clock(table: Table):
    table_cache.forget()
    found = table_cache.find(table.code)
    assert found is not None
    assert found.position.clock is not None
    return found.position.clock


def shown(page: Page) -> float:
    return float(page.locator("[data-seconds]").inner_text())


def points(table: Table) -> dict[int, int]:
    table_cache.forget()
    found = recording.record_due(table)
    return found.game.scores(found.position)


def assert_recorded_once(table: Table, word: str) -> None:
    """Each phone's word, declaration and answer stands there once, and every move has a number of its own."""
    moves = TableMove.objects.filter(table=table)
    assert written(table, word).keys() == {1, 2, 3}  # what stands in a box may be sent again after a lost answer
    for kind in ("declare", "present"):
        said = Counter(moves.filter(kind=kind).values_list("seat", flat=True))
        assert said == {1: 1, 2: 1, 3: 1}
    numbers = sorted(moves.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
