"""`python -m bench.drills`: every drill on SQLite and on PostgreSQL; names pick some, `--short` makes them small.

Each database is new. Exits with 1 if a promise was broken. The same `--seed` breaks things at the same moments, as far
as the machine allows.
"""

import argparse
import importlib
import signal
import sys

DRILLS = (
    "confirming",
    "misreadings",
    "spellings",
    "cuts",
    "kills",
    "machines",
    "laws",
    "schemas",
    "client",
    "lines",
    "sheets_by_file",
    "files",
    "bodies",
    "passwords",
    "practising",
    "undos",
    "school",
    "whole_games",
    "typing_ahead",
    "backups",
    "wheel",
    *(f"outages.{name}" for name in ("dead_broker", "full_disk", "dead_database")),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="make drill", description=__doc__)
    parser.add_argument("--short", action="store_true", help="less than a minute each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--here", action="store_true", help="on the database that DATABASE_URL names, alone")
    parser.add_argument("names", nargs="*", metavar="name", help=f"some of {', '.join(DRILLS)}")
    chosen = parser.parse_args()
    if chosen.here:
        return drill(chosen.names or DRILLS, short=chosen.short, seed=chosen.seed)
    from bench.databases import on_each

    options = ["--here", "--seed", str(chosen.seed), *(["--short"] if chosen.short else []), *chosen.names]
    return 0 if on_each("bench.drills", *options, check=False) else 1


def drill(names: tuple[str, ...], *, short: bool, seed: int) -> int:
    """Run drills on the database of the environment; returns 1 if a promise was broken."""
    import django

    django.setup()
    from django.core.management import call_command

    from bench import machine
    from bench.drills.report import Report

    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit(1))  # in order: a mounted disk is taken away again
    call_command("migrate", verbosity=0)
    report = Report()
    for name in names:
        print(f"== {name} ({machine.description()})", flush=True)
        importlib.import_module(f"bench.drills.{name}").run(report, short=short, seed=seed)
    for sentence in report.broken:
        print(f"BROKEN: {sentence}")
    return 1 if report.broken else 0


if __name__ == "__main__":
    sys.exit(main())
