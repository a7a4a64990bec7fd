"""An event's seed for the draws of its tiebreakers; events that are under way get theirs here."""

import secrets

from django.db import migrations, models


def draw(apps, schema_editor):
    event_model = apps.get_model("tournament", "Event")
    under_way = event_model.objects.filter(rounds__status__in=["open", "closed", "marking", "final"])
    for pk in set(under_way.values_list("pk", flat=True)):
        event_model.objects.filter(pk=pk, tie_seed="").update(tie_seed=secrets.token_hex(16))


class Migration(migrations.Migration):

    dependencies = [
        ("tournament", "0009_methods_of_results"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="tie_seed",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.RunPython(draw, migrations.RunPython.noop),
    ]
