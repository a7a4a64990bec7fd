"""What follows from an upheld dispute. Those upheld before say it by their ruling or re-score; else nothing changed."""

from django.db import migrations, models
from django.db.models import Q

CONSEQUENCES = [
    ("ruling", "A ruling on the line"),
    ("rescore", "A re-score"),
    ("reading", "The sheet is typed again"),
    ("none", "Nothing changes"),
]


def fill(apps, schema_editor):
    upheld = apps.get_model("tournament.Dispute").objects.filter(state="upheld")
    upheld.filter(rescore__isnull=False).update(consequence="rescore")
    upheld.filter(consequence="", ruling__isnull=False).update(consequence="ruling")
    upheld.filter(consequence="").update(consequence="none")


class Migration(migrations.Migration):
    dependencies = [("tournament", "0010_method_counts")]
    operations = [
        migrations.AddField(
            model_name="dispute",
            name="consequence",
            field=models.CharField(blank=True, choices=CONSEQUENCES, max_length=8),
        ),
        migrations.AddField(
            model_name="dispute",
            name="turn",
            field=models.PositiveSmallIntegerField(default=1),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="dispute",
            constraint=models.CheckConstraint(
                condition=Q(~Q(state="upheld"), consequence="")
                | Q(state="upheld", consequence="ruling", ruling__isnull=False)
                | Q(state="upheld", consequence="rescore", rescore__isnull=False)
                | Q(state="upheld", consequence__in=["reading", "none"]),
                name="an_upheld_dispute_has_a_consequence",
            ),
        ),
    ]
