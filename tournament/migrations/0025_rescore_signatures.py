"""Let a re-score collect signatures, and refuse to apply one with too few of them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from tournament.models.append_only import guard, unguard

TABLES = ("tournament_rescoresignature",)

# Who proposed it and who applies it count too. A migration that rebuilds one of the two tables on SQLite takes this
# trigger off before and puts it back at its end; a test asks for it.
PEOPLE = """
SELECT count(*) FROM (
  SELECT signer_id FROM tournament_rescoresignature WHERE rescore_id = NEW.id
  UNION SELECT NEW.proposed_by_id UNION SELECT NEW.decided_by_id
) AS people
"""
CHANGED = "NEW.state = 'applied' AND OLD.state <> 'applied'"
ON = {
    "sqlite": [
        f"CREATE TRIGGER tournament_rescore_is_signed BEFORE UPDATE OF state ON tournament_rescore "
        f"WHEN {CHANGED} AND ({PEOPLE}) < NEW.needs BEGIN SELECT RAISE(ABORT, 'too few signatures'); END"
    ],
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION tournament_rescore_is_signed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF ({PEOPLE}) < NEW.needs THEN
            RAISE EXCEPTION 'too few signatures' USING ERRCODE = 'integrity_constraint_violation';
          END IF;
          RETURN NEW;
        END $$
        """,
        "CREATE TRIGGER tournament_rescore_is_signed BEFORE UPDATE OF state ON tournament_rescore "
        f"FOR EACH ROW WHEN ({CHANGED}) EXECUTE FUNCTION tournament_rescore_is_signed()",
    ],
}
OFF = {
    "sqlite": ["DROP TRIGGER IF EXISTS tournament_rescore_is_signed"],
    "postgresql": [
        "DROP TRIGGER IF EXISTS tournament_rescore_is_signed ON tournament_rescore",
        "DROP FUNCTION IF EXISTS tournament_rescore_is_signed()",
    ],
}


def put_on(apps, schema_editor):
    guard(schema_editor.connection, TABLES)
    _run(schema_editor, ON)


def take_off(apps, schema_editor):
    _run(schema_editor, OFF)
    unguard(schema_editor.connection, TABLES)


def _run(schema_editor, statements):
    with schema_editor.connection.cursor() as cursor:
        for statement in statements[schema_editor.connection.vendor]:
            cursor.execute(statement)


def two_people(apps, schema_editor):
    apps.get_model("tournament", "Rescore").objects.filter(needs_second=True).update(needs=2)


def a_second_person(apps, schema_editor):
    apps.get_model("tournament", "Rescore").objects.filter(needs__gt=1).update(needs_second=True)


class Migration(migrations.Migration):
    dependencies = [("tournament", "0024_series")]
    operations = [
        migrations.CreateModel(
            name="RescoreSignature",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("signed_at", models.DateTimeField()),
                (
                    "rescore",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="signatures",
                        to="tournament.rescore",
                    ),
                ),
                (
                    "signer",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(fields=("rescore", "signer"), name="one_rescore_signature_a_person")
                ],
            },
        ),
        migrations.AddField("rescore", "needs", models.PositiveSmallIntegerField(default=1)),
        migrations.RunPython(two_people, a_second_person),
        migrations.RemoveConstraint("rescore", "a_second_person_applies"),
        migrations.RemoveField("rescore", "needs_second"),
        migrations.AddConstraint(
            "rescore",
            models.CheckConstraint(
                condition=~models.Q(state="applied") | models.Q(needs=1) | ~models.Q(decided_by=models.F("proposed_by")),
                name="a_second_person_applies",
            ),
        ),
        migrations.RunPython(put_on, take_off),
    ]
