from django.db import migrations, models

KINDS = [("freeze", "Frozen"), ("final", "Final"), ("programme", "Programme"), ("prepared", "Prepared")]


class Migration(migrations.Migration):
    dependencies = [("tournament", "0015_ceremonies")]

    operations = [
        migrations.RemoveConstraint("publication", "known_kind_of_publication"),
        migrations.AddField("changehead", "record_number", models.PositiveBigIntegerField(default=0)),
        migrations.AddField("publication", "record_number", models.PositiveBigIntegerField(default=0)),
        migrations.AlterField("publication", "kind", models.CharField(choices=KINDS, max_length=10)),
        migrations.AddConstraint(
            "publication",
            models.CheckConstraint(
                condition=models.Q(kind__in=["freeze", "final", "programme", "prepared"]),
                name="known_kind_of_publication",
            ),
        ),
    ]
