"""Triggers that make a table append-only, on SQLite and PostgreSQL alike.

They stop mistakes in Python code and changes from a database shell. A migration puts them on; tests that empty the
tables take them off and put them back.

SQLite rebuilds a table to alter it, without its triggers: a migration that touches a guarded table must guard it again
at its end. A test checks that every table in GUARDED has its triggers.
"""

GUARDED = (
    "tournament_submission",
    "tournament_verdict",
    "tournament_ruling",
    "tournament_signature",
    "tournament_pairruling",
    "tournament_pairsignature",
    "tournament_puzzleversion",
    "tournament_auditentry",
    "tournament_auditabout",
    "tournament_change",
    "tournament_penalty",
    "tournament_tieside",
)

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION tournament_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def _statements(vendor: str, table: str) -> list[str]:
    if vendor == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            for verb in ("UPDATE", "DELETE")
        ]
    return [
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION tournament_append_only()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION tournament_append_only()",
    ]


def guard(connection, tables=GUARDED) -> None:
    """Put the triggers on `tables`. Raises NotImplementedError on a database that has neither kind."""
    if connection.vendor not in {"sqlite", "postgresql"}:
        raise NotImplementedError(f"append-only tables are not known on {connection.vendor}")
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for table in tables:
            for statement in _statements(connection.vendor, table):
                cursor.execute(statement)


def unguard(connection, tables=GUARDED) -> None:
    """Take the triggers off again; for migrations that go backwards and for tests."""
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "sqlite":
                for verb in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}")
            else:
                for name in ("change", "truncate"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{name} ON {table}")
