"""Live tables through the real web server: how soon a press is on the other screens.

1. A host, the room's screen and four phones in Chromium: from a press of the host until each of the others shows it.
2. The same with the host and the screen in Chromium and thirty phones that are scripts.
3. Twenty tables of ten phones, which are scripts. Each phone makes a move every five seconds, and every move changes
   what all at its table see.

The yardsticks: the smallest request of the same page; and the same move the smallest request. The web server
has two processes, as with `make run`; Chromium and the scripts run on the same machine. On SQLite and PostgreSQL.
"""

import argparse
import asyncio
import bisect
import math
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from time import perf_counter, process_time

from bench.serving import Served
from bench.tables import Browser, Line, Place, opened, places_at

GAMES, LETTERS, PHONES, CROWD = 4, 9, 4, 30
PAUSE = 0.8  # seconds in which all show a press
TABLES, SEATS, EVERY = 20, 10, 5.0
ALONE = 0.5  # seconds: a move that follows another one sooner is not measured
GOALS = {"one": "median 70, p95 130", "crowd": "p95 250", "many": "p95 400"}


def main() -> None:
    from bench.databases import on_each

    on_each("bench.live_play")


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from tournament.management.commands.run import collect_static

    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=20)
    seconds = parser.parse_args().seconds
    call_command("migrate", verbosity=0)
    collect_static()
    with measured(f"a host, the screen and {PHONES} phones in Chromium") as site:
        games = [places_at("countdown", {}, PHONES) for _game in range(GAMES)]
        asyncio.run(presses(site, games, 2 + PHONES, GOALS["one"]))
    with measured(f"a host and the screen in Chromium, {CROWD} phones") as site:
        games = [places_at("countdown", {}, CROWD) for _game in range(GAMES)]
        asyncio.run(presses(site, games, 2, GOALS["crowd"]))
    with measured(f"{TABLES} tables of {SEATS} phones, a move each {EVERY:.0f} s") as site:
        asyncio.run(many_tables(site, [x_game() for _table in range(TABLES)], seconds))


@contextmanager
def measured(what: str) -> Iterator[Served]:
    """The site; afterwards the processor time that it and this process used is printed."""
    from bench import machine

    print(f"   {what}; {machine.description()}", flush=True)
    with Served("counted") as site:
        used, own, began = site.used(), process_time(), perf_counter()
        yield site
        passed = perf_counter() - began
        shares = f"{(site.used() - used) / passed:.0%} of a core, the scripts {(process_time() - own) / passed:.0%}"
    print(f"      web processes {shares}; {machine.description()}", flush=True)


def x_game() -> list[Place]:
    return places_at("twentyfour", {"game_type": "12", "players": SEATS + 1, "sets": 1, "answer_time": 600}, SEATS)


# one table


async def presses(site: Served, games: Sequence[list[Place]], real: int, goal: str) -> None:
    """The host picks letters. The first `real` places of each game are pages in Chromium, the others scripts."""
    from bench.screens import pages

    on_pages, on_scripts, trips = list[float](), list[float](), list[float]()
    wrong = 0
    for places in games:
        scripts = await opened(site.port, places[real:])
        async with pages(site.port, places[:real]) as (host, *others):
            await asyncio.sleep(1)  # until all listen
            for turn in range(LETTERS):
                await one_press(host, "Vowel" if turn % 3 else "Consonant", others, scripts, on_pages, on_scripts)
                trips.append(await host.evaluate("roundTrip()") / 1e3)
        wrong += sum(len(each.wrong) for each in scripts)
        for each in scripts:
            await each.close()
    print(f"      on the other pages (goal: {goal}): {in_words(on_pages)}", flush=True)
    if on_scripts:
        print(f"      on the phones that are scripts: {in_words(on_scripts)}; refused {wrong}", flush=True)
    print(f"      the smallest request of a page: {in_words(trips)}", flush=True)


async def one_press(host, button, others, scripts: list[Browser], on_pages: list, on_scripts: list) -> None:
    at = await host.get_by_role("button", name=button).evaluate("press") / 1e3
    await asyncio.sleep(PAUSE)
    on_pages += [await page.evaluate("at => shownAfter(at)", at * 1e3) / 1e3 - at for page in others]
    on_scripts += [seconds_until_changed(each, at) for each in scripts]


def seconds_until_changed(browser: Browser, moment: float) -> float:
    """Infinite if nothing has changed since."""
    at = bisect.bisect(browser.changed, moment)
    return browser.changed[at] - moment if at < len(browser.changed) else math.inf


# many tables


async def many_tables(site: Served, tables: list[list[Place]], seconds: float) -> None:
    at_tables = [await opened(site.port, places[2:]) for places in tables]
    phones = [each for those in at_tables for each in those]
    bare = await bare_moves(site, phones[0].place)
    answered = [each for many in await asyncio.gather(*(play(each, seconds) for each in phones)) for each in many]
    await asyncio.sleep(ALONE)
    seen = [each for those in at_tables for each in until_seen(those)]
    wrong = [status for each in phones for status in each.wrong]
    print(f"      on the other phones of the table (goal: {GOALS['many']}): {in_words(seen)}", flush=True)
    print(f"      {len(answered)} moves answered: {in_words(answered)}; refused {len(wrong)} {sorted(set(wrong))}")
    print(f"      the smallest request: {in_words(bare)}", flush=True)
    for each in phones:
        await each.close()


async def play(browser: Browser, seconds: float) -> list[float]:
    took, end = list[float](), time.monotonic() + seconds
    await asyncio.sleep(random.random() * EVERY)
    while time.monotonic() < end:
        began = time.monotonic()
        took.append(await browser.move("x", {"text": f"{random.randrange(10**6)}/{browser.place.seat + 6}"}))
        await asyncio.sleep(max(0.0, EVERY - (time.monotonic() - began)))
    return took


def until_seen(browsers: list[Browser]) -> list[float]:
    """Seconds from each move at a table, if it follows none, until each of the others there had a new frame."""
    moves = sorted(((sent, each) for each in browsers for sent in each.sent), key=lambda pair: pair[0])
    alone = [moves[0], *(move for before, move in pairwise(moves) if move[0] - before[0] >= ALONE)]
    return [seconds_until_changed(other, sent) for sent, mover in alone for other in browsers if other is not mover]


async def bare_moves(site: Served, place: Place) -> list[float]:
    line, took = Line(site.port), list[float]()
    for _turn in range(50):
        began = perf_counter()
        await line.ask("GET", "/play/clock/", place)
        took.append(perf_counter() - began)
    return took


def in_words(took: list[float]) -> str:
    ordered = sorted(took)
    p95 = ordered[int(len(ordered) * 0.95)]
    return f"median {statistics.median(took) * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, slowest {ordered[-1] * 1e3:.0f} ms"


if __name__ == "__main__":
    measure()
