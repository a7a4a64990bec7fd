"""An old laptop: the whole site at half a core, with eight volunteers and some readers. On SQLite.

A control group of Linux gives web server, worker and broker together half a second of processor time each second. The
load generator is outside of it. Only root can make the group.
"""

import contextlib
import dataclasses
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

CORES, PERIOD = 0.5, 100_000
VOLUNTEERS, PLAYERS, ROUNDS, READERS, SECONDS = 8, 140, 4, 3, 20.0
PAUSE = 1.0  # seconds between two pages of a reader
GROUPS = Path("/sys/fs/cgroup")


def main() -> None:
    from bench.databases import environment

    with tempfile.TemporaryDirectory() as folder:
        os.environ |= environment(f"sqlite:///{folder}/bench.sqlite3", folder)
        measure()


def measure() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    from bench import hall, machine
    from bench.running import House
    from bench.standings import fill
    from tournament.models import Job

    call_command("migrate", verbosity=0)
    made = hall.make("old", volunteers=VOLUNTEERS, players=PLAYERS)
    fill("read", PLAYERS, ROUNDS)
    sessions = [hall.sign_in(user) for user in made.volunteers]
    print(f"   before: {machine.description()}", flush=True)
    with House() as house:
        seats = dataclasses.replace(made, entrants=made.entrants[:VOLUNTEERS])
        # the worker first counts the methods of each box
        house.wait(lambda: Job.objects.filter(state=Job.State.DONE).count() == len(made.boxes), 300, pause=1)
        with at_most(CORES, house.process.pid) as group:
            _report(house, group, seats, sessions)
    print(f"   after: {machine.description()}", flush=True)


def _report(house, group: Path, made, sessions: list[str]) -> None:
    from bench import load

    typists = load.seated(made, sessions, house.port)
    stop, took = threading.Event(), []
    readers = [threading.Thread(target=_read, args=(house.port, stop, took)) for _ in range(READERS)]
    used = house.web_seconds()
    for reader in readers:
        reader.start()
    saving, _ = load.steadily(typists, SECONDS, load.Typist.save_a_line)
    stop.set()
    for reader in readers:
        reader.join()
    used = (house.web_seconds() - used) / SECONDS
    print(f"   {READERS} readers, a standing a second each: {_shown(took)}")
    print(f"   {VOLUNTEERS} volunteers, a line every two seconds each: {saving}")
    print(f"   the web server used {used:.0%} of a core meanwhile")
    print(f"   all {VOLUNTEERS} without a pause: {_lines_a_second(typists):.0f} lines a second", flush=True)
    print(f"   the group had to wait: {_waited(group)}")


@contextlib.contextmanager
def at_most(cores: float, parent: int) -> Iterator[Path]:
    """A control group for a process and its children, with so much processor time for all of them together."""
    is_new = (GROUPS / "cgroup.controllers").exists()
    group = (GROUPS if is_new else GROUPS / "cpu") / f"bench-{os.getpid()}"
    group.mkdir()
    if is_new:
        (group / "cpu.max").write_text(f"{cores * PERIOD:.0f} {PERIOD}")
    else:
        (group / "cpu.cfs_period_us").write_text(str(PERIOD))
        (group / "cpu.cfs_quota_us").write_text(f"{cores * PERIOD:.0f}")
    try:
        for process in (parent, *_all_below(parent)):
            (group / "cgroup.procs").write_text(str(process))
        yield group
    finally:
        for process in (group / "cgroup.procs").read_text().split():
            with contextlib.suppress(OSError):
                (group.parent / "cgroup.procs").write_text(process)
        group.rmdir()


def _all_below(parent: int) -> Iterator[int]:
    from bench.running import below

    for process in below(parent):
        yield process
        yield from _all_below(process)


def _waited(group: Path) -> str:
    """What the system counted: without any wait the limit was not felt."""
    counts = dict(line.split() for line in (group / "cpu.stat").read_text().splitlines())
    return f"in {counts['nr_throttled']} of {counts['nr_periods']} tenths of a second"


def _read(port: int, stop: threading.Event, took: list[float]) -> None:
    """A reader of a standing."""
    from bench.volunteers import Volunteer

    reader = Volunteer(port, "reader", "")
    while not stop.wait(PAUSE):
        began = perf_counter()
        status, _page = reader.ask("GET", "/events/read/grade-5/")
        if status != 200:
            raise RuntimeError(f"the page answers {status}")
        took.append(perf_counter() - began)


def _lines_a_second(typists) -> float:
    """Saved lines a second while everybody saves the next line as soon as the last one is saved."""
    end, saved = time.monotonic() + SECONDS / 2, []

    def save(typist) -> None:
        while time.monotonic() < end:
            typist.save_a_line()
            saved.append(1)

    threads = [threading.Thread(target=save, args=(typist,)) for typist in typists]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return len(saved) / (SECONDS / 2)


def _shown(took: list[float]) -> str:
    ordered = sorted(took)
    p95, slowest = ordered[int(len(ordered) * 0.95)], ordered[-1]
    return f"median {statistics.median(ordered) * 1e3:.0f} ms, p95 {p95 * 1e3:.0f} ms, slowest {slowest * 1e3:.0f} ms"


if __name__ == "__main__":
    main()
