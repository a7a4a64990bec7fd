"""`make test`: lint, types, all tests on SQLite, those that may differ on PostgreSQL too, and one summary.

The tests on SQLite often wait for Chromium, a worker or a clock. So lint, types and PostgreSQL run at the same time;
what they print comes afterwards.

A few tests that failed run once more, alone: on a busy computer a worker or a browser can be late. If they pass then,
the run is good, and the summary names them so that somebody looks.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import IO

from tests import servers
from tests.lint import CHECKS, MISSING, passes

ELSEWHERE = [f"--ignore=tests/{folder}" for folder in ("browser", "judging", "puzzles")]  # not even collected
RUNS = {
    "SQLite": ("sqlite", []),
    "PostgreSQL": ("postgresql", ["-m", "postgresql and not browser", *ELSEWHERE]),
}
# a file's tests in one process, the files in the order of tests/conftest.py
DISTRIBUTION = ["--dist", "loadfile", "--no-loadscope-reorder"]
FAILED, NO_TEST_CHOSEN = 1, 5
RUN_AGAIN = 5  # when more tests failed, it is not the computer


@dataclass
class Outcome:
    name: str
    good: bool
    seconds: float
    count: dict[str, int] = field(default_factory=dict)
    could_not: dict[str, str] = field(default_factory=dict)
    failed_first: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        counted = ", ".join(f"{number} {what}" for what, number in self.count.items() if number or what != "skipped")
        ended = "FAILED" if not self.good else "could not run" if self.could_not else "good"
        return f"{self.name:<14} {counted or ended}  ({self.seconds:.0f} s)"


def main(arguments: list[str]) -> int:
    stopped = Event()
    with tempfile.TemporaryFile("w+") as printed, ThreadPoolExecutor(1) as beside:
        later = beside.submit(lambda: list(beside_sqlite(arguments, printed, stopped)))
        try:
            outcomes = [suite("SQLite", arguments, processes(more=1))]
            outcomes += later.result()
        except KeyboardInterrupt:
            stopped.set()
            raise
        printed.seek(0)
        print(printed.read(), end="")
    return summary(outcomes)


def beside_sqlite(arguments: list[str], printed: IO, stopped: Event) -> Iterator[Outcome]:
    for name, command in CHECKS.items() if not arguments else ():
        yield check(name, command, printed)
        if stopped.is_set():
            return
    yield suite("PostgreSQL", arguments, processes(more=0), printed)


def check(name: str, command: list[str], printed: IO) -> Outcome:
    began = time.monotonic()
    good = passes(command, printed)
    could_not = {name: MISSING} if good is None else {}
    if good is None:
        good = os.environ.get("CI") != "true"
    return Outcome(name, good, time.monotonic() - began, could_not=could_not)


def suite(name: str, arguments: list[str], processes: str, printed: IO | None = None) -> Outcome:
    kind, chosen = RUNS[name]
    print(f"\n== the tests on {name}", file=printed, flush=True)
    began = time.monotonic()
    folder = servers.folder() / kind
    folder.mkdir()
    parallel = ["-n", processes, *DISTRIBUTION]
    code, told = pytest(kind, folder, [*parallel, *chosen, *arguments], printed)
    failed = told.pop("failed_tests", [])
    if code == FAILED and 0 < len(failed) <= RUN_AGAIN:
        print(f"\n== once more, alone: {', '.join(failed)}", file=printed, flush=True)
        code, again = pytest(kind, folder, ["--last-failed", "--last-failed-no-failures", "none"], printed)
        told |= {"failed": again["failed"], "passed": told["passed"] + again["passed"]}
        ran = code in (0, FAILED)  # else a file could not be imported, and none of them ran
        failed = [test for test in failed if ran and test not in again["failed_tests"]]
    else:
        failed = []
    could_not = told.pop("could_not", {})
    return Outcome(name, code in (0, NO_TEST_CHOSEN), time.monotonic() - began, told, could_not, failed)


def pytest(kind: str, folder: Path, arguments: list[str], printed: IO | None) -> tuple[int, dict]:
    """Pytest's exit code, and what the Tally of tests/conftest.py wrote."""
    report = folder / "report.json"
    report.unlink(missing_ok=True)
    environment = {"TEST_DATABASE": kind, "TEST_REPORT": str(report), "TEST_FOLDER": str(folder)}
    environment["PYTHONDONTWRITEBYTECODE"] = ""  # else each process of the run compiles the product and rewrites tests
    command = [sys.executable, "-m", "pytest", "-o", f"cache_dir={folder / 'cache'}", *arguments]
    code = subprocess.run(command, env=os.environ | environment, stdout=printed, stderr=printed).returncode
    return code, json.loads(report.read_text()) if report.exists() else {}


def processes(more: int) -> str:
    """As many as there are cores, and `more`, because a test often waits for Chromium, a worker or a clock."""
    return os.environ.get("TEST_PROCESSES") or str((os.cpu_count() or 1) + more)


def summary(outcomes: list[Outcome]) -> int:
    print("\n== summary")
    for outcome in outcomes:
        print(outcome)
        for test, reason in outcome.could_not.items():
            print(f"    {test}: {reason}")
        for test in outcome.failed_first:
            print(f"    {test}: failed, and passed when it ran once more, alone")
    broken = [outcome.name for outcome in outcomes if not outcome.good]
    if broken:
        print(f"Not good: {', '.join(broken)}")
    total = {what: sum(outcome.count.get(what, 0) for outcome in outcomes) for what in ("passed", "failed", "skipped")}
    # A check that fails, or a run that stopped early, counts as a failure even if no test failed.
    total["failed"] = max(total["failed"], len(broken))
    print(", ".join(f"{number} {what}" for what, number in total.items()), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    os.chdir(Path(__file__).parent.parent)
    servers.folder()  # all files of the run; deleted when we exit
    sys.exit(main(sys.argv[1:]))
