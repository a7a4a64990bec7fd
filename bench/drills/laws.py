"""The laws of the engine, and of events drawn from seeds, with four times as many examples as the suite tries; and the
tests that take too long for it."""

import os
import subprocess
import sys

from bench.running import ROOT

PURE = ("-m", "hypothesis", "tests/judging", "tests/puzzles", "tests/tools")
LONG = ("-m", "drill or sampled", "tests/tournament", "tests/browser", "tests/standalone", "tests/tools")
EVENTS = ("tests/tournament/disputes/test_stakes.py", "tests/tournament/exports/test_random_events.py")


def run(report, *, short: bool, seed: int) -> None:
    on_postgresql = os.environ["DATABASE_URL"].startswith("postgres")
    kind = "postgresql" if on_postgresql else "sqlite"
    environment = os.environ | {"TEST_MANY": "" if short else "1", "TEST_DATABASE": kind}
    environment.pop("DJANGO_SETTINGS_MODULE", None)
    some = (EVENTS,) if on_postgresql else (PURE, EVENTS, *(() if short else (LONG,)))
    for chosen in some:
        command = [sys.executable, "-m", "pytest", f"--hypothesis-seed={seed}", *chosen]
        code = subprocess.run(command, cwd=ROOT, env=environment).returncode
        report.promise(code == 0, f"the laws hold in {chosen[-1]} and beside it")
