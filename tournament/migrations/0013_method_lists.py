from django.db import migrations, models


def count_again(apps, schema_editor):
    """Rows from before have counts and no lists. The sweeper asks for what has no row."""
    apps.get_model("tournament", "MethodCounts").objects.all().delete()


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_dispute_pictures")]

    operations = [
        migrations.AddField("methodcounts", "lists", models.JSONField(default=list)),
        migrations.RunPython(count_again, migrations.RunPython.noop),
    ]
