"""Triggers that make a table append-only, on both SQLite and PostgreSQL.

They stop mistakes in Python code and changes from a database shell. A migration puts them on; tests that empty the
tables take them off and put them back.

SQLite rebuilds a table to alter it, without its triggers: a migration that touches a guarded table ends with
`schema.PutTriggers()`, and so does one after a change of this file. Tests ask for both.

One thing is let through: while an `Anonymisation` of the event is open, which its action opens and ends in one
transaction, the columns in ERASABLE may lose what names a person. On SQLite these triggers read the table of
anonymisations: a migration that rebuilds that one takes the triggers off before and puts them back at its end.
"""

from dataclasses import dataclass
from typing import Any

ERASED = "[…]"  # stands where a text about a person was
OPEN = "tournament_anonymisation"

GUARDED = (
    "tournament_submission",
    "tournament_verdict",
    "tournament_ruling",
    "tournament_signature",
    "tournament_pairruling",
    "tournament_puzzleversion",
    "tournament_auditentry",
    "tournament_auditabout",
    "tournament_change",
    "tournament_penalty",
    "tournament_tieside",
    "tournament_puzzlesetversion",
    "tournament_anonymisation",
    "tournament_tablemove",
    "tournament_hallfile",
)
# only these of its rows are guarded: moves of a table without an event are deleted after a day
ONLY_WHERE = {"tournament_tablemove": "OLD.guarded"}


@dataclass(frozen=True)
class Erasure:
    """The change that an open anonymisation may make to a row: change these `columns` if the new row is `so`; or delete
    it. `event` is how PostgreSQL finds the row's event; SQLite has one writer, whose anonymisation is the only open
    one."""

    columns: tuple[str, ...] = ()
    so: str = "TRUE"
    event: str = "OLD.event_id"
    deletes: bool = False
    needs_open: bool = True


_REASON = Erasure(("reason",), f"NEW.reason = '{ERASED}'")
ERASABLE: dict[str, Erasure] = {
    "tournament_ruling": _REASON,
    "tournament_pairruling": _REASON,
    "tournament_penalty": _REASON,
    "tournament_auditentry": Erasure(("before", "after", "why", "salt"), "NEW.salt = ''"),
    "tournament_auditabout": Erasure(deletes=True),
    "tournament_tieside": Erasure(
        ("drawn_as", "drawn_at"),
        "OLD.drawn_at IS NULL AND NEW.drawn_at IS NOT NULL",
        event="(SELECT event_id FROM tournament_tie WHERE id = OLD.tie_id)",
    ),
    # the content of a file from which nothing is computed any more
    "tournament_hallfile": Erasure(
        ("document", "summary"), "NEW.document IS NULL AND NEW.summary IS NULL", needs_open=False
    ),
    OPEN: Erasure(("ended_at",), "OLD.ended_at IS NULL AND NEW.ended_at IS NOT NULL", needs_open=False),
}

POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION tournament_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation'; END $$
"""


def _statements(connection: Any, table: str, rule: Erasure | None) -> list[str]:
    if connection.vendor == "sqlite":
        return [
            f"CREATE TRIGGER {table}_no_{verb.lower()} BEFORE {verb} ON {table} "
            f"{_unless(connection, table, rule, verb)}BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
            for verb in ("UPDATE", "DELETE")
        ]
    raises = f"{table}_change" if rule else "tournament_append_only"
    return [
        *([_postgres_function(table, rule)] if rule else []),
        f"CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table} "
        f"FOR EACH ROW {_only_where(table)}EXECUTE FUNCTION {raises}()",
        f"CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION tournament_append_only()",
    ]


def _only_where(table: str) -> str:
    return f"WHEN ({ONLY_WHERE[table]}) " if table in ONLY_WHERE else ""


def _unless(connection: Any, table: str, rule: Erasure | None, verb: str) -> str:
    """The condition of a trigger on SQLite: empty where nothing is let through."""
    if rule is None or (verb == "DELETE" and not rule.deletes) or (verb == "UPDATE" and not rule.columns):
        return _only_where(table)
    allowed = []
    if rule.needs_open:
        here = " AND event_id = OLD.event_id" if rule.event == "OLD.event_id" else ""
        allowed.append(f"EXISTS (SELECT 1 FROM {OPEN} WHERE ended_at IS NULL{here})")
    if verb == "UPDATE":
        with connection.cursor() as cursor:
            names = [row[1] for row in cursor.execute(f"PRAGMA table_info({table})")]
        allowed += [f"({rule.so})", *(f"NEW.{name} IS OLD.{name}" for name in names if name not in rule.columns)]
    return f"WHEN NOT ({' AND '.join(allowed)}) "


def _postgres_function(table: str, rule: Erasure) -> str:
    """A function of its own for a table in which something is let through."""
    is_open = f"EXISTS (SELECT 1 FROM {OPEN} a WHERE a.ended_at IS NULL AND a.event_id = {rule.event})"
    may = is_open if rule.needs_open else "TRUE"
    columns = "ARRAY[" + ", ".join(f"'{name}'" for name in rule.columns) + "]::text[]"
    update = f"({rule.so}) AND to_jsonb(NEW) - {columns} = to_jsonb(OLD) - {columns}" if rule.columns else "FALSE"
    delete = "RETURN OLD;" if rule.deletes else ""
    return f"""
    CREATE OR REPLACE FUNCTION {table}_change() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF {may} THEN
        IF TG_OP = 'UPDATE' THEN
          IF {update} THEN RETURN NEW; END IF;
        ELSE
          {delete or "NULL;"}
        END IF;
      END IF;
      RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
    END $$
    """


def guard(connection: Any, tables: tuple[str, ...] = GUARDED) -> None:
    """Put the triggers on those of the `tables` that exist. Raises NotImplementedError on a database that has neither
    kind."""
    if connection.vendor not in {"sqlite", "postgresql"}:
        raise NotImplementedError(f"append-only tables are not known on {connection.vendor}")
    with connection.cursor() as cursor:
        existing = set(connection.introspection.table_names(cursor))
        if connection.vendor == "postgresql":
            cursor.execute(POSTGRES_FUNCTION)
        for table in tables:
            for statement in _statements(connection, table, ERASABLE.get(table)) if table in existing else ():
                cursor.execute(statement)


def unguard(connection: Any, tables: tuple[str, ...] = GUARDED) -> None:
    """Take the triggers off again; for a restore and for tests."""
    with connection.cursor() as cursor:
        for table in tables:
            if connection.vendor == "sqlite":
                for verb in ("update", "delete"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{verb}")
            else:
                for name in ("change", "truncate"):
                    cursor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{name} ON {table}")
