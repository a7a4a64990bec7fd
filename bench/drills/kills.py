"""Processes of the site, as `make run` starts it, are killed with SIGKILL while volunteers type and hand in sheets.

At seeded moments it kills the worker, one process of its pool, the web server, one process of the web server, or the
broker with all its messages. A volunteer does what the page does: without an answer, the same lines are sent again until
they are acknowledged. Promises: after each kill, waiting work is done within 60 s of the return; in the end the record
has each acknowledged line once, word for word, and no other; each sheet has one result; `rescore --check` and
`audit --verify` find nothing.
"""

import os
import random
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

LINES = 8  # of a sheet
DRAINED = 60  # seconds after the return
PATIENCE = 45  # seconds in which a process must be back
# Seconds between two sheets of one person: ten times as fast as people type, but not too much for the server.
PAUSE = (0.5, 1.5)
SHORT = ("worker", "process of the web server", "broker")
ALL = (*SHORT, "web server", "process of the pool")


@dataclass
class Ledger:
    """What was acknowledged: the lines of each keying in order, and the drafts saved before."""

    handed_in: dict[int, list[tuple[int, str, str]]] = field(default_factory=dict)
    saved: int = 0
    sent_again: int = 0
    refused: list[str] = field(default_factory=list)


def run(report, *, short: bool, seed: int) -> None:
    from bench import hall
    from bench.running import House

    people, sheets = (3, 60) if short else (8, 2000)
    kills = list(SHORT) if short else [kind for _ in range(4) for kind in ALL]
    chance = random.Random(seed)
    if not short:
        chance.shuffle(kills)
    made = hall.make(f"kills-{uuid.uuid4().hex[:6]}", volunteers=people, players=sheets)
    sessions = [hall.sign_in(user) for user in made.volunteers]
    ledger, enough = Ledger(), threading.Event()
    with House() as house:
        typists = _typists(made, sessions, house.port, ledger, enough, seed)
        for typist in typists:
            typist.start()
        try:
            drains = [_killed(report, house, kind, chance) for kind in kills]
        finally:
            enough.set()
            for typist in typists:
                typist.join()
        drains.append(_drained(time.monotonic())[1])
    report.promise(
        None not in drains,
        f"{len(kills)} kills, all that waited at the return was done within {DRAINED} s"
        f" (slowest {max((each or 0) for each in drains):.1f} s)",
    )
    _compare(report, made, ledger)


# Volunteers


def _typists(made, sessions, port, ledger, enough, seed) -> list[threading.Thread]:
    from bench.volunteers import Volunteer

    piles: list[list] = [made.entrants[at :: len(sessions)] for at in range(len(sessions))]
    return [
        threading.Thread(
            target=_type_on,
            args=(made, Volunteer(port, user.username, session), pile, ledger, enough, f"{seed} {user}"),
            daemon=True,
        )
        for user, session, pile in zip(made.volunteers, sessions, piles, strict=True)
    ]


def _type_on(made, volunteer, pile, ledger: Ledger, enough: threading.Event, seed: str) -> None:
    """Type and hand in one sheet after the other; finish a sheet that was begun, whatever is killed meanwhile."""
    from bench.volunteers import as_json
    from tournament.demo.hand import Known

    chance = random.Random(seed)
    known = [Known(box, chance) for box in made.boxes]
    for entrant in pile:
        if enough.is_set():
            return
        number = entrant.player.number
        keying = _insist(ledger, lambda n=number: volunteer.open_sheet(made.event.slug, made.round.position, n))
        lines = _lines(known, chance)
        half = as_json(lines[: LINES // 2])
        _send(ledger, volunteer, f"/api/keyings/{keying}/lines/", half)
        ledger.saved += LINES // 2
        _send(ledger, volunteer, f"/api/keyings/{keying}/hand-in/", as_json(lines))
        ledger.handed_in[keying] = [(line["box"], line["text"], line["mark"]) for line in lines]
        time.sleep(chance.uniform(*PAUSE))


def _lines(known, chance: random.Random) -> list[dict]:
    from bench.volunteers import new_line
    from tournament.demo.hand import line

    boxes = sorted(chance.randrange(len(known)) for _ in range(LINES))
    written = [(box, *line(known[box], 0.6, chance, [])) for box in boxes]
    return [new_line(box, at, text or "x", str(mark)) for at, (box, text, mark) in enumerate(written)]


def _send(ledger: Ledger, volunteer, path: str, data: bytes) -> None:
    """Send the same request again until it is acknowledged."""
    from bench.volunteers import Unreachable

    def send() -> int:
        status, said = volunteer.send(path, data)
        if status >= 500:
            raise Unreachable(f"{path}: {status}")
        if status != 200:
            ledger.refused.append(f"{status} {said[:150]!r}")
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


def _killed(report, house, kind: str, chance: random.Random) -> float | None:
    """Kill one process and wait until it is back. Returns the seconds until waiting work was done, or None."""
    time.sleep(chance.uniform(0.2, 3.0))
    victim, is_back = _victim(house, kind)
    os.kill(victim, signal.SIGKILL)
    away = house.wait(is_back, PATIENCE)
    jobs, drained = _drained(time.monotonic())
    took = f"within {drained:.1f} s" if drained is not None else f"NOT within {DRAINED} s"
    report.say(f"{kind} killed: back after {away:.1f} s; {jobs} jobs waited then, all done {took}")
    return drained


def _victim(house, kind: str) -> tuple[int, Callable[[], bool]]:
    """The process to kill, and a check that another one has replaced it and works."""
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


def _works(house, word: str) -> bool:
    from tournament.embedded import broker

    if word == "granian":
        return house.web_answers()
    return word != "valkey" or broker.answers(Path(os.environ["VAR_DIR"]))


def _drained(returned: float) -> tuple[int, float | None]:
    """How many jobs waited at the return, and the seconds until all were done; None if it took over a minute."""
    from tournament.models import Job

    there = list(Job.objects.exclude(state=Job.State.DONE).values_list("pk", flat=True))
    while Job.objects.filter(pk__in=there).exclude(state=Job.State.DONE).exists():
        if time.monotonic() - returned > DRAINED:
            return len(there), None
        time.sleep(0.1)
    return len(there), time.monotonic() - returned


# The record


def _compare(report, made, ledger: Ledger) -> None:
    lost, doubled, strange = faults(ledger.handed_in, recorded(made.round))
    lines = sum(map(len, ledger.handed_in.values()))
    report.say(
        f"{len(ledger.handed_in)} sheets handed in with {lines} lines; {ledger.sent_again} requests had no answer and"
        " were sent again"
    )
    report.promise(
        not ledger.refused,
        f"nothing that was sent again was refused{''.join(': ' + each for each in ledger.refused[:1])}",
    )
    report.promise(
        not (lost or doubled or strange),
        f"each acknowledged line stands in the record once ({lost} lost, {doubled} doubled, {strange} on nobody's word)",
    )
    results = list(made.round.results.values_list("entrant", "generation"))
    report.promise(
        len(results) == len(set(results)) == len(ledger.handed_in),
        f"each sheet is scored once ({len(results)} results)",
    )
    for command in (("rescore", "--check"), ("audit", "--verify")):
        done = subprocess.run([sys.executable, "manage.py", *command], capture_output=True, text=True)
        said = done.stdout.strip().splitlines()
        report.promise(done.returncode == 0, f"manage.py {' '.join(command)} finds nothing: {said[-1] if said else ''}")


Lines = dict[int, list[tuple[int, str, str]]]


def recorded(round_) -> Lines:
    """The lines in the record, by keying, in the order of the sheet."""
    from tournament.models import Submission

    found: Lines = {}
    held = Submission.objects.filter(sheet__round=round_).order_by("keying", "box", "position")
    for keying, *line in held.values_list("keying", "box", "text", "mark"):
        found.setdefault(keying, []).append(tuple(line))
    return found


def faults(acknowledged: Lines, stored: Lines) -> tuple[int, int, int]:
    """How many acknowledged lines are missing, how many are there too often, and how many nobody acknowledged."""
    from collections import Counter

    lost = doubled = strange = 0
    for keying in acknowledged.keys() | stored.keys():
        said, held = Counter(acknowledged.get(keying, [])), Counter(stored.get(keying, []))
        lost += (said - held).total()
        more = held - said
        doubled += sum(count for line, count in more.items() if line in said)
        strange += sum(count for line, count in more.items() if line not in said)
    return lost, doubled, strange
