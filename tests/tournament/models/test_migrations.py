"""A migration that exists stays. During an upgrade the version before works on beside the new one, so a migration only
adds, or its name says more.

`migrations.txt` lists each migration with the SHA-256 of its file and, if it puts the triggers on, that of their rules.
`make migration` adds the lines of new ones.
"""

import hashlib
import os
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import models
from django.db.migrations import (
    AddConstraint,
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    RemoveConstraint,
    RemoveField,
    RenameField,
    RunPython,
    RunSQL,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from tournament.checks import REMOVES, other_version
from tournament.models import append_only, schema

ADD = (CreateModel, AddIndex, AddConstraint, RemoveConstraint, RunPython, RunSQL, schema.PutTriggers)
LIST = Path(__file__).with_name("migrations.txt")
FOLDER = Path(__file__).parents[3] / "tournament" / "migrations"


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def triggers() -> str:
    rules = (append_only.GUARDED, append_only.ONLY_WHERE, append_only.ERASABLE, schema.SIGNED)
    return sha256(repr(rules).encode())


def listed() -> dict[str, list[str]]:
    return {name: digests for name, *digests in map(str.split, LIST.read_text().splitlines())}


def test_a_migration_that_exists_neither_changes_nor_goes():
    if os.environ.get("WRITE_MIGRATIONS"):
        for name in sorted({path.stem for path in FOLDER.glob("[0-9]*.py")} - listed().keys()):
            puts = [triggers()] if "PutTriggers(" in (FOLDER / f"{name}.py").read_text() else []
            with LIST.open("a") as file:
                print(name, sha256((FOLDER / f"{name}.py").read_bytes()), *puts, file=file)
    here = {path.stem: sha256(path.read_bytes()) for path in FOLDER.glob("[0-9]*.py")}
    assert here == {name: digest for name, (digest, *_triggers) in listed().items()}


def test_triggers_that_changed_are_put_on_again_by_a_new_migration():
    *_earlier, last = [put for _digest, *puts in listed().values() for put in puts]
    assert triggers() == last


@pytest.mark.django_db
def test_every_change_of_a_model_has_its_migration():
    call_command("makemigrations", check_changes=True, dry_run=True, verbosity=0)


def adds(operation) -> bool:
    """Whether the version before can go on reading and writing after it. What is run is looked at by a person."""
    if isinstance(operation, AddField):
        field = operation.field
        return field.null or field.many_to_many or field.db_default is not models.NOT_PROVIDED
    return isinstance(operation, ADD)


def test_a_migration_that_takes_away_says_so_in_its_name():
    migrations = MigrationLoader(None).disk_migrations.values()
    ours = [each for each in migrations if each.app_label == "tournament" and not each.initial]
    assert [each.name for each in ours if REMOVES not in each.name and not all(map(adds, each.operations))] == []


@pytest.mark.parametrize(
    ("operation", "is_additive"),
    [
        (AddField("player", "colour", models.TextField(null=True)), True),
        (AddField("player", "colour", models.TextField(db_default="")), True),
        (AddField("player", "colour", models.TextField(default="")), False),
        (AddField("player", "friends", models.ManyToManyField("player")), True),
        (AlterField("player", "number", models.TextField()), False),
        (RemoveField("player", "number"), False),
        (RenameField("player", "number", "start_number"), False),
    ],
)
def test_what_the_version_before_can_live_with(operation, is_additive):
    assert adds(operation) == is_additive


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("name", "is_refused"),
    [("9999_player_colour", False), ("9999_removes_player_colour", True)],
)
def test_a_database_to_which_a_newer_version_added_is_worked_with(name, is_refused):
    MigrationRecorder.Migration.objects.create(app="tournament", name=name, applied=timezone.now())
    assert ("was made by another version" in other_version()) == is_refused


@pytest.mark.django_db
def test_a_database_without_our_own_migrations_is_of_another_version():
    ours = MigrationRecorder.Migration.objects.filter(app="tournament")
    ours.update(name="0001_initial_of_another_version")
    assert "was made by another version" in other_version()
