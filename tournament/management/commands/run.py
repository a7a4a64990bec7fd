"""Everything on one machine: broker, database, static files, web server and worker, started and stopped together."""

import contextlib
import fcntl
import hashlib
import os
import resource
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from tournament.embedded import broker
from tournament.embedded.children import Child, Family

MOST_FILES = 16_384
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Stop(Exception):
    """A signal asks us to stop."""


class Command(BaseCommand):
    help = "Starts web server, worker and, unless CELERY_BROKER_URL is set, a broker; stops them together."
    requires_system_checks = []

    def handle(self, **options):
        self.host, self.port = (
            os.environ.get("HOST") or "127.0.0.1",
            port_number(os.environ.get("PORT") or "8000"),
        )
        self.var = Path(settings.VAR_DIR)
        self.family = Family(self.say)
        self.began = time.monotonic()
        lock = only_one(self.var)
        allow_many_connections()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self.asked_to_stop)
        try:
            self.start()
            self.watch()
        except Stop:
            self.say("Stopping…")
        finally:
            self.ignore_signals()
            self.family.stop()
            lock.close()
        self.say("Stopped.")

    def start(self):
        must_be_free(self.host, self.port)
        self.start_broker()
        self.prepare_database()
        self.load_demo()
        collect_static(self.var)
        self.family.add(Child("web server", gunicorn(self.host, self.port), self.environment(pool=True)))
        self.family.add(Child("worker", worker(), self.environment()))
        self.wait_for_web()
        self.greet()

    # the parts

    def start_broker(self):
        if os.environ.get("CELERY_BROKER_URL"):
            return
        try:
            broker.prepare(self.var)
        except broker.BrokerProblem as problem:
            raise CommandError(str(problem)) from problem
        command = broker.command(self.var)
        if command is None:
            self.say("No embedded broker for this system: messages are kept as files, which is slower.")
            return
        child = self.family.add(
            Child(
                "broker",
                command,
                dict(os.environ),
                carries_others=True,
                before_restart=self.before_broker_restarts,
            )
        )
        while not broker.wait(lambda: broker.answers(self.var), seconds=5):
            if self.family.look_after() is child:
                raise CommandError(f"The broker does not start; see {self.var / 'broker' / 'valkey.log'}.")

    def before_broker_restarts(self, child):
        if child.deaths >= 2 and broker.set_memory_aside(self.var):
            self.say("What the broker remembered was set aside; the work itself is in the database.")

    def prepare_database(self):
        try:
            executor = MigrationExecutor(connection)
            if executor.migration_plan(executor.loader.graph.leaf_nodes()):
                self.say("Preparing the database…")
                call_command("migrate", verbosity=0, interactive=False)
        except OperationalError as error:
            raise CommandError(f"The database does not answer: {error}") from error

    def load_demo(self):
        if os.environ.get("DEMO") == "0" or not is_empty():
            return
        self.say("Loading the demo event (the first time only)…")
        call_command("demo", verbosity=0)

    def environment(self, pool: bool = False) -> dict[str, str]:
        environment = dict(os.environ, DATABASE_POOL="1" if pool else "0", PYTHONUNBUFFERED="1")
        if not environment.get("CSRF_TRUSTED_ORIGINS"):
            environment.setdefault("SITE_URL", self.address())
        if self.host not in LOOPBACK:
            environment.setdefault("ALLOWED_HOSTS", ",".join(own_names(self.host)))
        return environment

    def wait_for_web(self):
        if not broker.wait(self.web_answers, seconds=60, pause=0.05):
            raise CommandError("The web server does not answer; what it printed above says why.")

    def web_answers(self) -> bool:
        failing = self.family.look_after()
        if failing:
            raise CommandError(f"The {failing.name} keeps stopping; what it printed above says why.")
        try:
            urllib.request.urlopen(self.address(), timeout=5).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def watch(self):
        while True:
            failing = self.family.look_after()
            if failing:
                raise CommandError(
                    f"The {failing.name} keeps stopping, so everything stops; what it printed above says why."
                )
            time.sleep(0.2)

    # what is said

    def address(self) -> str:
        name = {"0.0.0.0": "127.0.0.1", "::": "[::1]", "::1": "[::1]"}.get(self.host, self.host)
        return f"http://{name}:{self.port}/"

    def greet(self):
        self.say(
            f"\nNumber Tournament is at {self.address()}  (ready in {time.monotonic() - self.began:.1f} s)"
        )
        links = sign_in_links(self.address())
        if links:
            self.say("Sign in as")
        for role, url in links:
            self.say(f"  {role:<10} {url}")
        self.say("Ctrl-C stops everything.\n")

    def say(self, sentence: str):
        try:
            self.stdout.write(sentence)
            self.stdout.flush()
        except OSError:
            pass  # the terminal is gone; stopping in order matters more

    def asked_to_stop(self, number, frame):
        self.ignore_signals()
        raise Stop

    def ignore_signals(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_IGN)


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise CommandError(f"PORT must be a number from 1 to 65535, not “{text}”.")
    return int(text)


def only_one(var: Path):
    """A lock that goes with this process, however it ends."""
    var.mkdir(parents=True, exist_ok=True)
    lock = open(var / "run.lock", "w")  # noqa: SIM115 - kept open, which is what holds the lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise CommandError(
            "It is already running from this folder. Stop that one first (Ctrl-C there)."
        ) from None
    return lock


def allow_many_connections() -> None:
    """As many open files as the system lets us and our children have: every page that listens is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def must_be_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise CommandError(
                f"Port {port} is not allowed to you. Choose another: PORT=8000 make run"
            ) from None
        except OSError as error:
            if error.errno not in (48, 98):  # "in use" on macOS and on Linux
                raise CommandError(f"Cannot listen on {host}: {error.strerror}.") from None
            other = port + 1 if port < 65535 else 8000
            raise CommandError(
                f"Port {port} is in use by another program. Choose another: PORT={other} make run"
            ) from None


def is_empty() -> bool:
    return not apps.get_model("tournament", "Event").objects.exists()


def collect_static(var: Path) -> None:
    """Collects and compresses the static files when one of them changed; that takes longer than all the rest."""
    if settings.DEBUG:
        return
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(IGNORED):
            stat = os.stat(storage.path(path))
            seen.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    stamp = var / "static" / ".stamp"
    if stamp.exists() and stamp.read_text() == seen.hexdigest():
        return
    call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=IGNORED)
    stamp.write_text(seen.hexdigest())


# The pages by which Django REST framework browses an API are not used here.
IGNORED = ["rest_framework"]


def gunicorn(host: str, port: int) -> list[str]:
    return [
        *(sys.executable, "-m", "gunicorn", "tournament.asgi"),
        *("--bind", f"[{host}]:{port}" if ":" in host else f"{host}:{port}"),
        *("--worker-class", "tournament.live.worker.Worker"),
        *("--workers", os.environ.get("WEB_WORKERS") or "2"),
        *("--graceful-timeout", "3", "--keep-alive", "30", "--log-level", "warning", "--no-control-socket"),
    ]


def worker() -> list[str]:
    cores = min(os.cpu_count() or 1, 4)
    return [
        *(sys.executable, "-m", "celery", "--app", "tournament", "--quiet", "worker"),
        *("--concurrency", os.environ.get("WORKER_CONCURRENCY") or str(cores)),
        *("--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
    ]


def own_names(host: str) -> list[str]:
    """The names and addresses by which other machines in the hall reach this one."""
    names = {*LOOPBACK[:2], "[::1]", socket.gethostname(), host}
    with contextlib.suppress(OSError):
        names.update(str(entry[4][0]) for entry in socket.getaddrinfo(socket.gethostname(), None))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(
                ("192.0.2.1", 9)
            )  # sends nothing: it only asks which of our addresses would be used
            names.add(probe.getsockname()[0])
        except OSError:
            pass
    return sorted(names)


def sign_in_links(base_url: str) -> list[tuple[str, str]]:
    from tournament.actions import people

    return people.demo_links(base_url)
