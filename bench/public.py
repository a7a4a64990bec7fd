"""The public pages of an event with 2,000 entrants and many readers, on SQLite and PostgreSQL.

For comparison, a bare Django view that returns as many bytes from the same server. The load generator runs on the same
machine and says how much of it it used. `--full` takes longer and sends more requests.
"""

import argparse
import asyncio
import statistics
import sys
import time
from time import perf_counter

from bench.serving import WORKERS, Served

PLAYERS, ROUNDS, LISTENERS, CROWD = 2000, 4, 1000, 500
PAGE, API = "/events/bench/grade-5/", "/api/v1/events/bench/standings/?grade=5"
STREAM = "/events/bench/changes/stream"
SPREAD = 0.7  # seconds over which pages spread their requests


def main() -> None:
    from bench.databases import on_each

    on_each("bench.public", *(["--full"] if "--full" in sys.argv else []))


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench import machine
    from bench.standings import fill
    from tournament.management.commands.run import collect_static

    parser = argparse.ArgumentParser()
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--seconds", type=float, default=0)
    chosen = parser.parse_args()
    seconds = chosen.seconds or (10 if chosen.full else 3)
    call_command("migrate", verbosity=0)
    collect_static()
    event, by = fill("bench", PLAYERS, ROUNDS)
    print(f"   before: {machine.description()}", flush=True)
    more_files()
    with Served("counted") as site:
        size, packed = asyncio.run(cold(site))
        with (
            Served("bare", BENCH_SIZE=str(size)) as bare,
            Served("bare", BENCH_SIZE=str(packed)) as small,
        ):
            asyncio.run(hot(site, bare, small, seconds))
        asyncio.run(measure_renders(site, event, by))
    with Served("counted") as site:  # a new one, because memory that was used before is used again
        asyncio.run(listeners(site, event, by))
    print(f"   after: {machine.description()}", flush=True)


def more_files() -> None:
    """Raise the limit of open files: each reader here needs one."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def cold(site: Served) -> tuple[int, int]:
    """The time to make the page, and its size, as it is and compressed."""
    from bench.crowd import Reader

    reader, took = await Reader(site.port).connect(), []
    for at in range(4 * WORKERS):  # the first ones also load code and templates
        began = perf_counter()
        status, _, body = await reader.get(f"{PAGE}?at={at}")
        took.append(perf_counter() - began)
        if status != 200:
            raise RuntimeError(f"the page answers {status}")
    reader.close()
    reader = await Reader(site.port, packed=True).connect()
    _, _, packed = await reader.get(PAGE)
    reader.close()
    took.sort()
    size = f"{len(body) / 1000:.0f} kB, packed {len(packed) / 1000:.0f} kB"
    print(
        f"   {PLAYERS:,} entrants, {ROUNDS} rounds: {size}; made in {took[0] * 1e3:.0f} ms (slowest {took[-1] * 1e3:.0f})"  # noqa: E501
    )
    return len(body), len(packed)


async def hot(site: Served, bare: Served, small: Served, seconds: float) -> None:
    from bench.crowd import hammer, steadily

    await hammer(site.port, API, 1, connections=32)  # so that each process has cached it
    for packed, other, name in ((False, bare, "as it is"), (True, small, "packed")):
        views, pages = [], []
        for _ in range(5):  # in turn, because other programs use the machine more at one moment than at another
            views.append(await hammer(other.port, "/", seconds / 4))
            pages.append(await hammer(site.port, PAGE, seconds / 4, packed=packed))
        view, page = (statistics.median(each.rate for each in crowds) for crowds in (views, pages))
        ratio = statistics.median(one.rate / other.rate for one, other in zip(pages, views, strict=True))
        own = max(each.own for each in (*views, *pages))
        print(
            f"   {'hot page, ' + name:24}{page:7.0f} a second; bare view {view:6.0f}; ratio {ratio:.2f}"
            f" (generator {own:.0%} of a core)"
        )
        report_goal("at least 0.8 of the bare view", ratio >= 0.8)
        wrong(*views, *pages)
    for name, port, path in (
        ("page", site.port, PAGE),
        ("API", site.port, API),
        ("bare view", bare.port, "/"),
    ):
        even = await steadily(port, path, 200, seconds, packed=path != "/")
        print(f"   200 a second, {name:10}{even} (generator {even.own:.0%} of a core)", flush=True)
        if path != "/":
            report_goal("p95 at most 50 ms", even.at(0.95) <= 0.050)
        wrong(even)


async def measure_renders(site: Served, event, by) -> None:
    from bench.crowd import burst

    for _ in range(3):
        await asyncio.to_thread(change, event, by)
        await asyncio.sleep(0.6)  # the reader of each process has looked by then
        before, used = site.count, site.used()
        seen, bodies = await burst(site.port, PAGE, CROWD)
        made = site.count - before
        print(
            f"   {CROWD} at once after a change: made {made} times in {WORKERS} processes, which used"
            f" {site.used() - used:.1f} s of processor time; {seen}",
            flush=True,
        )
        report_goal("made once a process, and the same for all", made <= WORKERS and len(bodies) == 1)
        wrong(seen)


async def listeners(site: Served, event, by) -> None:
    """A thousand open pages, each of which loads itself again soon after it hears of a change."""
    import random

    from bench import machine
    from bench.crowd import Reader, hears, listening

    for _ in range(4 * WORKERS):  # both processes have loaded code and templates
        each = await Reader(site.port, packed=True).connect()  # now: a connection that is silent for 15 s is ended
        await each.get(f"{PAGE}?at={id(each)}")
        await each.get(PAGE)
    before = site.memory()
    pages = [await listening(site.port, STREAM) for _ in range(LISTENERS)]
    each = (site.memory() - before) / LISTENERS
    print(f"   {LISTENERS:,} streams open: {each / 1000:.1f} kB of the server each")
    report_goal("at most 50 kB each", each <= 50_000)
    fetchers = [await Reader(site.port, packed=True).connect() for _ in pages]
    chance = random.Random(1)

    async def page(stream: Reader, fetcher: Reader) -> tuple[float, float]:
        heard = await hears(stream)
        await asyncio.sleep(chance.random() * SPREAD)
        await fetcher.get(PAGE)
        return heard, perf_counter()

    began, cpu, used = perf_counter(), time.process_time(), site.used()
    waiting = asyncio.gather(*(page(*pair) for pair in zip(pages, fetchers, strict=True)))
    await asyncio.sleep(0.5)
    committed = await asyncio.to_thread(change, event, by)
    heard, shown = zip(*await asyncio.wait_for(waiting, 60), strict=True)
    own = (time.process_time() - cpu) / (perf_counter() - began)
    print(
        f"   after the commit all heard of it within {max(heard) - committed:.2f} s, and had the new page within"
        f" {max(shown) - committed:.2f} s (generator {own:.0%} of a core, server {site.used() - used:.1f} s of"
        f" processor"
        f" time; {machine.description()})"
    )
    report_goal("visible to all within 2 s", max(shown) - committed <= 2)
    for each in (*pages, *fetchers):
        each.close()


def change(event, by) -> float:
    """Make a decision that the page shows; returns the time of its commit."""
    from django.db import connection

    from tournament.models import Event
    from tournament.organiser import actions as events

    now = Event.objects.get(pk=event.pk)
    events.change(by=by, event=now, accent="teal" if now.accent == "rust" else "rust")
    connection.close()
    return perf_counter()


def wrong(*crowds) -> None:
    for seen in crowds:
        if seen.wrong:
            print(f"   {len(seen.wrong)} were answered {set(seen.wrong)}  MISSED")


def report_goal(what: str, holds: bool) -> None:
    if not holds:
        print(f"   {what}:  MISSED", flush=True)


if __name__ == "__main__":
    measure()
