"""Fifty volunteers type at once, through the real web server: how long a save takes, and whether lines get lost.

Each of them saves a line every two seconds; then all save at the same instant. For comparison, the same request for a
sheet that does not exist: a save without its reading and writing. On SQLite and PostgreSQL; the load generator says
how much of the machine it used itself.
"""

import argparse
import random
import statistics
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

EVERY = 2.0  # seconds between two saves of one person
INSTANTS = 5


@dataclass
class Tally:
    """The lines that all threads together have sent, and the answers."""

    took: list[float] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    acknowledged: dict[tuple[int, str], str] = field(default_factory=dict)
    unanswered: set[tuple[int, str]] = field(default_factory=set)  # saved or not; there was no answer

    def __str__(self) -> str:
        took = sorted(self.took)
        p95 = took[int(len(took) * 0.95)]
        middle, slowest = statistics.median(took), took[-1]
        return f"median {middle * 1e3:5.0f} ms   p95 {p95 * 1e3:5.0f} ms   slowest {slowest * 1e3:5.0f} ms"


class Typist(threading.Thread):
    """One volunteer with a sheet open."""

    def __init__(self, volunteer, keying: int, boxes: int, tally: Tally):
        super().__init__(daemon=True)
        self.volunteer, self.keying, self.boxes, self.tally = volunteer, keying, boxes, tally
        self.typed = 0

    def save_a_line(self, keying: int | None = None, expected: int = 200) -> None:
        from bench.volunteers import Unreachable, as_json, new_line

        at = self.typed
        self.typed += 1
        line = new_line(at % self.boxes, at, f"({at} + 2) x 3 - {self.keying}")
        data, path = as_json([line]), f"/api/v1/keyings/{self.keying if keying is None else keying}/lines/"
        began = perf_counter()
        try:
            status, answer = self.volunteer.send(path, data)
        except Unreachable as error:
            status, answer = 0, str(error).encode()
            self.tally.unanswered.add((self.keying, line["key"]))
        self.tally.took.append(perf_counter() - began)
        if status != expected:
            self.tally.wrong.append(f"{status} {answer[:150]!r}")
        elif status == 200:
            self.tally.acknowledged[self.keying, line["key"]] = line["text"]


def main() -> None:
    from bench.databases import on_each

    on_each("bench.load")


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench import hall, machine
    from bench.running import House

    parser = argparse.ArgumentParser()
    parser.add_argument("--people", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    chosen = parser.parse_args()
    call_command("migrate", verbosity=0)
    made = hall.make("load", volunteers=chosen.people, players=chosen.people)
    sessions = [hall.sign_in(user) for user in made.volunteers]
    with House() as house:
        typists = seated(made, sessions, house.port)
        print(f"   before: {machine.description()}", flush=True)
        _report(house, typists, chosen.seconds)
        print(f"   after: {machine.description()}", flush=True)
    _compare(typists)


def seated(made, sessions: list[str], port: int) -> list[Typist]:
    """All volunteers, each with a sheet open."""
    from bench.volunteers import Volunteer

    began, seated = perf_counter(), []
    for user, session, entrant in zip(made.volunteers, sessions, made.entrants, strict=True):
        volunteer = Volunteer(port, user.username, session)
        keying = volunteer.open_sheet(made.event.slug, made.round.position, entrant.player.number)
        seated.append(Typist(volunteer, keying, len(made.boxes), Tally()))
    each = (perf_counter() - began) / len(seated)
    for typist in seated:  # it was idle and may have been closed
        typist.volunteer.connection.close()
    print(f"   {len(seated)} volunteers, a sheet open each: {each * 1e3:.0f} ms a person", flush=True)
    return seated


def _report(house, typists: list[Typist], seconds: float) -> None:
    floor = steadily(typists, seconds / 3, lambda each: each.save_a_line(keying=0, expected=404))
    used = house.web_seconds()
    saving = steadily(typists, seconds, Typist.save_a_line)
    used = (house.web_seconds() - used) / len(saving[0].took)
    print(f"   {'yardstick: no sheet':28}{floor[0]}   {floor[1]}")
    print(f"   {'a line every two seconds':28}{saving[0]}   {saving[1]}", flush=True)
    print(f"   the web server takes {used * 1e3:.1f} ms of processor time a save")
    took = sorted(saving[0].took)
    _report_time("p95 at most 150 ms", took[int(len(took) * 0.95)], 0.150)
    _report_time("slowest at most 1 s", took[-1], 1)
    instants = [_together(typists) for _ in range(INSTANTS)]
    shown = ", ".join(f"{each * 1e3:.0f}" for each in instants)
    print(f"   all {len(typists)} in the same instant, {INSTANTS} times: all saved after {shown} ms")
    _report_time("all saved within 3 s", max(instants), 3)


def steadily(typists: list[Typist], seconds: float, act: Callable[[Typist], None]) -> tuple[Tally, str]:
    """Everybody saves every two seconds, starting at different moments. Also measures how busy the machine was."""
    chance, tally = random.Random(50), Tally()
    begun, cpu = perf_counter(), time.process_time()

    def type_on(typist: Typist, at: float) -> None:
        while at < begun + seconds:
            time.sleep(max(0.0, at - perf_counter()))
            act(typist)
            at += EVERY

    _all(typists, tally, [(type_on, (each, begun + chance.random() * EVERY)) for each in typists])
    share = (time.process_time() - cpu) / (perf_counter() - begun)
    return tally, f"({len(tally.took)} requests; generator {share:.0%} of a core)"


def _together(typists: list[Typist]) -> float:
    """Seconds from the moment when everybody saves until the last one has an answer."""
    barrier, tally, ended = threading.Barrier(len(typists) + 1), Tally(), []

    def save(typist: Typist) -> None:
        barrier.wait()
        typist.save_a_line()
        ended.append(perf_counter())

    def start() -> None:
        barrier.wait()
        ended.append(perf_counter())

    _all(typists, tally, [*((save, (each,)) for each in typists), (start, ())])
    return max(ended) - min(ended)


def _all(typists: list[Typist], tally: Tally, works: list[tuple[Callable, tuple]]) -> None:
    """Run these functions in a thread each; everybody's answers in one tally."""
    for each in typists:
        tally.acknowledged |= each.tally.acknowledged
        tally.unanswered |= each.tally.unanswered
        each.tally = tally
    threads = [threading.Thread(target=work, args=arguments) for work, arguments in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if tally.wrong:
        print(f"   {len(tally.wrong)} requests were not answered as they should: {tally.wrong[:3]}  MISSED")


def _compare(typists: list[Typist]) -> None:
    """Check that the database has each acknowledged line once, and no other."""
    from django.db.models import F

    from tournament.models import DraftLine

    stored = list(DraftLine.objects.values_list("keying_id", "key", "text", F("keying__keyer__username")))
    in_database = {(keying, str(key)): text for keying, key, text, _ in stored}
    acknowledged, unanswered = typists[0].tally.acknowledged, typists[0].tally.unanswered
    lost = sum(in_database.get(place) != text for place, text in acknowledged.items())
    more = len(stored) - len(acknowledged) - len(in_database.keys() & unanswered)
    names = {each.keying: each.volunteer.name for each in typists}
    strange = sum(names[keying] != owner for keying, _, _, owner in stored)
    print(
        f"   {len(acknowledged)} lines acknowledged, {len(unanswered)} unanswered, {len(stored)} stored: {lost} lost,"
        f" {more} more than that,"
        f" {strange} on somebody else's sheet{'' if lost == more == strange == 0 else '  MISSED'}"
    )
    if lost or more or strange:
        raise SystemExit(1)


def _report_time(what: str, seconds: float, wanted: float) -> None:
    print(f"   {what}: {seconds * 1e3:.0f} ms{'' if seconds <= wanted else '  MISSED'}", flush=True)


if __name__ == "__main__":
    measure()
