"""Operations of migrations beyond Django's own: create many tables at once, and put the triggers on them."""

from collections.abc import Sequence
from typing import Any

from django.db.migrations import CreateModel
from django.db.migrations.operations.base import Operation

from . import append_only

# The people who proposed a re-score and who apply it count as signers too.
SIGNERS = """
SELECT count(*) FROM (
  SELECT signer_id FROM tournament_signature WHERE rescore_id = NEW.id
  UNION SELECT NEW.proposed_by_id UNION SELECT NEW.decided_by_id
) AS people
"""
APPLIED = "NEW.state = 'applied' AND OLD.state <> 'applied'"
# No re-score is applied with too few signatures. SQLite drops the trigger when it rebuilds one of the two tables; a
# migration that does so puts it on again at its end, and a test asks for it.
SIGNED = {
    "sqlite": [
        "DROP TRIGGER IF EXISTS tournament_rescore_is_signed",
        f"CREATE TRIGGER tournament_rescore_is_signed BEFORE UPDATE OF state ON tournament_rescore "
        f"WHEN {APPLIED} AND ({SIGNERS}) < NEW.needs BEGIN SELECT RAISE(ABORT, 'too few signatures'); END",
    ],
    "postgresql": [
        f"""
        CREATE OR REPLACE FUNCTION tournament_rescore_is_signed() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF ({SIGNERS}) < NEW.needs THEN
            RAISE EXCEPTION 'too few signatures' USING ERRCODE = 'integrity_constraint_violation';
          END IF;
          RETURN NEW;
        END $$
        """,
        "DROP TRIGGER IF EXISTS tournament_rescore_is_signed ON tournament_rescore",
        "CREATE TRIGGER tournament_rescore_is_signed BEFORE UPDATE OF state ON tournament_rescore "
        f"FOR EACH ROW WHEN ({APPLIED}) EXECUTE FUNCTION tournament_rescore_is_signed()",
    ],
}


class CreateTables(Operation):
    """Creates several tables. With an operation for each, Django renders the models of all related tables again after
    every single one, which takes four seconds instead of one."""

    def __init__(self, models: Sequence[CreateModel]):
        self.models = models

    def state_forwards(self, app_label: str, state: Any) -> None:
        if "apps" in vars(state):
            del state.apps  # a cached property: rendered again when it is next needed
        for each in self.models:
            each.state_forwards(app_label, state)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for each in self.models:
            each.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        for each in reversed(self.models):
            each.database_backwards(app_label, schema_editor, from_state, to_state)

    def describe(self) -> str:
        return f"Create {len(self.models)} tables"


class PutTriggers(Operation):
    """Puts all triggers on the tables, in place of those that are there. They go with their tables, so there is nothing
    to do on the way back."""

    def state_forwards(self, app_label: str, state: Any) -> None:
        """The models stay as they are."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        connection = schema_editor.connection
        append_only.unguard(connection)
        append_only.guard(connection)
        with connection.cursor() as cursor:
            for statement in SIGNED[connection.vendor]:
                cursor.execute(statement)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """See above."""

    def describe(self) -> str:
        return "Put the triggers on the tables"
