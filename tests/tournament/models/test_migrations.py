"""During an upgrade the version before works on beside the new one, so a migration only adds, or its name says more."""

import pytest
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

ADD = (CreateModel, AddIndex, AddConstraint, RemoveConstraint, RunPython, RunSQL)


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
