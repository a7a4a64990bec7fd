"""The sides of a tie keep what the draw hashed: a player's number or a team's name, as it was when the tie was drawn."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from tournament.models.append_only import guard, unguard

SIDES = "tournament_tieside"


def put_on(apps, schema_editor):
    guard(schema_editor.connection, [SIDES])


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, [SIDES])


def fill(apps, schema_editor):
    """Ties drawn until now hashed the numbers and names that their sides have today."""
    Tie, TieSide = (apps.get_model("tournament", name) for name in ("Tie", "TieSide"))
    for tie in Tie.objects.order_by("pk"):
        for side in tie.sides.select_related("player", "team").order_by("pk"):
            drawn_as = str(side.player.number) if side.player_id else side.team.name
            TieSide.objects.create(tie=tie, entrant=side, drawn_as=drawn_as)


def give_back(apps, schema_editor):
    Tie, TieSide = (apps.get_model("tournament", name) for name in ("Tie", "TieSide"))
    for tie in Tie.objects.order_by("pk"):
        tie.sides.set(TieSide.objects.filter(tie=tie).values_list("entrant", flat=True))


class Migration(migrations.Migration):
    dependencies = [("tournament", "0013_kin_of_pair_rulings")]
    operations = [
        migrations.CreateModel(
            "TieSide",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("drawn_as", models.CharField(max_length=80)),
                (
                    "tie",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="drawn", to="tournament.tie"
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tournament.entrant"
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=["tie", "entrant"], name="one_side_an_entrant"),
                    models.UniqueConstraint(fields=["tie", "drawn_as"], name="sides_drawn_differ"),
                    models.CheckConstraint(condition=~Q(drawn_as=""), name="side_is_drawn_as_something"),
                ],
            },
        ),
        migrations.RunPython(fill, give_back),
        migrations.RemoveField("tie", "sides"),
        migrations.AddField(
            "tie",
            "sides",
            models.ManyToManyField(
                related_name="ties", through="tournament.TieSide", to="tournament.entrant"
            ),
        ),
        migrations.RunPython(put_on, take_off),
    ]
