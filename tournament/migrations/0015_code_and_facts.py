"""What judging says is stored as a code with its facts. Verdicts and results that have sentences are made again: those of
engine 1 stay and are not read any more, and every sheet waits for the worker. A re-score that is still proposed is worked
out again by whoever opens it."""

from django.db import migrations
from django.db.models import F
from django.utils import timezone

from tournament.models.append_only import guard, unguard

VERSIONS = "tournament_puzzleversion"


def label(text):
    """`Target 45` or `Set 3` as a message; one that is a message already stays."""
    if not isinstance(text, str):
        return text
    word, _, of = text.partition(" ")
    facts = {"target": of} if word == "Target" else {"number": int(of)}
    return {"code": f"box_{word.lower()}", "facts": facts}


def take_off(apps, schema_editor):
    unguard(schema_editor.connection, [VERSIONS])


def put_on(apps, schema_editor):
    guard(schema_editor.connection, [VERSIONS])


def boxes(apps, schema_editor):
    PuzzleVersion = apps.get_model("tournament", "PuzzleVersion")
    for version in PuzzleVersion.objects.order_by("pk"):
        version.boxes = [box | {"label": label(box["label"])} for box in version.boxes]
        version.save(update_fields=["boxes"])


def rescores(apps, schema_editor):
    Rescore = apps.get_model("tournament", "Rescore")
    Rescore.objects.filter(state="proposed").update(effect=None)
    for rescore in Rescore.objects.exclude(effect=None):
        for answer in rescore.effect["verdicts"]:
            answer["box"] = label(answer["box"])
        rescore.save(update_fields=["effect"])


def results(apps, schema_editor):
    Job, Keying, Result = (apps.get_model("tournament", name) for name in ("Job", "Keying", "Result"))
    Result.objects.all().delete()
    waiting = Job.objects.filter(kind="judge_sheet", state="waiting").values_list("subject", flat=True)
    agreed = Keying.objects.filter(state="agreed", sheet__entrant__isnull=False)
    sheets = agreed.annotate(subject=F("sheet_id")).values_list("subject", flat=True)
    now = timezone.now()
    Job.objects.bulk_create(
        Job(kind="judge_sheet", subject=sheet, made_at=now) for sheet in sorted({*sheets} - {*waiting})
    )


class Migration(migrations.Migration):
    dependencies = [("tournament", "0014_sides_as_drawn")]
    operations = [
        migrations.RunPython(take_off, put_on),
        migrations.RunPython(boxes, migrations.RunPython.noop),
        migrations.RunPython(put_on, take_off),
        migrations.RunPython(rescores, migrations.RunPython.noop),
        migrations.RunPython(results, migrations.RunPython.noop),
    ]
