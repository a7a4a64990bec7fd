"""`make test`: lint, types, every test on SQLite, those that use the database on PostgreSQL too, and one summary."""

import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests import servers
from tests.lint import CHECKS, MISSING, passes

RUNS = {
    "SQLite": ("sqlite", []),
    "PostgreSQL": ("postgresql", ["-m", "database and not browser"]),
}
NO_TEST_CHOSEN = 5


@dataclass
class Outcome:
    name: str
    good: bool
    seconds: float
    count: dict[str, int] = field(default_factory=dict)
    could_not: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        counted = ", ".join(
            f"{number} {what}" for what, number in self.count.items() if number or what != "skipped"
        )
        ended = "FAILED" if not self.good else "could not run" if self.could_not else "good"
        return f"{self.name:<14} {counted or ended}  ({self.seconds:.0f} s)"


def main(arguments: list[str]) -> int:
    outcomes = [] if arguments else [check(name, command) for name, command in CHECKS.items()]
    outcomes += [suite(name, kind, [*chosen, *arguments]) for name, (kind, chosen) in RUNS.items()]
    return summary(outcomes)


def check(name: str, command: list[str]) -> Outcome:
    began = time.monotonic()
    good = passes(command)
    could_not = {name: MISSING} if good is None else {}
    if good is None:
        good = os.environ.get("CI") != "true"
    return Outcome(name, good, time.monotonic() - began, could_not=could_not)


def suite(name: str, kind: str, arguments: list[str]) -> Outcome:
    print(f"\n== the tests on {name}", flush=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        environment = {**os.environ, "TEST_DATABASE": kind, "TEST_REPORT": str(report)}
        command = [sys.executable, "-m", "pytest", "-n", processes(), "--dist", "loadgroup", *arguments]
        code = subprocess.run(command, env=environment).returncode
        told = json.loads(report.read_text()) if report.exists() else {}
    could_not = told.pop("could_not", {})
    return Outcome(name, code in (0, NO_TEST_CHOSEN), time.monotonic() - began, told, could_not)


def processes() -> str:
    return os.environ.get("TEST_PROCESSES") or "auto"


def summary(outcomes: list[Outcome]) -> int:
    print("\n== summary")
    for outcome in outcomes:
        print(outcome)
        for test, reason in outcome.could_not.items():
            print(f"    {test}: {reason}")
    broken = [outcome.name for outcome in outcomes if not outcome.good]
    if broken:
        print(f"Not good: {', '.join(broken)}")
    total = {
        what: sum(outcome.count.get(what, 0) for outcome in outcomes)
        for what in ("passed", "failed", "skipped")
    }
    # A check that fails, or a run that broke off, is a failure even where no test failed.
    total["failed"] = max(total["failed"], len(broken))
    print(", ".join(f"{number} {what}" for what, number in total.items()), flush=True)
    return 1 if broken else 0


if __name__ == "__main__":
    os.chdir(Path(__file__).parent.parent)
    servers.folder()  # one for both runs, gone at our exit
    sys.exit(main(sys.argv[1:]))
