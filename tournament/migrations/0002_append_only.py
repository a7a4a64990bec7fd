"""Guard the tables that are only ever added to."""

from django.db import migrations

from tournament.models.append_only import guard, unguard

TABLES = (
    "tournament_submission",
    "tournament_verdict",
    "tournament_ruling",
    "tournament_puzzleversion",
    "tournament_auditentry",
)


def put_on(apps, schema_editor):
    guard(schema_editor.connection, TABLES)


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(put_on, take_off)]
