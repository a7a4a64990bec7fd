"""A ruling on a pair of methods keeps their kin keys, so that no points wait for somebody to write one of the two again."""

from django.db import migrations, models

from tournament.models.append_only import guard, unguard

RULINGS = "tournament_pairruling"


def put_on(apps, schema_editor):
    guard(schema_editor.connection, [RULINGS])


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, [RULINGS])


def fill(apps, schema_editor):
    """From the engine's verdicts of the event: the same method has the same kin in all of them."""
    PairRuling, Verdict = (apps.get_model("tournament", name) for name in ("PairRuling", "Verdict"))
    for ruling in PairRuling.objects.order_by("pk"):
        said = Verdict.objects.filter(
            puzzle_version__puzzle__round__event=ruling.event_id,
            method_key__in=[ruling.first_key, ruling.second_key],
            kin_key__isnull=False,
        )
        kin = dict(said.order_by("pk").values_list("method_key", "kin_key"))
        ruling.first_kin, ruling.second_kin = (
            kin.get(key, "") for key in (ruling.first_key, ruling.second_key)
        )
        ruling.save(update_fields=["first_kin", "second_kin"])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_copies_in_the_making")]
    operations = [
        migrations.RunPython(take_off, put_on),
        migrations.AddField("pairruling", "first_kin", models.TextField(default="")),
        migrations.AddField("pairruling", "second_kin", models.TextField(default="")),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.RunPython(put_on, take_off),
    ]
