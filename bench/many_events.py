"""Twenty events at once, for ten minutes: volunteers type and hand in, judges rule, organisers look at their
checklists, and 500 viewers have a standing open. Through the site as `make run` starts it, on PostgreSQL.
`python -m bench.many_events --seconds 60` is shorter.

Wanted: no answer of 500 or above, 0.3 s for a save and 0.8 s for a page (p95). The load generator runs on the same
machine and says how much of it it used.
"""

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from time import perf_counter
from typing import Any

SAVE, PAGE = "save", "page"
WANTED = {SAVE: 0.3, PAGE: 0.8}  # seconds, p95
LINES, TYPES_FOR = 8, 3.0  # lines of a sheet, and seconds a line
JUDGES_EVERY, LOOKS_EVERY = 10.0, 15.0  # seconds
SPREAD, LEAST_PAUSE = 0.7, 2.0  # seconds over which pages spread their requests, and between two of a page
UNREADABLE = "4 4 four"


class Answers:
    """What everybody was answered."""

    def __init__(self) -> None:
        self.took: dict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[int] = Counter()
        self.wrong: Counter[str] = Counter()

    def note(self, what: str, began: float, status: int, path: str) -> None:
        self.took[what].append(perf_counter() - began)
        self.took[re.sub(r"event-\d+|\d+", "*", path)].append(perf_counter() - began)
        self.statuses[status] += 1
        if status >= 400:
            self.wrong[f"{status} {path}"] += 1

    def p95(self, what: str) -> float:
        took = sorted(self.took[what])
        return took[int((len(took) - 1) * 0.95)]


class Person:
    """Somebody signed in, with the time of each answer."""

    def __init__(self, port: int, name: str, session: str, answers: Answers):
        from bench.volunteers import Volunteer

        self.browser, self.answers = Volunteer(port, name, session), answers

    def ask(self, what: str, act: Callable[[], tuple[int, bytes]], path: str) -> tuple[int, bytes]:
        from bench.volunteers import Unreachable

        began = perf_counter()
        try:
            status, content = act()
        except Unreachable as error:
            status, content = 599, str(error).encode()
        self.answers.note(what, began, status, path)
        return status, content

    def page(self, path: str) -> bytes:
        from bench.volunteers import Unreachable

        def ask() -> tuple[int, bytes]:
            try:
                return self.browser.ask("GET", path)
            except Unreachable:  # the server closes a connection that was idle; a browser asks again, too
                return self.browser.ask("GET", path)

        return self.ask(PAGE, ask, path)[1]

    def send(self, path: str, data: dict) -> None:
        self.ask(SAVE, lambda: self.browser.send(path, json.dumps(data).encode()), path)


def typing(person: Person, slug: str, numbers: range, seconds: float, chance: random.Random) -> Iterator[float]:
    """Types one sheet after the other; yields how long to pause."""
    from bench.volunteers import Unreachable, new_line

    yield LINES * seconds * chance.random()
    for number in numbers:
        try:
            keying = person.browser.open_sheet(slug, 1, number)
        except Unreachable as error:
            person.answers.wrong[str(error)[:80]] += 1
            continue
        lines = []
        for at in range(LINES):
            yield seconds * (0.5 + chance.random())
            text = UNREADABLE if chance.random() < 0.05 else f"({number} + {at}) x {chance.randrange(9)} - {keying % 7}"
            lines.append(new_line(at % 5, at, text))
            person.send(f"/api/v1/keyings/{keying}/lines/", {"lines": lines[-1:]})
        person.send(f"/api/v1/keyings/{keying}/hand-in/", {"lines": lines})


def judging(person: Person, slug: str, chance: random.Random) -> Iterator[float]:
    yield JUDGES_EVERY * chance.random()
    while True:
        yield JUDGES_EVERY
        person.page(f"/events/{slug}/judge/")
        for group in json.loads(person.page(f"/api/v1/events/{slug}/queue/"))[:1]:
            decision = {"counts_as": "nothing", "reason": "Not a method.", "line": group["line"], "seen": group["seen"]}
            person.send(f"/api/v1/events/{slug}/rulings/", decision)


def looking(person: Person, slug: str, chance: random.Random) -> Iterator[float]:
    yield LOOKS_EVERY * chance.random()
    while True:
        yield LOOKS_EVERY
        person.page(f"/events/{slug}/run/")


async def viewing(port: int, slug: str, answers: Answers, end: float, chance: random.Random) -> None:
    """A page that is open: it loads itself again soon after it hears of a change."""
    from bench.crowd import Reader, hears, listening

    await asyncio.sleep(chance.random() * 5)
    path, changed = f"/events/{slug}/grade-5/", asyncio.Event()
    stream = await listening(port, f"/events/{slug}/changes/stream")

    async def listen() -> None:
        while True:
            await hears(stream)
            changed.set()

    listens, fetched = asyncio.ensure_future(listen()), 0.0
    while perf_counter() < end and not listens.done():
        with suppress(TimeoutError):
            await asyncio.wait_for(changed.wait(), 1)
            await asyncio.sleep(max(fetched + LEAST_PAUSE - perf_counter(), 0) + chance.random() * SPREAD)
            changed.clear()
            reader, began = await Reader(port, packed=True).connect(), perf_counter()
            status, _headers, _body = await reader.get(path)
            fetched = perf_counter()
            answers.note(PAGE, began, status, path)
            reader.close()
    stream.close()
    if listens.done():
        listens.result()
    listens.cancel()


def main(*options: str) -> None:
    from bench.databases import environment, new_postgresql

    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "bench.many_events", "--here", *options]
        if subprocess.run(command, env=environment(new_postgresql(), folder), check=False).returncode:
            raise SystemExit("some of it went wrong")


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench import hall, machine
    from bench.public import more_files
    from bench.running import House
    from tournament.models import MethodCounts, PuzzleVersion, Role

    parser = argparse.ArgumentParser()
    parser.add_argument("--here", action="store_true", help="on the database that DATABASE_URL names")
    parser.add_argument("--events", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--volunteers", type=int, default=2, help="of each event")
    parser.add_argument("--line", type=float, default=TYPES_FOR, help="seconds for which a line is typed")
    parser.add_argument("--viewers", type=int, default=500, help="of all events together")
    chosen = parser.parse_args()
    more_files()
    call_command("migrate", verbosity=0)
    sheets = int(chosen.seconds / (LINES * max(chosen.line, 0.05))) * 2 + 2
    works: list[tuple[str, str, Callable[..., Iterator[float]], tuple[Any, ...]]] = []
    for number in range(1, chosen.events + 1):
        made = hall.make(f"event-{number}", volunteers=chosen.volunteers, players=sheets * chosen.volunteers)
        judge = hall.people(made.event.slug, "j", 1)[0]
        hall.give_roles(made.event, {Role.JUDGE: [judge]})
        for at, user in enumerate(made.volunteers):
            numbers = range(at * sheets + 1, (at + 1) * sheets + 1)
            chance = random.Random(number * 100 + at)
            works.append((made.event.slug, hall.sign_in(user), typing, (numbers, chosen.line, chance)))
        works.append((made.event.slug, hall.sign_in(judge), judging, (random.Random(number),)))
        works.append((made.event.slug, hall.sign_in(made.organisers[0]), looking, (random.Random(-number),)))
    MethodCounts.objects.bulk_create(  # as on a day whose puzzles were counted before it began
        MethodCounts(version=version, is_complete=True) for version in PuzzleVersion.objects.all()
    )
    with House() as house:
        print(
            f"   {chosen.events} events, {len(works)} people, {chosen.viewers} viewers; {machine.description()}",
            flush=True,
        )
        answers, before = Answers(), house.web_seconds()
        own = run(house.port, works, chosen.viewers, chosen.seconds, answers)
        web = (house.web_seconds() - before) / chosen.seconds
        report(answers, own, web)
        print(f"   after: {machine.description()}", flush=True)
    call_command("rescore", check=True)


def run(port: int, works: list[Any], viewers: int, seconds: float, answers: Answers) -> float:
    """Everybody at work for so long. Returns what share of a core this process used."""
    end, used = perf_counter() + seconds, time.process_time()

    def work(slug: str, session: str, act: Callable[..., Iterator[float]], arguments: tuple[Any, ...]) -> None:
        for pause in act(Person(port, slug, session, answers), slug, *arguments):
            if perf_counter() + pause > end:
                return
            time.sleep(pause)

    people = [threading.Thread(target=work, args=each) for each in works]
    for each in people:
        each.start()

    async def watch() -> None:
        slugs = sorted({slug for slug, *_rest in works})
        chances = (random.Random(at) for at in range(viewers))
        pages = (viewing(port, slugs[at % len(slugs)], answers, end, chance) for at, chance in enumerate(chances))
        for failed in filter(None, await asyncio.gather(*pages, return_exceptions=True)):
            answers.wrong[repr(failed)[:80]] += 1

    asyncio.run(watch())
    for each in people:
        each.join()
    return (time.process_time() - used) / seconds


def report(answers: Answers, own: float, web: float) -> None:
    for what, wanted in WANTED.items():
        took = answers.took[what]
        missed = "" if answers.p95(what) <= wanted else "  MISSED"
        print(
            f"   {what}s: {len(took)}, p95 {answers.p95(what) * 1e3:.0f} ms, slowest {max(took) * 1e3:.0f} ms{missed}"
        )
    for kind, took in sorted(answers.took.items()):
        average = sum(took) / len(took)
        print(f"      {kind}: {len(took)}, {average * 1e3:.0f} ms on average, p95 {answers.p95(kind) * 1e3:.0f} ms")
    print(f"   generator {own:.0%} of a core, web server {web:.0%}; answers {dict(answers.statuses)}")
    if answers.wrong:
        print(f"   wrong: {dict(answers.wrong.most_common(5))}")
    if any(status >= 500 for status in answers.statuses):
        raise SystemExit("answers of 500 or above")


if __name__ == "__main__":
    measure() if "--here" in sys.argv else main(*sys.argv[1:])
