"""Everything on one machine: broker, database, static files, web server and worker, started and stopped together."""

import contextlib
import errno
import hashlib
import os
import signal
import socket
import ssl
import sys
import time
import urllib.error
import urllib.request
from importlib import metadata
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from tournament import VERSION
from tournament.accounts import first_account
from tournament.backups import before_changes
from tournament.backups.files import CannotBackUp
from tournament.checks import refuse_unsafe_settings
from tournament.common.installation import IS_WHEEL, MANAGE, START
from tournament.common.locks import lock
from tournament.models import Event
from tournament.serving import server
from tournament.sign_in import links as sign_in_links
from tournament.standalone import broker, database, demo_loading, network, orphans, startup_message
from tournament.standalone.secret_files import not_writable
from tournament.standalone.site import Site
from tournament.standalone.supervisor import GRACE, Child, Supervisor
from tournament.web.site_address import note_address

MOST_FILES = 16_384
LOOKS_BETWEEN = 25  # five seconds
# Windows has no SIGHUP
TO_STOP = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class StopRequested(BaseException):
    """A signal asks us to stop. Not an Exception: a job of the demo that is being loaded would take it for its own."""


class Command(BaseCommand):
    help = "Starts web server, worker and, unless CELERY_BROKER_URL is set, a broker; stops them together."
    requires_system_checks = []

    def handle(self, **options):
        self.site = Site.of(os.environ, port_number(os.environ.get("PORT") or "8000"))
        self.var = Path(settings.VAR_DIR)
        self.supervisor = Supervisor(self.say)
        self.seen: list[str] = []
        self.versions = [VERSION]
        self.demo: Child | None = None  # while it is being loaded
        self.worker: Child | None = None
        self.began = time.monotonic()
        safe_settings()
        lock_file = only_one(self.var)
        if IS_WHEEL:  # its processes find this program, and no checkout that the person is in
            os.environ["VAR_DIR"] = str(self.var)
            os.chdir(self.var)
        self.supervisor.notes = self.var / "run.children"
        orphans.end(self.supervisor.notes, GRACE)
        allow_many_connections()
        for number in TO_STOP:
            signal.signal(number, self.asked_to_stop)
        try:
            self.start()
            self.watch()
        except StopRequested:
            self.say("Stopping…")
        finally:
            self.ignore_signals()
            self.supervisor.stop()
            lock_file.close()
        self.say("Stopped.")

    def start(self):
        must_be_free(self.site.host, self.site.port)
        self.start_broker()
        database.prepare(self.say, self.back_up)
        self.begin_demo()
        collect_static()
        command = server.command("--host", self.site.host, "--port", str(self.site.port))
        self.web = self.supervisor.add(Child("web server", command, self.environment(pool=True)))
        if self.demo is None:
            self.start_worker()
        if not self.wait_for_web():
            raise CommandError("The web server does not answer; what it printed above says why.")
        note_address(self.site.address)
        seconds = time.monotonic() - self.began
        first, demo = self.links()
        for line in startup_message.lines(self.site, seconds, self.stdout.isatty(), first, demo):
            self.say(line)
        if self.demo:
            self.say("The demo event is being loaded. Links to try it follow here.")

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
        self.supervisor.add(Child("broker", command, dict(os.environ), stops_last=True))

    def back_up(self):
        try:
            path = before_changes.before_upgrade()
        except CannotBackUp as problem:
            without = f"To start without a backup: {START} AUTOMATIC_BACKUPS=0"
            raise CommandError(f"{problem} Nothing was changed. {without}") from problem
        if path:
            self.say(f"An older version made this database. As it was then, it is in {path}")

    def begin_demo(self):
        """Load the demo in a process of its own, the first time, or again where that was broken off."""
        if os.environ.get("DEMO") == "0" or not wants_demo():
            demo_loading.forget()
            return
        first_account.make_row()  # now, since the demo is one transaction, and on SQLite nobody else writes meanwhile
        self.loading = demo_loading.Loading()
        command = [sys.executable, "-m", "tournament", "demo", "--verbosity", "0"]
        self.demo = self.supervisor.add(Child("demo", command, dict(os.environ), is_single_run=True))

    def look_at_demo(self):
        if self.demo is None or not self.demo.has_ended:
            return
        is_loaded = self.demo.process is not None and self.demo.process.returncode == 0
        self.loading.end(is_loaded=is_loaded)
        self.supervisor.children.remove(self.demo)
        self.demo = None
        self.start_worker()
        for line in (
            startup_message.try_the_demo(self.site, self.links()[1]) if is_loaded else startup_message.WITHOUT_DEMO
        ):
            self.say(line)

    def start_worker(self):
        """After the demo, on whose transaction it would wait, and whose processor it would take."""
        self.worker = self.supervisor.add(Child("worker", worker(), self.environment()))

    def environment(self, pool: bool = False) -> dict[str, str]:
        own = dict(server.environment(), DATABASE_POOL="1" if pool else "0", PYTHONUNBUFFERED="1")
        return own | self.site.environment()

    def wait_for_web(self) -> bool:
        """Whether the web server answers within a minute."""
        return broker.wait(self.web_answers, seconds=60, pause=0.05)

    def web_answers(self) -> bool:
        self.supervisor.look_after()
        try:
            urllib.request.urlopen(f"{self.site.here}/", timeout=5, context=own_certificate()).close()
        except urllib.error.HTTPError:
            return True
        except OSError:
            return False
        return True

    def watch(self):
        looks = 0
        while True:
            looks += 1
            self.supervisor.look_after()
            self.look_at_demo()
            if looks % LOOKS_BETWEEN == 0:
                self.look_at_network()
                self.look_at_version()
            time.sleep(0.2)

    def look_at_network(self):
        """Move the site to the new address, if the old one was gone at two checks in a row."""
        addresses = network.addresses() if self.site.is_for_the_hall else []
        was, self.seen = self.seen, addresses
        if addresses != was or not self.site.has_moved(addresses):
            return
        old = self.site.address
        self.site.move(addresses)
        self.web.command = server.command("--host", self.site.host, "--port", str(self.site.port))
        for child in filter(None, (self.web, self.worker)):
            self.supervisor.restart(child, self.environment(pool=child is self.web))
        self.wait_for_web()
        note_address(self.site.address)
        self.say(f"\nThe address of this computer has changed: it was {old}/ and is now {self.site.address}/")
        for line in startup_message.where(self.site, self.stdout.isatty()):
            self.say(line)
        self.say(
            "Sheets, cards and links that were printed or shared with the old address do not open. Make new ones.\n"
        )

    def look_at_version(self):
        """Print once that another version of the program was installed over this one."""
        with contextlib.suppress(metadata.PackageNotFoundError):  # in the middle of it
            installed = metadata.version("number-tournament") if IS_WHEEL else VERSION
            if installed not in self.versions:
                self.versions.append(installed)
                self.say(
                    f"Version {installed} was installed meanwhile. Stop with Ctrl-C and start again to go on with it."
                )

    # what is printed

    def links(self) -> tuple[str, list[tuple[str, str]]]:
        """The paths of the first account and of the demo's people. Both are rows: without room for them people read."""
        try:
            return first_account.link(), [] if self.demo else sign_in_links.demo_links()
        except DatabaseError as error:
            self.say(f"No links to sign in can be made now: {error}. `{MANAGE} sign_in_links` makes them later.")
            return "", []

    def say(self, sentence: str):
        try:
            self.stdout.write(sentence)
            self.stdout.flush()
        except UnicodeEncodeError:
            self.stdout.write(sentence.encode("ascii", "replace").decode())  # a terminal without our letters
        except OSError:
            pass  # the terminal is gone; stopping in order matters more

    def asked_to_stop(self, number, frame):
        self.ignore_signals()
        raise StopRequested

    def ignore_signals(self):
        for number in TO_STOP:
            signal.signal(number, signal.SIG_IGN)


def own_certificate() -> ssl.SSLContext:
    """A TLS context for asking our own web server, whose certificate is for other names than that of this computer."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def port_number(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise CommandError(f"PORT must be a number from 1 to 65535, not “{text}”.")
    return int(text)


def safe_settings() -> None:
    try:
        refuse_unsafe_settings()
    except ImproperlyConfigured as error:
        raise CommandError(str(error)) from None


def only_one(var: Path):
    """A lock that goes with this process, however it ends."""
    try:
        var.mkdir(parents=True, exist_ok=True)
        file = open(var / "run.lock", "w")  # noqa: SIM115 - kept open, which is what holds the lock
    except OSError as error:
        raise CommandError(not_writable(var, error)) from None
    if not lock(file):
        raise CommandError("It is already running from this folder. Stop that one first (Ctrl-C there).")
    return file


def allow_many_connections() -> None:
    """Raise the limit of open files for us and our children: every page that listens is one."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft < wanted:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def must_be_free(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        if os.name == "posix":  # where it means a port whose last user has just left; on Windows, any port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            raise CommandError(f"Port {port} is not allowed to you. Choose another: {START} PORT=8000") from None
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError(f"Cannot listen on {host}: {error.strerror}.") from None
            other = port + 1 if port < 65535 else 8000
            raise CommandError(
                f"Port {port} is in use by another program. Choose another: {START} PORT={other}"
            ) from None


def wants_demo() -> bool:
    """Whether the demo is to be loaded: nothing is here yet, or an earlier loading was broken off."""
    events = Event.objects.all()
    return not events.filter(slug=demo_loading.SLUG).exists() if demo_loading.was_broken_off() else not events.exists()


def collect_static() -> None:
    """Collects and compresses the static files when one of them changed; that takes longer than all the rest."""
    if settings.DEBUG:
        return
    seen = hashlib.sha256()
    for finder in get_finders():
        for path, storage in finder.list(IGNORED):
            stat = os.stat(storage.path(path))
            seen.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    stamp = Path(settings.STATIC_ROOT) / ".stamp"
    if stamp.exists() and stamp.read_text() == seen.hexdigest():
        return
    try:
        call_command("collectstatic", verbosity=0, interactive=False, ignore_patterns=IGNORED)
        stamp.write_text(seen.hexdigest())
    except OSError as error:  # a full disk, or a folder of somebody else
        raise CommandError(f"The style sheets cannot be written: {error}.") from None


# The pages by which Django REST framework browses an API are not used here.
IGNORED = ["rest_framework"]


def worker() -> list[str]:
    cores = min(os.cpu_count() or 1, 4)
    return [
        *(sys.executable, "-m", "celery", "--app", "tournament", "--quiet", "worker"),
        *("--concurrency", os.environ.get("WORKER_CONCURRENCY") or str(cores)),
        # Celery's processes need a system that forks; there, one task at a time runs in the worker itself
        *(() if hasattr(os, "fork") else ("--pool", "solo")),
        *("--loglevel", "WARNING", "--without-gossip", "--without-mingle"),
    ]
