"""What programs that watch the site are told."""

import logging
import os
import re
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families

from tournament import VERSION
from tournament.backups import actions as backups
from tournament.backups.files import stored_backups
from tournament.health import metrics, views
from tournament.health.checks import use_own_connection
from tournament.health.logs import OneLine, at_work
from tournament.jobs.heartbeat import worker_is_here
from tournament.management.commands.run import only_one
from tournament.models import Pulse
from tournament.tasks import sweep

ROOT = Path(__file__).parents[3]


@pytest.fixture(autouse=True)
def asked_anew(monkeypatch):
    """Each question to /readyz comes later than an answer is kept."""
    seconds = count(step=views.STATE_SECONDS)
    monkeypatch.setattr(views, "monotonic", lambda: next(seconds))
    views._state.cache_clear()


GOOD = {"database": "good", "migrations": "good", "broker": "good", "worker": "good", "version": VERSION}


def test_the_site_is_ready_while_every_part_is(client, db, broker):
    assert client.get("/healthz").status_code == 200
    assert client.get("/readyz").json() == {**GOOD, "worker": "failing"}
    worker_is_here()
    ready = client.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, GOOD)
    Pulse.objects.update(at=timezone.now() - timedelta(seconds=31))
    assert client.get("/readyz").status_code == 503


def test_the_answer_is_kept_for_two_seconds(client, db, broker, monkeypatch):
    monkeypatch.setattr(views, "monotonic", lambda: 7.0)
    assert client.get("/readyz").status_code == 503
    worker_is_here()
    assert client.get("/readyz").status_code == 503
    monkeypatch.setattr(views, "monotonic", lambda: 9.0)
    assert client.get("/readyz").status_code == 200


def test_a_broker_that_is_away_is_named_and_why_only_by_the_doctor(client, db, broker, capsys, settings, tmp_path):
    sweep()  # as the worker does
    broker.stop()
    refused = client.get("/readyz")
    assert (refused.status_code, refused.json()) == (503, {**GOOD, "broker": "failing"})
    with pytest.raises(SystemExit):
        call_command("doctor")
    message = capsys.readouterr().out
    assert "The broker does not answer" in message
    assert "database     good" in message
    assert "not running" not in message  # nobody has started it in this folder by one command
    settings.VAR_DIR = tmp_path
    with only_one(tmp_path):
        assert "not running" not in of_the_doctor(capsys)
    assert "- The program is not running. Start it: make run" in of_the_doctor(capsys)


def of_the_doctor(capsys) -> str:
    with pytest.raises(SystemExit):
        call_command("doctor")
    return capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_the_doctor_names_what_to_do(broker, capsys, settings, tmp_path, event):
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    (tmp_path / "secret_key").write_text("x")
    (tmp_path / "secret_key").chmod(0o644)
    worker_is_here()
    with pytest.raises(SystemExit):
        call_command("doctor")
    message = capsys.readouterr().out
    assert f"Run: chmod 600 {tmp_path}/secret_key" in message
    assert "There is no backup" in message
    (tmp_path / "secret_key").chmod(0o600)
    call_command("backup")
    capsys.readouterr()
    call_command("doctor")
    printed = capsys.readouterr().out
    (backup,) = (tmp_path / "backups").iterdir()
    assert f"backup       {backup.name}: made " in printed
    assert "with pictures; events: spring" in printed
    assert "Nothing is wrong." in printed


@pytest.mark.django_db(transaction=True)
def test_the_doctor_opens_the_newest_backup_of_each_sort(broker, capsys, settings, tmp_path, event):
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    worker_is_here()
    backups.make()
    automatic = backups.make("before-import", pictures=False)
    automatic.write_bytes(automatic.read_bytes()[:-100])
    with pytest.raises(SystemExit):
        call_command("doctor")
    printed = capsys.readouterr().out
    assert "-backup.tar.gz: made " in printed
    assert f"- The newest backup {automatic.name} cannot be restored: The file is not a backup, or it is not" in printed


@pytest.mark.django_db(transaction=True)
def test_a_backup_before_something_is_no_backup_of_everything(broker, capsys, settings, tmp_path, event):
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    worker_is_here()
    backups.make("before-import", pictures=False)
    with pytest.raises(SystemExit):
        call_command("doctor")
    assert f"- There is no backup of everything in {tmp_path / 'backups'}." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", r"database     good\nmigrations   \d+ migrations are not applied. Run `python manage.py migrate`.\n"),
        ("postgresql://nobody@127.0.0.1:{}/none", r"database     The database does not answer: .*\n"),
    ],
)
def test_of_a_database_that_cannot_be_used_the_doctor_says_one_thing(tmp_path, url, says):
    (tmp_path / "backups").mkdir()
    if url:  # a large backup is not opened: the answer must not take longer than the database
        (tmp_path / "backups/2026-11-26T0500Z-backup.tar.gz").write_text("no backup")
    borrowed = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL")
    stored = {name: value for name, value in os.environ.items() if name not in borrowed}
    command = [sys.executable, "manage.py", "doctor"]
    with socket.create_server(("127.0.0.1", 0)) as silent:
        elsewhere = stored | {"VAR_DIR": str(tmp_path), "DATABASE_URL": url.format(silent.getsockname()[1])}
        ended = subprocess.run(command, cwd=ROOT, env=elsewhere, capture_output=True, text=True, timeout=60)
    assert ended.returncode == 1
    assert re.fullmatch(says, ended.stdout)


def test_a_new_site_without_an_event_of_its_own_needs_no_backup(db, broker, capsys, settings, tmp_path):
    settings.VAR_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"
    worker_is_here()
    call_command("doctor")
    assert "No backup yet." in capsys.readouterr().out


KILLED = """
import os
from tournament.health.request_times import STREAMS
STREAMS.inc(2)
os.kill(os.getpid(), {signal})
"""


@pytest.mark.parametrize(("signal", "streams"), [(9, "0.0"), (0, "2.0")])
def test_streams_of_a_web_process_that_was_killed_are_not_open(db, tmp_path, monkeypatch, signal, streams):
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    web = subprocess.Popen([sys.executable, "-c", KILLED.format(signal=signal)], cwd=ROOT)
    web.wait()
    if not signal:  # as if it still ran
        (file,) = tmp_path.glob("gauge_livesum_*.db")
        file.rename(tmp_path / f"gauge_livesum_{os.getpid()}.db")
    found = re.findall(r"^tournament_streams (\S+)$", metrics.text().decode(), re.MULTILINE)
    assert (found or ["0.0"]) == [streams]


def test_figures_need_the_token_and_have_no_names(client, round_24, entrant, hand_in, work_through, settings):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    assert client.get("/metrics").status_code == 404
    settings.METRICS_TOKEN = "for-prometheus"
    assert client.get("/metrics", headers={"Authorization": "Bearer other"}).status_code == 404
    worker_is_here()
    text = client.get("/metrics", headers={"Authorization": "Bearer for-prometheus"}).content.decode()
    values = {
        (sample.name, sample.labels.get("kind"), sample.labels.get("state")): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }
    assert values["tournament_jobs", "judge_sheet", "waiting"] == 1
    assert values["tournament_oldest_job_seconds", "judge_sheet", None] > 0
    assert values["tournament_lines", None, None] == 1
    assert 0 <= values["tournament_worker_seen_seconds", None, None] < 30
    assert values["process_resident_memory_bytes", None, None] > 10**6
    assert "Ada" not in text


def test_figures_say_the_age_of_the_newest_backup(db, settings, tmp_path):
    settings.BACKUP_DIR = tmp_path
    assert "newest_backup" not in metrics.text().decode()
    path = tmp_path / f"{timezone.now() - timedelta(hours=3):%Y-%m-%dT%H%MZ}-backup.tar.gz"
    path.write_bytes(b"")
    assert [each.path for each in stored_backups()] == [path]
    age = re.search(r"^tournament_newest_backup_seconds (\S+)$", metrics.text().decode(), re.MULTILINE)
    assert 3 * 3600 <= float(age[1]) < 3 * 3600 + 120


def test_each_request_has_a_number_in_the_log(client, db, caplog):
    caplog.handler.setFormatter(OneLine("{levelname} [{at_work}]: {message}", style="{"))
    for given in ("from-proxy-7", "two words"):
        client.get("/events/none/?q=Ada", headers={"X-Request-ID": given})
    first, second = caplog.text.splitlines()
    assert first == "WARNING [from-proxy-7]: Not Found: /events/none/"
    assert re.fullmatch(r"WARNING \[[0-9a-f]{8}\]: Not Found: /events/none/", second)


def test_a_traceback_is_one_line_with_the_job_it_belongs_to():
    record = logging.LogRecord("a", logging.ERROR, "", 0, "judge_sheet 3 failed", (), None)
    record.exc_text = "Traceback:\n  here"
    with at_work("job 12"):
        line = OneLine("{levelname} [{at_work}]: {message}", style="{").format(record)
    assert line == "ERROR [job 12]: judge_sheet 3 failed ⏎ Traceback: ⏎   here"


@pytest.mark.django_db(transaction=True)
def test_the_thread_that_asks_has_a_connection_beside_the_pool():
    def ask() -> tuple[int, int, bool]:
        use_own_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            (one,) = cursor.fetchone()
        connection.close()
        return one, connection.settings_dict["CONN_MAX_AGE"], "pool" in connection.settings_dict["OPTIONS"]

    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(ask).result() == (1, 0, False)
