"""Make the moves of a table of an event append-only."""

from django.db import migrations

from tournament.models.append_only import guard, unguard

TABLES = ("tournament_tablemove",)


def put_on(apps, schema_editor):
    guard(schema_editor.connection, TABLES)


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0022_live_tables")]
    operations = [migrations.RunPython(put_on, take_off)]
