"""`make run` as a person meets it: it comes up, heals, says what is wrong in a sentence, and leaves nothing behind."""

import contextlib
import os
import re
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import urllib.request
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.core.management import CommandError

from tests.certificates import own_certificate
from tournament.management.commands.run import StopRequested, must_be_free, only_one, port_number
from tournament.standalone.broker import wait

ROOT = Path(__file__).parents[2]
BORROWED = (
    "CELERY_BROKER_URL",
    "DATABASE_URL",
    "DJANGO_ALLOW_ASYNC_UNSAFE",
    "DJANGO_SETTINGS_MODULE",
    "TEST_BROKER_URL",
)


@pytest.fixture
def environment(tmp_path):
    """A fresh machine's: nothing of the tests' own settings, a database of its own, a free port, no demo."""
    stored = {name: value for name, value in os.environ.items() if name not in BORROWED}
    return {
        **stored,
        "VAR_DIR": str(tmp_path / "var"),
        "PORT": str(free_port()),
        "DEMO": "0",
        "WEB_WORKERS": "1",
    }


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def run(environment, **options):
    return subprocess.Popen([sys.executable, "manage.py", "run"], cwd=ROOT, env=environment, text=True, **options)


def refused(environment) -> str:
    """What it says when it will not start."""
    process = run(environment, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    _, message = process.communicate(timeout=60)
    assert process.returncode == 1
    return message.strip()


def children_of(parent: int) -> dict[int, str]:
    table = subprocess.run(["ps", "-eo", "pid=,ppid=,args="], capture_output=True, text=True).stdout
    rows = (line.split(None, 2) for line in table.splitlines())
    return {int(pid): args for pid, above, args in rows if int(above) == parent}


def groups_alive(groups) -> list[int]:
    table = subprocess.run(["ps", "-eo", "pgid=,stat="], capture_output=True, text=True).stdout
    rows = (line.split() for line in table.splitlines())
    return [int(group) for group, state in rows if int(group) in groups and not state.startswith("Z")]


@contextlib.contextmanager
def running(environment, log: Path):
    """The whole site, once it is up; stopped at the end, if it still runs."""
    with open(log, "w") as file:
        process = run(environment, stdout=file, stderr=file)
    try:
        assert wait(lambda: "Number Tournament is at" in log.read_text() or process.poll() is not None, 90)
        assert process.poll() is None, log.read_text()
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)


def speaks_https(address: str, log: str, certificate: str) -> None:
    """The printed address is https, every cookie is only for https, and forms and redirects stay there."""
    assert f"Number Tournament is at {address}" in log
    jar, secure = CookieJar(), ssl.create_default_context(cafile=certificate)
    browser = urllib.request.build_opener(
        urllib.request.HTTPSHandler(context=secure), urllib.request.HTTPCookieProcessor(jar)
    )
    page = browser.open(re.search(rf"{address}begin/\S+", log)[0])
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page.read().decode())[1]
    account = {"full_name": "Ora", "username": "ora", "password": "zebra-crossing-9", "again": "zebra-crossing-9"}
    form = urlencode(account | {"csrfmiddlewaretoken": token}).encode()
    answer = browser.open(urllib.request.Request(page.url, form, {"Origin": address.rstrip("/")}))
    assert answer.url == f"{address}new-event/"
    assert "Strict-Transport-Security" not in answer.headers
    assert {cookie.name for cookie in jar} >= {"csrftoken", "sessionid"}
    assert all(cookie.secure for cookie in jar)


def test_it_comes_up_and_leaves_nothing(environment, tmp_path):
    log, certificate = tmp_path / "log", str(own_certificate(tmp_path / "own.pem"))
    with running(environment | {"HTTPS_CERTIFICATE": certificate}, log) as process:
        speaks_https(f"https://127.0.0.1:{environment['PORT']}/", log.read_text(), certificate)
        with pytest.raises((OSError, HTTPException)):
            urllib.request.urlopen(f"http://127.0.0.1:{environment['PORT']}/")
        family = children_of(process.pid)
        assert len(family) == 3
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0
    assert log.read_text().endswith("Stopped.\n")
    assert groups_alive(family) == []
    assert not (tmp_path / "var" / "run.children").exists()


@pytest.mark.drill  # `kills` kills a worker too
def test_it_heals_and_is_followed_by_the_next_at_once(environment, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    address = f"http://127.0.0.1:{environment['PORT']}/"
    with running(environment, first) as process:
        page = urllib.request.urlopen(address)
        assert page.status == 200
        assert "default-src 'none'" in page.headers["Content-Security-Policy"]
        begin = re.search(rf"{address}begin/\S+", first.read_text())[0]
        assert b"Your account as organiser" in urllib.request.urlopen(begin).read()
        family = children_of(process.pid)
        worker = next(pid for pid, args in family.items() if "celery" in args)
        os.kill(worker, signal.SIGKILL)
        assert wait(lambda: "The worker stopped (by SIGKILL)" in first.read_text(), 60)
        assert wait(lambda: len(children_of(process.pid)) == 3, 60)
        family |= children_of(process.pid)
        process.kill()
        process.wait()
    with running(environment, second):
        assert urllib.request.urlopen(address).status == 200
        assert groups_alive(family) == []


def test_no_job_that_catches_what_goes_wrong_catches_the_wish_to_stop():
    assert not issubclass(StopRequested, Exception)


def test_a_port_in_use_is_said_in_a_sentence():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(CommandError) as refusal:
            must_be_free("127.0.0.1", port)
    assert str(refusal.value) == (f"Port {port} is in use by another program. Choose another: make run PORT={port + 1}")


@pytest.mark.parametrize("text", ["eight", "0", "65536", "-1", ""])
def test_a_port_that_is_no_number_is_said_in_a_sentence(text):
    with pytest.raises(CommandError, match="must be a number from 1 to 65535"):
        port_number(text)


def test_a_database_that_does_not_answer_is_said_in_a_sentence(environment):
    nowhere = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    assert "The database does not answer" in refused({**environment, "DATABASE_URL": nowhere})


def test_it_runs_once_in_a_folder(tmp_path):
    with only_one(tmp_path), pytest.raises(CommandError, match="already running"):
        only_one(tmp_path)


def test_migrating_alone_needs_nothing_but_a_file(environment, tmp_path):
    alone = {**environment, "DATABASE_URL": f"sqlite:///{tmp_path / 'some.db'}"}
    first = [sys.executable, "manage.py", "migrate", "-v0", "tournament", "0001"]
    subprocess.run(first, cwd=ROOT, env=alone, check=True, timeout=120)
    assert (tmp_path / "some.db").stat().st_size > 0


def database_with(migration: str, environment) -> Path:
    """A SQLite file that says which migration was the last."""
    path = Path(environment["VAR_DIR"]) / "db.sqlite3"
    path.parent.mkdir()
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE django_migrations (id INTEGER, app TEXT, name TEXT, applied TEXT)")
        made.execute("INSERT INTO django_migrations VALUES (1, 'tournament', ?, '2026-11-01 09:00')", [migration])
    return path


def migrations_in(path) -> list[str]:
    with sqlite3.connect(path) as opened:
        rows = opened.execute("SELECT name FROM django_migrations WHERE app = 'tournament'")
        return [name for (name,) in rows]


def test_a_database_of_another_version_is_left_alone(environment):
    path = database_with("0001_initial_of_another_version", environment)
    sentence = f"The database {path} was made by another version of this program."
    assert sentence in refused(environment)
    migrate = [sys.executable, "manage.py", "migrate"]
    printed = subprocess.run(migrate, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120).stderr
    assert sentence in printed
    assert "Traceback" not in printed
    assert migrations_in(path) == ["0001_initial_of_another_version"]
