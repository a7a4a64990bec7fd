"""The drills in their short form: the same programs, one after another on a new database."""

import functools
import subprocess
import sys
from pathlib import Path

import pytest

from bench.databases import environment, new_database
from tests import servers
from tests.conftest import cannot_run

ROOT = Path(__file__).parents[2]
DRILLS = {"sqlite": ("confirming", "misreadings", "cuts"), "postgresql": ("confirming",)}


@pytest.fixture(scope="session")
def drill_database(tmp_path_factory) -> dict[str, str]:
    """The environment of a program that has a database of this run's kind to itself."""
    folder = tmp_path_factory.mktemp("drills")
    if servers.kind() == "sqlite":
        url = f"sqlite:///{folder / 'drills.sqlite3'}"
    else:
        try:
            url = new_database(servers.database_url())
        except servers.CannotRun as error:
            cannot_run(error)
    borrowed = ("CELERY_BROKER_URL", "DJANGO_ALLOW_ASYNC_UNSAFE", "DEBUG")
    return {name: value for name, value in environment(url, folder).items() if name not in borrowed}


@pytest.fixture(scope="session")
def drill_said(drill_database):
    """drill_said(name): what the drill printed. One program runs all drills of the suite, since its start takes
    seconds; a broken promise fails the test with all that it printed."""

    @functools.cache
    def run() -> str:
        command = [sys.executable, "-m", "bench.drills", "--here", "--short", *DRILLS[servers.kind()]]
        done = subprocess.run(command, cwd=ROOT, env=drill_database, capture_output=True, text=True, timeout=400)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def printed(name: str) -> str:
        return next(part for part in run().split("== ") if part.startswith(f"{name} "))

    return printed
