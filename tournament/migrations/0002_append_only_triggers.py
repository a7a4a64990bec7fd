"""Put the triggers on the append-only tables."""

from django.db import migrations

from tournament.models.append_only import guard, unguard


def put_on(apps, schema_editor):
    guard(schema_editor.connection)


def take_off(apps, schema_editor):
    unguard(schema_editor.connection)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0001_initial")]
    operations = [migrations.RunPython(put_on, take_off)]
