"""Rulings on pairs of methods need as many judges as the event asks: each from before has its giver's signature.

SQLite makes the table of the rulings anew for the added column, so its guard is lifted first and put back. Both guards are
on before the signatures are filled in: adding is what they allow.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.models.append_only import guard, unguard

RULINGS, SIGNATURES = "tournament_pairruling", "tournament_pairsignature"


def put_on(*tables):
    return lambda apps, schema_editor: guard(schema_editor.connection, tables)


def take_off(*tables):
    return lambda apps, schema_editor: unguard(schema_editor.connection, tables)


def fill(apps, schema_editor):
    PairRuling, PairSignature = (apps.get_model("tournament", name) for name in ("PairRuling", "PairSignature"))
    PairSignature.objects.bulk_create(
        PairSignature(ruling=ruling, judge_id=ruling.given_by_id, signed_at=ruling.given_at)
        for ruling in PairRuling.objects.order_by("pk")
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_standings_and_publication")]
    operations = [
        migrations.RunPython(take_off(RULINGS), put_on(RULINGS)),
        migrations.AddField(
            model_name="pairruling", name="needs", field=models.PositiveSmallIntegerField(default=1)
        ),
        migrations.CreateModel(
            name="PairSignature",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("signed_at", models.DateTimeField()),
                (
                    "judge",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "ruling",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signatures",
                        to="tournament.pairruling",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("ruling", "judge"), name="one_pair_signature_a_judge")
                ],
            },
        ),
        migrations.RunPython(put_on(RULINGS, SIGNATURES), take_off(RULINGS, SIGNATURES)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
