"""A backup is whole or not there, and a restore brings back what it has: rows, results, trails and pictures."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse
from django.utils import timezone

from tests.tournament.making import publish
from tournament.backups import actions as backups, event_digests, files
from tournament.checks import applied_migrations, missing_migrations
from tournament.management.commands.run import Command as Run
from tournament.models import AuditEntry, ChangeHead, Entrant, Event, Result, Submission
from tournament.standalone.database import prepare

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def folder(patches_for_all, tmp_path):
    patches_for_all.setattr(settings, "BACKUP_DIR", tmp_path / "backups")
    return settings.BACKUP_DIR


@pytest.fixture
def counted(round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    work_through()
    return event_digests.of_events()


def names(path) -> list[str]:
    with tarfile.open(path) as tar:
        return tar.getnames()


def test_a_restore_brings_everything_back_and_says_so_in_the_trail(
    client, event, organiser, counted, entrant, round_24, hand_in, add_player, work_through
):
    event = publish(organiser, event, "provisional")
    counted = event_digests.of_events()
    path = backups.make()
    number = event.change_number
    other = add_player(first_name="Grace")
    hand_in(round_24, other, [(0, "4!")])
    work_through()
    assert Result.objects.count() == 2
    before = backups.restore(path)
    assert Result.objects.count() == Entrant.objects.count() == Submission.objects.count() == 1
    assert event_digests.of_events()["spring"]["results"] == counted["spring"]["results"]
    assert AuditEntry.objects.last().verb == "event.restored"
    call_command("audit", verify=True)
    event.refresh_from_db()
    assert event.change_number > number + 100  # no process takes a page that it kept for this state's
    assert "Grace" not in client.get(reverse("event", args=["spring"])).content.decode()
    # rows get new numbers after it, and the state before can be had again
    add_player(first_name="Mary")
    backups.restore(before)
    assert Result.objects.count() == 2


def test_the_record_stays_guarded_after_a_restore(counted):
    backups.restore(backups.make())
    with pytest.raises(Exception, match="append-only"):
        Submission.objects.update(text="x")


def test_pictures_that_are_missing_come_back_and_others_stay(event, settings):
    picture = settings.PICTURES_DIR / "scans" / "one.jpg"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_bytes(b"first")
    path = backups.make()
    picture.unlink()
    backups.restore(path)
    assert picture.read_bytes() == b"first"
    picture.unlink()
    assert not [name for name in names(backups.make(pictures=False)) if name.endswith(".jpg")]


@pytest.mark.one_database
@pytest.mark.parametrize("harm", ["cut", "empty", "text", "changed", "newer", "other", "facts"])
def test_a_file_that_is_not_a_whole_backup_changes_nothing(harm, counted, tmp_path, monkeypatch):
    path = backups.make()
    body = path.read_bytes()
    if harm == "cut":
        path.write_bytes(body[: len(body) // 2])
    elif harm in ("empty", "text"):
        path.write_bytes(b"" if harm == "empty" else b"these are no tables")
    else:
        with files.opened(path) as (manifest, work):
            if harm == "changed":
                changed = next(iter((work / files.DATABASE).iterdir()))
                changed.write_bytes(changed.read_bytes() + b"\n")
            more = {
                "newer": {"migrations": [["tournament", "9999_of_next_year"]]},
                "other": {"kind": "oracle"},
                "facts": {"events": {}},
            }
            manifest = files.Manifest(**{**vars(manifest), **more.get(harm, {})})
            files.pack(work, manifest, path)
    stored = len(files.stored_backups())
    heads = list(ChangeHead.objects.values_list("event", "number"))
    Event.objects.update(name="Not in the backup")
    with pytest.raises(CommandError) as refused:
        call_command("restore", path, yes=True)
    assert refused.value.returncode == 2
    assert event_digests.of_events() == counted
    assert (Event.objects.get().name, list(ChangeHead.objects.values_list("event", "number"))) == (
        "Not in the backup",
        heads,
    )
    assert len(files.stored_backups()) == stored + (
        harm == "facts"
    )  # what is wrong in the data is seen after the backup before


def test_a_backup_that_fails_leaves_nothing(event, folder, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(files.CannotBackUp, match="No space left on device"):
        backups.make()
    assert list(folder.iterdir()) == []


def test_old_ones_go_by_number_and_age_but_the_newest_three_stay(event, folder, settings):
    folder.mkdir()
    for days in range(10):
        (folder / named(days, "backup")).touch()
    (folder / "letter.tar.gz").touch()  # somebody else's
    settings.BACKUP_DAYS, settings.BACKUPS_KEPT = 4, 30
    backups.delete_old()
    assert len(files.stored_backups()) == 4
    settings.BACKUP_DAYS = 0
    backups.delete_old()
    assert len(files.stored_backups()) == 3
    settings.BACKUPS_KEPT = 1
    backups.delete_old()
    assert len(files.stored_backups()) == 1
    assert (folder / "letter.tar.gz").exists()


def named(days: int, reason: str) -> str:
    """The name of a backup that was made so many days ago."""
    return f"{timezone.now() - timedelta(days=days):%Y-%m-%dT%H%MZ}-{reason}.tar.gz"


def test_each_reason_is_counted_apart(folder, settings):
    folder.mkdir()
    made = [named(9, "backup"), named(8, "before-final"), *(named(days, "before-import") for days in range(7))]
    for name in made:
        (folder / name).touch()
    settings.BACKUPS_KEPT = 5
    backups.delete_old()
    assert {each.path.name for each in files.stored_backups()} == {*made[:2], *made[2:7]}


def test_the_commands_write_list_and_ask(event, folder, capsys, monkeypatch, tmp_path):
    call_command("backup", to=tmp_path / "mine.tar.gz")
    with pytest.raises(CommandError, match="is there already"):
        call_command("backup", to=tmp_path / "mine.tar.gz")
    call_command("restore")
    assert "There are no backups" in capsys.readouterr().out
    call_command("backup", without_pictures=True)
    call_command("restore")
    assert "-backup.tar.gz" in capsys.readouterr().out
    monkeypatch.setattr("builtins.input", lambda question: "n")
    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", tmp_path / "mine.tar.gz")
    shown = capsys.readouterr().out
    assert re.fullmatch(r"mine.tar.gz: made [0-9: -]{16} UTC, with pictures; events: spring\n", shown)
    call_command("restore", files.stored_backups()[0].path.name, yes=True)
    assert "is restored" in capsys.readouterr().out


def test_a_file_is_opened_before_the_question(folder, monkeypatch, tmp_path):
    (tmp_path / "mine.tar.gz").write_bytes(b"cut")
    questions: list[str] = []
    monkeypatch.setattr("builtins.input", questions.append)
    with pytest.raises(CommandError, match="not a backup"):
        call_command("restore", tmp_path / "mine.tar.gz")
    assert questions == []


def test_a_restore_without_a_terminal_changes_nothing(folder, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(CommandError, match="use --yes"):
        call_command("restore", backups.make())


NEXT = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("tournament", "{last}")]
    operations = [migrations.RunSQL("CREATE TABLE tournament_later (id integer)", "DROP TABLE tournament_later")]
"""


@pytest.fixture
def next_version(settings, tmp_path, monkeypatch):
    """Begins the next version of the program, which has one more migration; goes back to this one at the end."""
    ((_app, last),) = MigrationExecutor(connection).loader.graph.leaf_nodes("tournament")
    folder = tmp_path / "later_migrations"
    shutil.copytree(ROOT / "tournament" / "migrations", folder)
    (folder / "0002_later.py").write_text(NEXT.format(last=last))
    monkeypatch.syspath_prepend(tmp_path)

    def begin():
        settings.MIGRATION_MODULES = {"tournament": "later_migrations"}

    yield begin
    call_command("migrate", "tournament", last, verbosity=0)


def test_a_backup_of_an_older_version_is_restored_and_brought_up_to_date(event, next_version):
    path = backups.make()
    next_version()
    call_command("migrate", verbosity=0)
    Event.objects.update(name="Renamed")
    backups.restore(path)
    assert Event.objects.get().name == "Spring Day"
    assert not missing_migrations()
    assert ("tournament", "0002_later") in applied_migrations()


def test_a_start_backs_up_what_an_older_version_made_before_its_migrations(event, next_version, settings):
    settings.AUTOMATIC_BACKUPS = True
    run = Run(io.StringIO())
    prepare(run.say, run.back_up)
    assert files.stored_backups() == []  # nothing is missing
    next_version()
    prepare(run.say, run.back_up)
    (made,) = files.stored_backups()
    assert made.reason == "before-upgrade"
    assert str(made.path) in run.stdout.getvalue()
    assert ["tournament", "0002_later"] not in backups.look(made.path).migrations
    assert ("tournament", "0002_later") in applied_migrations()
    settings.MIGRATION_MODULES = {}  # the older version goes back to it
    backups.restore(made.path)
    assert ("tournament", "0002_later") not in applied_migrations()
    assert Event.objects.get().name == "Spring Day"


def test_a_start_that_cannot_back_up_changes_nothing(event, next_version, settings, folder):
    settings.AUTOMATIC_BACKUPS = True
    folder.write_text("not a folder")
    next_version()
    with pytest.raises(
        CommandError, match="Nothing was changed. To start without a backup: make run AUTOMATIC_BACKUPS=0"
    ):
        prepare(print, Run().back_up)
    assert ("tournament", "0002_later") not in applied_migrations()


def test_what_a_backup_says_of_events_needs_only_columns_that_stay(event, django_assert_num_queries):
    with django_assert_num_queries(3) as asked:
        event_digests.of_events()
    read = " ".join(each["sql"] for each in asked.captured_queries)
    assert [name for name in ("accent", "visibility", "made_at") if name in read] == []


@pytest.mark.one_database
def test_a_manifest_that_was_altered_is_refused(event):
    path = backups.make()
    whole = path.read_bytes()
    for change in (
        {"made_at": "x"},
        {"made_at": "2026-05-09T10:00:00"},
        {"migrations": "abc"},
        {"migrations": None},
        {"migrations": ["ab"]},
        {"migrations": [["tournament", 1]]},
        {"events": []},
        {"pictures": 1},
        {"more": "x"},
    ):
        path.write_bytes(whole)
        altered(path, change)
        with pytest.raises(files.CannotRestore, match="not a backup"):
            backups.restore(path)


def test_a_backup_in_a_later_format_is_of_a_newer_version(event):
    with pytest.raises(files.CannotRestore, match="newer version"):
        backups.restore(altered(backups.make(), {"format": 2, "more": "x"}))


def test_a_backup_with_migrations_that_are_not_here_is_of_another_version(event, capsys):
    """It may be an older one as well: before 1.0.0 the one migration was written again."""
    path = altered(backups.make(), {"migrations": [["tournament", "0001_initial_other"]]})
    with pytest.raises(files.CannotRestore, match="another version .* the version that made it"):
        backups.restore(path)
    with pytest.raises(SystemExit):  # nothing runs
        call_command("doctor")
    assert f"{path.name} cannot be restored" in capsys.readouterr().out
    path.rename(path.with_name(path.name.replace("backup", "before-restore")))  # as going back to this version makes
    with pytest.raises(SystemExit):
        call_command("doctor")
    assert "cannot be restored" not in capsys.readouterr().out


def altered(path: Path, change: dict[str, object]) -> Path:
    """The backup with these values in its manifest."""
    with files.opened(path) as (manifest, work), tarfile.open(path, "w:gz") as tar:
        (work / files.MANIFEST).write_text(json.dumps(vars(manifest) | change))
        for each in work.iterdir():
            tar.add(each, each.name)
    return path


@pytest.mark.one_database  # a file of SQLite, for another process
def test_a_database_that_cannot_be_read_is_named(event, tmp_path):
    path, var = altered(backups.make(), {"kind": "sqlite"}), tmp_path / "var"
    var.mkdir()
    (var / "db.sqlite3").write_bytes(b"no database " * 500)
    borrowed = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "CELERY_BROKER_URL")
    elsewhere = {name: value for name, value in os.environ.items() if name not in borrowed} | {"VAR_DIR": str(var)}
    command = [sys.executable, "manage.py", "restore", str(path), "--yes"]
    ended = subprocess.run(command, cwd=ROOT, env=elsewhere, capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert "The database that is here cannot be read: file is not a database. Move it away" in ended.stderr
    assert "Traceback" not in ended.stderr
