"""Tell copies without results, made for an embargo, from frozen ones."""

from django.db import migrations, models


def name_programmes(apps, schema_editor):
    made = apps.get_model("tournament.Publication").objects.filter(kind="freeze", ready_at__isnull=False)
    made.filter(document=None).update(kind="programme")


def name_freezes(apps, schema_editor):
    apps.get_model("tournament.Publication").objects.filter(kind="programme").update(kind="freeze")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_archived_events")]
    operations = [
        migrations.RemoveConstraint(model_name="publication", name="known_kind_of_publication"),
        migrations.AlterField(
            model_name="publication",
            name="kind",
            field=models.CharField(
                choices=[("freeze", "Frozen"), ("final", "Final"), ("programme", "Programme")], max_length=10
            ),
        ),
        migrations.RunPython(name_programmes, name_freezes),
        migrations.AddConstraint(
            model_name="publication",
            constraint=models.CheckConstraint(
                condition=models.Q(kind__in=["freeze", "final", "programme"]), name="known_kind_of_publication"
            ),
        ),
    ]
