"""PostgreSQL is killed with SIGKILL again and again while people type, hand in and play; something starts it again.

It is a server of the drill's own, which writes to the disk before it acknowledges. The rest runs in a process of its
own, whose DATABASE_URL names it: `python -m bench.drills.outages.dead_database SEED`.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(report, *, short: bool, seed: int) -> None:
    if os.environ["DATABASE_URL"].startswith("sqlite"):
        report.say("SQLite is a file: there is nothing to kill")
        return
    from bench.drills.outages.full_disk import database

    command = [sys.executable, "-m", "bench.drills.outages.dead_database", str(seed), *(["--short"] if short else [])]
    with tempfile.TemporaryDirectory(prefix="nt-data-", dir="/tmp" if os.path.isdir("/tmp") else None) as folder:
        with database("postgresql", Path(folder)) as (url, restarts):
            done = subprocess.run(command, env=os.environ | {"DATABASE_URL": url}, check=False)
        report.say(f"PostgreSQL was started again {len(restarts)} times")
    if done.returncode:
        report.broken.append("dead_database: see above")


def drill(seed: int, short: bool) -> int:
    import django

    django.setup()
    from django.core.management import call_command

    from bench.drills import kills
    from bench.drills.report import Report

    call_command("migrate", verbosity=0)
    report = Report()
    kills.while_they_work(report, ["PostgreSQL"] * (2 if short else 10), short=short, seed=seed)
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(drill(int(sys.argv[1]), "--short" in sys.argv))
