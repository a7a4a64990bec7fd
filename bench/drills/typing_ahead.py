"""One person types sheet after sheet without looking at the screen, at 30, 60 and 100 ms from key to key, and waits for
no page, while each answer of the server takes a third of a second. The record is compared with what was typed."""

import random
import re
import time
import uuid

PAUSES = 30, 60, 100  # milliseconds
SLOW = 0.3  # seconds
SIGNS = "+", " - ", " x ", "*"


def run(report, *, short: bool, seed: int) -> None:
    from bench import hall
    from bench.running import House

    chance, count = random.Random(seed), 6 if short else 200
    made = hall.make(f"ahead-{uuid.uuid4().hex[:6]}", volunteers=1, players=count)
    session = hall.sign_in(made.volunteers[0])
    papers = {number: [_line(chance), _line(chance)] for number in range(1, count + 1)}
    with House() as house:
        address = f"http://127.0.0.1:{house.port}"
        took = _type(address, f"{address}/events/{made.event.slug}/key/{made.round.position}/", session, papers)
    recorded = _recorded(made.round)
    wrong = [number for number, lines in papers.items() if recorded.get(number) != lines]
    report.say(f"{count} sheets typed in {took:.0f} s, {count - len(recorded)} of them not handed in")
    report.promise(not wrong, f"each of {count} sheets is recorded as it was typed ({wrong[:5] or 'no difference'})")


def _line(chance: random.Random) -> str:
    numbers = [str(chance.randint(1, 12)) for _number in range(4)]
    return chance.choice(SIGNS).join(numbers)


def _type(address: str, page_of_numbers: str, session: str, papers: dict[int, list[str]]) -> float:
    """Seconds that it took."""
    from playwright.sync_api import sync_playwright

    from tests import chromium

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        context = browser.new_context()
        context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
        page = context.new_page()
        page.goto(page_of_numbers)
        page.route(re.compile(r"/(key|api)/"), _late)
        began = time.monotonic()
        for number, lines in papers.items():
            page.keyboard.type("\n".join([str(number), *lines, ""]), delay=PAUSES[number % 3])
            page.keyboard.press("Control+Enter")
            page.keyboard.press("Enter", delay=PAUSES[number % 3])
        page.get_by_text(f"Sheet {number} is handed in").wait_for(timeout=60_000)
        took = time.monotonic() - began
        browser.close()
    return took


def _late(route) -> None:
    time.sleep(SLOW)
    route.continue_()


def _recorded(round_) -> dict[int, list[str]]:
    from tournament.models import Submission

    lines = Submission.objects.filter(sheet__round=round_).order_by("sheet", "position")
    texts: dict[int, list[str]] = {}
    for number, text in lines.values_list("sheet__entrant__player__number", "text"):
        texts.setdefault(number, []).append(text)
    return texts
