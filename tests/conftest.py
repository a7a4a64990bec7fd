"""What every test can use. A test that cannot run is counted and named.

Marks follow from what a test needs; only `postgresql` is also written by hand.
"""

import contextlib
import functools
import gc
import json
import os
from pathlib import Path

import hypothesis
import pytest
from django.utils import translation

from tests import chromium, servers
from tests.laws import MANY
from tests.tournament.set_up import SET_UP

ROOT = Path(__file__).parent
DATABASE_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "live_server",
    "worker",
    "drill_said",
}
OWN_CONNECTIONS = {"transactional_db", "live_server", "worker"}
MARKS = {
    "pure": "of judging/ and puzzles/: no database",
    "database": "uses the database",
    "browser": "drives Chromium",
    "drill": "takes too long for the suite, which has a short form of it: `make drill ARGS=laws` runs it",
    "only_postgresql": "runs there only, as another test asks the same on SQLite",
    "languages": "makes copies of the results in every language",
    "sampled": "tries some of its cases in the suite, and all of them in `make drill ARGS=laws`",
    "one_database": "asks nothing of PostgreSQL that another test does not ask there",
    "postgresql": "runs on PostgreSQL too. Given to tests with connections of their own, to those of tournament/models,"
    " and to the first of each folder that uses the database; written where PostgreSQL may differ in another way",
}
# A file's tests run one after the other in one process. These take longest, so they begin first.
LONGEST = (
    "browser/test_accessibility.py",
    "standalone",
    "tournament/web/test_permission_table.py",
    "tournament/publication",
    "tournament/serving",
    "browser",
    "tournament/api/test_leaks.py",
    "tournament/exports",
    "tournament/restoring",
    "tournament/test_demo.py",
    "tournament/puzzle_sets/test_worker.py",
    "drills",
    "puzzles/test_laws.py",
    "puzzles/test_sets.py",
    "tournament/web",
)
CANNOT_RUN, NOT_CONFIGURED = "Cannot run: ", "Not configured: "

hypothesis.settings.register_profile("house", deadline=None, max_examples=100 if MANY else 25, derandomize=not MANY)
hypothesis.settings.load_profile("house")


def pytest_configure(config):
    for mark, meaning in MARKS.items():
        config.addinivalue_line("markers", f"{mark}: {meaning}")
    config.pluginmanager.register(Tally(), "tally")


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Collecting makes next to no garbage, and what it leaves lives as long as the process: nobody looks for it."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()
    return collected


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(items):
    left_out = () if MANY else ("drill",) if servers.kind() == "postgresql" else ("drill", "only_postgresql")
    items[:] = [item for item in items if not any(map(item.get_closest_marker, left_out))]
    mark(items)
    chosen = yield
    items.sort(key=lambda item: turn(place(item.path)))
    return chosen


def mark(items) -> None:
    folders = set()
    for item in items:
        where, fixtures = place(item.path), set(getattr(item, "fixturenames", ()))
        database = item.get_closest_marker("django_db")
        if where.startswith(("judging/", "puzzles/")):
            item.add_marker("pure")
        if fixtures & {"page", "browser", "context"}:
            item.add_marker("browser")
        if not fixtures & DATABASE_FIXTURES and not database:
            continue
        item.add_marker("database")
        if item.get_closest_marker("one_database"):
            continue
        folder = where.rpartition("/")[0]
        own_connections = fixtures & OWN_CONNECTIONS or database and database.kwargs.get("transaction")
        if (
            own_connections
            or where.startswith("tournament/models/")
            or folder not in folders
            or item.get_closest_marker("only_postgresql")
        ):
            item.add_marker("postgresql")
        folders.add(folder)


@functools.cache
def place(path: Path) -> str:
    """The file of a test, below tests/."""
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""


@functools.cache
def turn(where: str) -> int:
    return next((at for at, longest in enumerate(LONGEST) if where.startswith(longest)), len(LONGEST))


def cannot_run(reason) -> None:
    """End the test, because this machine lacks something. The last lines name it, and with CI=true the run fails."""
    pytest.skip(f"{CANNOT_RUN}{reason}")


def not_configured(reason) -> None:
    """End the test, because it needs something that few people have. The last lines name it."""
    pytest.skip(f"{NOT_CONFIGURED}{reason}")


# What tests begin with: tests/tournament/set_up.py


@pytest.fixture(autouse=True)
def _set_up():
    translation.activate("en")  # a page that was asked for in another language leaves it on
    SET_UP.begin()


class Patches(pytest.MonkeyPatch):
    """Pytest's own, but a test that patches something shares no set-up with others."""

    def setattr(self, *arguments, **named):
        SET_UP.own_way()
        super().setattr(*arguments, **named)

    def setitem(self, *arguments):
        SET_UP.own_way()
        super().setitem(*arguments)


@pytest.fixture
def patches_for_all():
    """A monkeypatch for what every test of a file patches alike, and what no `@made_once` reads. So its tests share
    their set-up."""
    with pytest.MonkeyPatch.context() as patches:
        yield patches


@pytest.fixture
def monkeypatch():
    patches = Patches()
    yield patches
    patches.undo()


# Broker and worker


@pytest.fixture(scope="session")
def _broker():
    broker = servers.Broker()
    yield broker
    broker.stop()


@pytest.fixture
def broker(_broker):
    """The real broker of this process, empty: broker.stop(), broker.start(), broker.forget()."""
    try:
        _broker.ensure()
    except servers.CannotRun as error:
        cannot_run(error)
    _broker.forget()
    return _broker


@pytest.fixture(scope="module")
def _workers():
    kept = {}
    yield kept
    for worker in kept.values():
        worker.stop()


@pytest.fixture
def worker(transactional_db, broker, _workers):
    """A real Celery worker in processes of its own, on the test's database and broker.

    worker.wait_for(condition, seconds=60), worker.kill(), worker.start(), worker.stop(). The next test of the file
    uses it again.
    """
    from django.db import connection

    SET_UP.own_way()  # it writes too
    url = database_of_test(connection)
    worker = _workers.setdefault(url, servers.Worker(url, broker.url))
    worker.start()
    yield worker
    with contextlib.suppress(AssertionError):  # it must not write while the tables are emptied
        worker.wait_for(lambda: not worker.running or worker.idle(), seconds=10)


def database_of_test(connection) -> str:
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return servers.database_url().rpartition("/")[0] + f"/{name}"


# Chromium


@pytest.fixture(scope="session")
def chromium_path() -> str:
    return chromium.find() or cannot_run(chromium.MISSING)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args, chromium_path):
    return {**browser_type_launch_args, "executable_path": chromium_path, "args": chromium.arguments()}


# The tally


class Tally:
    """Counts the tests that ran and names those that could not; writes the numbers to a file for `make test`."""

    def __init__(self):
        self.count = {"passed": 0, "failed": 0, "skipped": 0}
        self.could_not = {}
        self.failed = []

    def pytest_runtest_logreport(self, report):
        if report.failed:
            self.count["failed"] += 1
            self.failed.append(report.nodeid)
        elif report.skipped:
            self.count["skipped"] += 1
            self.name(report)
        elif report.when == "call":
            self.count["passed"] += 1

    def name(self, report):
        reason = report.longrepr[2].removeprefix("Skipped: ") if isinstance(report.longrepr, tuple) else ""
        if reason.startswith((CANNOT_RUN, NOT_CONFIGURED)):
            self.could_not[report.nodeid] = reason

    def pytest_sessionfinish(self, session):
        if hasattr(session.config, "workerinput"):
            return  # a process of a parallel run: the one above it counts
        cannot = any(reason.startswith(CANNOT_RUN) for reason in self.could_not.values())
        if cannot and os.environ.get("CI") == "true" and session.exitstatus == 0:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        if "TEST_REPORT" in os.environ:
            report = {**self.count, "could_not": self.could_not, "failed_tests": self.failed}
            Path(os.environ["TEST_REPORT"]).write_text(json.dumps(report))

    def pytest_terminal_summary(self, terminalreporter):
        if self.could_not:
            terminalreporter.section(f"{len(self.could_not)} could not run")
        for name, reason in self.could_not.items():
            terminalreporter.write_line(f"{name}\n    {reason}")
