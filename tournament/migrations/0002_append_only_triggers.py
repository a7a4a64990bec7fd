"""Put the triggers on the append-only tables."""

from django.db import migrations

from tournament.models.append_only import guard, unguard

# those of then: a table that was added later is guarded by its own migration
TABLES = (
    "tournament_submission",
    "tournament_verdict",
    "tournament_ruling",
    "tournament_signature",
    "tournament_pairruling",
    "tournament_pairsignature",
    "tournament_puzzleversion",
    "tournament_auditentry",
    "tournament_auditabout",
    "tournament_change",
    "tournament_penalty",
    "tournament_tieside",
)


def put_on(apps, schema_editor):
    guard(schema_editor.connection, TABLES)


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, TABLES)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(put_on, take_off)]
