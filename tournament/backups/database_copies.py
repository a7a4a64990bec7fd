"""The whole database as files in a folder, and back again.

SQLite makes the copy of the file itself, while others read and write. PostgreSQL writes each table with COPY, all
within one snapshot, so that no program of the right version has to be installed.
"""

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from ..checks import applied_migrations
from ..models.append_only import guard, unguard

FILE = "database.sqlite3"
LAYOUT = "tables.json"
PATIENCE = 30  # seconds, for locks

_SEQUENCES = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()"

Migration = tuple[str, str]  # app and name


def write(folder: Path) -> None:
    """Write the database as the connection sees it. Raises DatabaseError, sqlite3.Error and OSError."""
    _write_file(folder) if connection.vendor == "sqlite" else _write_tables(folder)


def load(folder: Path, migrations: list[Migration], check: Callable[[], None]) -> None:
    """Replace the database by what `write` wrote when `migrations` were applied. Raises like `write`, or what `check`
    raises; then nothing has changed. While `check` runs, the ORM reads the data of the copy."""
    if connection.vendor == "sqlite":
        with _reading(folder / FILE):
            check()
        _load_file(folder)
        return
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
        if set(migrations) != applied_migrations():
            _make_empty_tables(cursor, migrations)
        _load_tables(cursor, folder)
        check()


@contextmanager
def beside(folder: Path) -> Iterator[Callable[[], AbstractContextManager[str]]]:
    """A transaction in which the copy lies beside the site's tables; its migrations must be those applied here. Within
    the context that the yielded function makes, queries read the copy; its value is the schema of the site's own
    tables. Raises like `write`."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("ATTACH DATABASE %s AS copy", [str(folder / FILE)])
            try:
                with transaction.atomic():
                    yield _views_first
            finally:
                cursor.execute("DETACH DATABASE copy")
        return
    with transaction.atomic(), connection.cursor() as cursor:
        tables = json.loads((folder / LAYOUT).read_text())["tables"]
        for name in map(connection.ops.quote_name, tables):
            cursor.execute(
                f"CREATE TEMPORARY TABLE {name} (LIKE {name} INCLUDING GENERATED INCLUDING INDEXES) ON COMMIT DROP"
            )
        _copy_in(cursor, folder, tables)
        cursor.execute("SELECT current_schema()")
        (schema,) = cursor.fetchone()
        cursor.execute(f"SET LOCAL search_path = {schema}, pg_temp")
        yield partial(_temporary_first, schema)


def known() -> set[Migration]:
    """The migrations of this version of the program. The database is not asked."""
    return set(MigrationLoader(None).disk_migrations)


# SQLite


def _raw() -> sqlite3.Connection:
    connection.ensure_connection()
    raw: Any = connection.connection
    return raw


def _write_file(folder: Path) -> None:
    with closing(sqlite3.connect(folder / FILE)) as copy:
        _raw().backup(copy, progress=_patience())
        copy.create_function("REGEXP", 2, _matches, deterministic=True)  # constraints use it, and the check tries them
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        (result,) = copy.execute("PRAGMA quick_check(1)").fetchone()
    if result != "ok":
        raise sqlite3.DatabaseError(result)


def _matches(pattern: str, text: str | None) -> bool | None:
    """As Django gives it to SQLite on its own connections."""
    return None if text is None else bool(re.search(pattern, str(text)))


@contextmanager
def _reading(file: Path) -> Iterator[None]:
    """The ORM reads this file, in this thread, in place of the site's database."""
    site: Any = connections[DEFAULT_DB_ALIAS]
    copy = site.copy()
    copy.settings_dict["NAME"] = str(file)
    copy.settings_dict["OPTIONS"].pop("init_command", None)  # it would turn the copy's log on
    connections[DEFAULT_DB_ALIAS] = copy
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = site
        copy.close()


@contextmanager
def _views_first() -> Iterator[str]:
    """SQLite looks for a name among temporary views before it looks among the site's tables."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM copy.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%%'", [])
        names = [connection.ops.quote_name(name) for (name,) in cursor.fetchall()]
        for name in names:
            cursor.execute(f"CREATE TEMPORARY VIEW {name} AS SELECT * FROM copy.{name}")
        yield "main"
        for name in names:
            cursor.execute(f"DROP VIEW temp.{name}")


def _load_file(folder: Path) -> None:
    with closing(sqlite3.connect(f"{(folder / FILE).as_uri()}?mode=ro", uri=True)) as copy:
        copy.backup(_raw(), progress=_patience())


def _patience() -> Callable[[int, int, int], None]:
    """Ends a copy that waits too long for somebody's lock; SQLite itself would wait for ever."""
    end = time.monotonic() + PATIENCE

    def go_on(status: int, left: int, pages: int) -> None:
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise sqlite3.OperationalError("database is locked")

    return go_on


# PostgreSQL


def _write_tables(folder: Path) -> None:
    with connection.cursor() as cursor:
        tables = _columns(cursor)
        for table, columns in tables.items():
            with cursor.copy(f"COPY {_listed(table, columns)} TO STDOUT") as rows, open(folder / table, "wb") as file:
                for block in rows:
                    file.write(block)
        cursor.execute(_SEQUENCES)
        layout = {"tables": tables, "sequences": dict(cursor.fetchall())}
    (folder / LAYOUT).write_text(json.dumps(layout))


def _columns(cursor: Any) -> dict[str, list[str]]:
    cursor.execute(
        "SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables"
        " USING (table_schema, table_name) WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'"
        " AND is_generated = 'NEVER' ORDER BY table_name, ordinal_position"
    )
    tables: dict[str, list[str]] = {}
    for table, column in cursor.fetchall():
        tables.setdefault(table, []).append(column)
    return tables


def _listed(table: str, columns: list[str]) -> str:
    quote = connection.ops.quote_name
    return f"{quote(table)} ({', '.join(map(quote, columns))})"


def _load_tables(cursor: Any, folder: Path) -> None:
    layout = json.loads((folder / LAYOUT).read_text())
    unguard(connection)
    cursor.execute(f"TRUNCATE {', '.join(map(connection.ops.quote_name, layout['tables']))}")
    _copy_in(cursor, folder, layout["tables"])
    for sequence, last in layout["sequences"].items():
        name = connection.ops.quote_name(sequence)
        cursor.execute("SELECT setval(%s::regclass, %s, %s)", [name, last or 1, last is not None])
    cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # foreign keys are looked at now; triggers can be put back then
    guard(connection)


@contextmanager
def _temporary_first(schema: str) -> Iterator[str]:
    """PostgreSQL looks among temporary tables first, unless the path names them last."""
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL search_path = {schema}")
        yield schema
        cursor.execute(f"SET LOCAL search_path = {schema}, pg_temp")


def _copy_in(cursor: Any, folder: Path, tables: dict[str, list[str]]) -> None:
    for table, columns in tables.items():
        with cursor.copy(f"COPY {_listed(table, columns)} FROM STDIN") as rows, open(folder / table, "rb") as file:
            while block := file.read(1 << 20):
                rows.write(block)


@contextmanager
def unguarded() -> Iterator[None]:
    """Within the block, in a transaction, guarded rows may be replaced; ids given before are not given again after it.
    Foreign keys must be right at its end."""
    with connection.cursor() as cursor:
        sequences = {}
        if connection.vendor == "postgresql":  # SQLite never gives an id again
            cursor.execute(f"SET LOCAL lock_timeout = '{PATIENCE}s'")
            cursor.execute(_SEQUENCES)
            sequences = dict(cursor.fetchall())
        unguard(connection)
        yield
        for sequence, last in sequences.items():
            name = connection.ops.quote_name(sequence)
            cursor.execute(f"SELECT setval(%s::regclass, %s) FROM {name} WHERE last_value < %s", [name, last, last])
        guard(connection)


def _make_empty_tables(cursor: Any, migrations: list[Migration]) -> None:
    """The tables as they were after these migrations: those of an older version of the program."""
    for table in _columns(cursor):
        cursor.execute(f"DROP TABLE {connection.ops.quote_name(table)} CASCADE")
    executor = MigrationExecutor(connection)
    wanted = set(migrations)
    leaves = [node for node in wanted if node in executor.loader.graph.nodes and not _later(executor, node) & wanted]
    executor.migrate(sorted(leaves))


def _later(executor: MigrationExecutor, node: Migration) -> set[Migration]:
    """The migrations of the same app that build on it."""
    return {child.key for child in executor.loader.graph.node_map[node].children if child.key[0] == node[0]}
