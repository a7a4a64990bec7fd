"""Two sites, each with a folder, web server and worker of its own, share PostgreSQL, broker, keys and pictures. One of
them is killed whole, again and again, while people type at both; whoever gets no answer goes to the other.

Promises: those at the other one hand in meanwhile; what waits is judged within 60 s; the record is as in `kills`.
CELERY_BROKER_URL names a RabbitMQ for both; else both use the broker of the first.
"""

import os
import random
import signal
import tempfile
import threading
import time
import uuid
from dataclasses import replace
from pathlib import Path
from typing import Any

from bench.drills.kills import DRAINED, drained, typists_at
from bench.drills.outages.record import Ledger, compare

AWAY = 5.0  # seconds that the second site is dead


def run(report: Any, *, short: bool, seed: int) -> None:
    from django.conf import settings
    from django.db import connection

    from bench import hall
    from bench.running import House

    if connection.vendor == "sqlite":
        report.say("left out: SQLite is for one machine")
        return
    people, kills, chance = (4, 1, random.Random(seed)) if short else (8, 6, random.Random(seed))
    made = hall.make(f"machines-{uuid.uuid4().hex[:6]}", volunteers=people, players=people * 200)
    sessions = [hall.sign_in(user) for user in made.volunteers]
    ledger, enough = Ledger(), threading.Event()
    shared = {
        "CELERY_BROKER_URL": settings.CELERY_BROKER_URL,
        "SECRET_KEY": settings.SECRET_KEY,
        "SIGNING_KEY": settings.SIGNING_KEY,
        "PICTURES_DIR": str(settings.PICTURES_DIR),
        "BACKUP_DIR": str(settings.BACKUP_DIR),
    }
    own = {name: os.environ[name] for name in ("CELERY_BROKER_URL",) if name in os.environ}
    with tempfile.TemporaryDirectory() as folder, House(**own) as first, House(**shared, VAR_DIR=folder) as second:
        typists = [
            typist
            for at, ports in enumerate([[first.port, second.port], [second.port, first.port]])
            for typist in typists_at(ports, _half(made, at), sessions[at::2], ledger, enough, seed + at)
        ]
        for typist in typists:
            typist.start()
        try:
            drains = [_killed(report, second, ledger, chance) for _kill in range(kills)]
        finally:
            enough.set()
            for typist in typists:
                typist.join()
        drains.append(drained(time.monotonic())[1])
    slowest = max((each or 0) for each in drains)
    report.promise(None not in drains, f"all that waited was judged within {DRAINED} s (slowest {slowest:.1f} s)")
    compare(report, made, ledger)


def _half(made: Any, at: int) -> Any:
    return replace(made, volunteers=made.volunteers[at::2], entrants=made.entrants[at::2])


def _killed(report: Any, second: Any, ledger: Ledger, chance: random.Random) -> float | None:
    """Kill the whole second site, start it again, and wait for what waited meanwhile."""
    time.sleep(chance.uniform(2, 5))
    os.kill(second.process.pid, signal.SIGKILL)  # its children end with it (docs/decisions/running.md)
    second.process.wait()
    had = len(ledger.handed_in)
    time.sleep(AWAY)
    more = len(ledger.handed_in) - had
    _jobs, seconds = drained(time.monotonic())
    report.promise(more > 0, f"one of two sites was dead for {AWAY:.0f} s: {more} sheets were handed in at the other")
    second.log = Path(f"{second.log}-again")
    second.__enter__()
    return seconds
