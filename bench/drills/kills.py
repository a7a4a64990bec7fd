"""Processes of the site, as `make run` starts it, are killed with SIGKILL while volunteers type and hand in sheets.

At seeded moments it kills the worker, one process of its pool, the web server, one process of the web server, or the
broker with all its messages. A volunteer does what the page does: without an answer, the same lines are sent again
until they are acknowledged. Promises: after each kill, waiting work is done within 60 s of the return; in the end the
record has each acknowledged line once, word for word, and no other; each sheet has one result; `rescore --check` and
`audit --verify` find nothing.
"""

import os
import random
import signal
import threading
import time
import uuid
from collections.abc import Callable
from pathlib import Path

from bench.drills.outages.record import Ledger, compare

LINES = 8  # of a sheet
DRAINED = 60  # seconds after the return
PATIENCE = 45  # seconds in which a process must be back
# Seconds between two sheets of one person: ten times as fast as people type, but not too much for the server.
PAUSE = (0.5, 1.5)
SHORT = ("worker", "process of the web server", "broker")
ALL = (*SHORT, "web server", "process of the pool")


def run(report, *, short: bool, seed: int) -> None:
    kills = list(SHORT) if short else [kind for _ in range(4) for kind in ALL]
    if not short:
        random.Random(seed).shuffle(kills)
    while_they_work(report, kills, short=short, seed=seed)


def while_they_work(report, kills: list[str], *, short: bool, seed: int) -> None:
    """Kill these one after the other while people type, hand in and play, and compare the record with their word."""
    from bench import hall
    from bench.drills.outages.phones import Phones
    from bench.running import House

    people, sheets = (3, 300) if short else (8, 2000)
    chance = random.Random(seed)
    made = hall.make(f"kills-{uuid.uuid4().hex[:6]}", volunteers=people, players=sheets)
    sessions = [hall.sign_in(user) for user in made.volunteers]
    ledger, enough = Ledger(), threading.Event()
    with House() as house, Phones(house.port) as phones:
        typists = typists_at([house.port], made, sessions, ledger, enough, seed)
        for typist in typists:
            typist.start()
        try:
            drains = [_killed(report, house, kind, chance, ledger) for kind in kills]
        finally:
            enough.set()
            for typist in typists:
                typist.join()
        drains.append(drained(time.monotonic())[1])
    report.promise(
        None not in drains,
        f"{len(kills)} kills, all that waited at the return was done within {DRAINED} s"
        f" (slowest {max((each or 0) for each in drains):.1f} s)",
    )
    compare(report, made, ledger)
    phones.tell(report)


# Volunteers


def typists_at(ports: list[int], made, sessions, ledger, enough, seed) -> list[threading.Thread]:
    """Everybody with a pile of sheets. Whoever is not answered at one of the ports goes to the next one."""
    from bench.volunteers import Volunteer

    piles: list[list] = [made.entrants[at :: len(sessions)] for at in range(len(sessions))]
    return [
        threading.Thread(
            target=_type_on,
            args=(made, Volunteer(ports, user.username, session), pile, ledger, enough, f"{seed} {user}"),
            daemon=True,
        )
        for user, session, pile in zip(made.volunteers, sessions, piles, strict=True)
    ]


def _type_on(made, volunteer, pile, ledger: Ledger, enough: threading.Event, seed: str) -> None:
    """Type and hand in one sheet after the other; finish a sheet that was begun, whatever is killed meanwhile."""
    from bench.volunteers import as_json
    from tournament.demo.handwriting import KnownMethods

    chance = random.Random(seed)
    known = [KnownMethods(box, chance) for box in made.boxes]
    for entrant in pile:
        if enough.is_set():
            return
        number = entrant.player.number
        keying = _insist(ledger, lambda n=number: volunteer.open_sheet(made.event.slug, made.round.position, n))
        lines = _lines(known, chance)
        half = as_json(lines[: LINES // 2])
        _send(ledger, volunteer, f"/api/v1/keyings/{keying}/lines/", half)
        ledger.saved += LINES // 2
        _send(ledger, volunteer, f"/api/v1/keyings/{keying}/hand-in/", as_json(lines))
        ledger.handed_in[keying] = [(line["box"], line["text"], line["mark"]) for line in lines]
        time.sleep(chance.uniform(*PAUSE))


def _lines(known, chance: random.Random) -> list[dict]:
    from bench.volunteers import new_line
    from tournament.demo.handwriting import line

    boxes = sorted(chance.randrange(len(known)) for _ in range(LINES))
    written = [(box, *line(known[box], 0.6, chance, [])) for box in boxes]
    return [new_line(box, at, text or "x", str(mark)) for at, (box, text, mark) in enumerate(written)]


def _send(ledger: Ledger, volunteer, path: str, data: bytes) -> None:
    """Send the same request again until it is acknowledged."""
    from bench.volunteers import Unreachable

    def send() -> int:
        status, answer = volunteer.send(path, data)
        if status >= 500:
            raise Unreachable(f"{path}: {status}")
        if status != 200:
            ledger.refused.append(f"{status} {answer[:150]!r}")
        return status

    _insist(ledger, send)


def _insist(ledger: Ledger, act: Callable[[], int]) -> int:
    from bench.volunteers import Unreachable

    while True:
        try:
            return act()
        except Unreachable:
            ledger.sent_again += 1
            time.sleep(0.3)


# Kills


def _killed(report, house, kind: str, chance: random.Random, ledger: Ledger) -> float | None:
    """Kill one process and wait until it is back. Returns the seconds until waiting work was done, or None."""
    time.sleep(chance.uniform(0.2, 3.0))
    victim, is_back = _victim(house, kind)
    os.kill(victim, signal.SIGKILL)
    away, had = house.wait(is_back, PATIENCE), len(ledger.handed_in)
    if kind == "PostgreSQL":
        report.say(f"the next sheet was taken {house.wait(lambda: len(ledger.handed_in) > had, DRAINED):.1f} s later")
    jobs, seconds = drained(time.monotonic())
    took = f"within {seconds:.1f} s" if seconds is not None else f"NOT within {DRAINED} s"
    report.say(f"{kind} killed: back after {away:.1f} s; {jobs} jobs waited then, all done {took}")
    return seconds


def _victim(house, kind: str) -> tuple[int, Callable[[], bool]]:
    """The process to kill, and a check that another one has replaced it and works."""
    if kind == "PostgreSQL":
        begun = _begun()
        return _postmaster(), lambda: _begun() not in (None, begun)
    word = {"worker": "celery", "process of the pool": "celery", "broker": "valkey"}.get(kind, "granian")
    parent = house.child(word)
    if parent is None:
        raise TimeoutError(f"the house has no {kind}")
    if kind in ("worker", "web server", "broker"):
        return parent, lambda: house.child(word) not in (None, parent) and _works(house, word)
    from bench.running import below

    before = below(parent)
    victim = max(before)
    return (
        victim,
        lambda: len(below(parent)) >= len(before) and victim not in below(parent) and _works(house, word),
    )


def _postmaster() -> int:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("SHOW data_directory")
        return int(Path(cursor.fetchone()[0], "postmaster.pid").read_text().split()[0])


def _begun() -> str | None:
    """When PostgreSQL was started; None if it does not answer."""
    from django.db import OperationalError, connection

    connection.close()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_postmaster_start_time()")
            return str(cursor.fetchone()[0])
    except OperationalError:
        return None


def _works(house, word: str) -> bool:
    from tournament.standalone import broker

    if word == "granian":
        return house.web_answers()
    return word != "valkey" or broker.answers(Path(os.environ["VAR_DIR"]))


def drained(returned: float) -> tuple[int, float | None]:
    """How many jobs waited at the return, and the seconds until all were done; None if it took over a minute."""
    from tournament.models import Job

    there = list(Job.objects.exclude(state=Job.State.DONE).values_list("pk", flat=True))
    while Job.objects.filter(pk__in=there).exclude(state=Job.State.DONE).exists():
        if time.monotonic() - returned > DRAINED:
            return len(there), None
        time.sleep(0.1)
    return len(there), time.monotonic() - returned
