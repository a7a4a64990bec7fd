"""How many different methods hit, kept with the points: a criterion of standings, and what decides a tiebreaker."""

from django.db import migrations, models

# The codes that count as a method when this was written (`judging.games.marking.SETTLING`).
METHODS = frozenset({"hits", "moved", "further", "beyond", "out_of_order", "order_waits"})


def fill(apps, schema_editor):
    Result = apps.get_model("tournament", "Result")
    batch = []
    for result in Result.objects.only("lines", "methods").iterator(chunk_size=500):
        result.methods = sum(line["code"] in METHODS for line in result.lines)
        batch.append(result)
        if len(batch) == 500:
            Result.objects.bulk_update(batch, ["methods"])
            batch.clear()
    Result.objects.bulk_update(batch, ["methods"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_pair_signatures")]
    operations = [
        migrations.AddField("result", "methods", models.PositiveIntegerField(default=0)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
