"""Makes what many tests begin with once, and copies its rows for the next test.

`@made_once` goes on a fixture or helper that writes through actions. The first test that calls it runs it. The next
test that calls it with the same arguments, on the same rows, gets the rows it wrote and a copy of what it returned.
So nothing has to be declared, and every test still has rows of its own. After a test's first write, patch or changed
setting of its own, everything runs normally. What was made more than a minute ago is made again, so that times stay
recent.
"""

import copy
import functools
import re
import time
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from django.db import connection, transaction
from django.db.backends.signals import connection_created
from django.db.models import Model
from django.test.signals import setting_changed
from django.utils.translation import get_language

from tournament.models import DisputePicture, Scan

KEPT = 60  # seconds
WRITES = re.compile(r'(?:INSERT (?:OR IGNORE )?INTO|UPDATE|DELETE FROM) "(\w+)"')
Row = tuple
Rows = dict[Hashable, Row]  # by primary key, the first column


class _Unknown(Exception):
    """An argument that cannot be compared with others."""


@dataclass
class Step:
    """What one call wrote: statements that write it again, all rows of the tables written so far, and pictures of
    sheets, which another test may delete or change."""

    statements: list[tuple[str, list[Row]]] = field(default_factory=list)
    tables: dict[str, Rows] = field(default_factory=dict)
    pictures: dict[Path, bytes] = field(default_factory=dict)
    result: object = None
    after_commit: list[Callable] = field(default_factory=list)
    made: float = 0
    following: dict[Hashable, "Step"] = field(default_factory=dict)


class SetUp:
    """Where the running test is among the steps; `here` is None after it has done something of its own."""

    def __init__(self) -> None:
        self.start = Step()
        self.begin()

    def begin(self) -> None:
        self.here: Step | None = self.start
        self.written: list[str] = []  # a table for each statement that wrote
        self.known = 0  # how many of these belong to the steps
        self.depth = 0  # for calls inside calls
        self.originals: dict = {}  # what the test holds -> what the steps keep; and back
        self.copies: dict = {}

    def own_way(self, **_) -> None:
        self.here = None

    def notice(self, execute, sql, params, many, context):
        if found := WRITES.match(sql):
            self.written.append(found[1])
        elif sql.startswith("SELECT setval("):  # PostgreSQL may give the ids of the steps again
            self.start = Step()
            self.own_way()
        return execute(sql, params, many, context)

    def call(self, function: Callable, arguments: tuple, named: dict):
        key = _key(function, arguments, named)
        if key is None or self.known != len(self.written):
            if not self.depth:
                self.own_way()
            return function(*arguments, **named)
        if self.here is None:
            return function(*arguments, **named)
        step = self.here.following.get(key)
        if step and time.monotonic() - step.made < KEPT:
            return self.again(step)
        with transaction.atomic():
            return self.first(key, function, arguments, named)

    def first(self, key: Hashable, function: Callable, arguments: tuple, named: dict):
        before, began, hooks = self.here, len(self.written), len(connection.run_on_commit)
        self.depth += 1
        try:
            result = function(*arguments, **named)
        finally:
            self.depth -= 1
        if self.here is None:
            return result
        tables = dict(before.tables)
        statements = []
        for table in sorted(set(self.written[began:])):
            columns, tables[table] = _read(table)
            statements += _changes(table, columns, before.tables.get(table, {}), tables[table])
        after_commit = [hook for _, hook, _ in connection.run_on_commit[hooks:]]
        kept = _twin(result, self.originals, self.copies)
        pictures = {path: before.pictures.get(path) or path.read_bytes() for path in _pictures()}
        before.following[key] = self.here = Step(statements, tables, pictures, kept, after_commit, time.monotonic())
        self.known = len(self.written)
        return result

    def again(self, step: Step):
        with transaction.atomic(), connection.cursor() as cursor:
            for sql, rows in step.statements:
                cursor.executemany(sql, rows)
            for hook in step.after_commit:
                transaction.on_commit(hook)
        for path, content in step.pictures.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.here, self.known = step, len(self.written)
        return _twin(step.result, self.copies, self.originals)


def _pictures() -> set[Path]:
    """The files of all pictures that there are rows of."""
    rows = (each for model in (Scan, DisputePicture) for each in model.objects.exclude(file="").only("file"))
    return {Path(each.file.path) for each in rows}


def _twin(value, there: dict, back: dict):
    """A deep copy. An object that has been copied before, or is a copy, gives its counterpart."""
    begun = len(there.get(id(there), ()))
    made = copy.deepcopy(value, there)
    for each in there.get(id(there), ())[begun:]:
        twin = there[id(each)]
        back[id(twin)] = each
        back.setdefault(id(back), []).append(twin)
    return made


def _key(function: Callable, arguments: tuple, named: dict) -> Hashable | None:
    try:
        return function.__module__, function.__qualname__, get_language(), _plain((arguments, named))
    except _Unknown:
        return None


def _plain(value) -> Hashable:
    if isinstance(value, Model):
        return value._meta.label, value.pk
    if isinstance(value, dict):
        return tuple((name, _plain(each)) for name, each in value.items())
    if isinstance(value, list | tuple):
        return tuple(_plain(each) for each in value)
    if callable(value) and hasattr(value, "__qualname__"):
        return value.__module__, value.__qualname__
    if value is not None and type(value).__hash__ in (None, object.__hash__):
        raise _Unknown
    return value


def _read(table: str) -> tuple[list[str], Rows]:
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT * FROM "{table}"')
        return [column[0] for column in cursor.description], {row[0]: row for row in cursor.fetchall()}


def _changes(table: str, columns: list[str], old: Rows, new: Rows) -> Iterable[tuple[str, list[Row]]]:
    names, places = (", ".join(parts) for parts in ([f'"{name}"' for name in columns], ["%s"] * len(columns)))
    gone = [(pk,) for pk in old if pk not in new]
    changed = [(*row, pk) for pk, row in new.items() if pk in old and old[pk] != row]
    added = [row for pk, row in new.items() if pk not in old]
    values = ", ".join(f'"{name}" = %s' for name in columns)
    every = [
        (f'DELETE FROM "{table}" WHERE "{columns[0]}" = %s', gone),
        (f'UPDATE "{table}" SET {values} WHERE "{columns[0]}" = %s', changed),
        (f'INSERT INTO "{table}" ({names}) VALUES ({places})', added),
    ]
    return [(sql, rows) for sql, rows in every if rows]


SET_UP = SetUp()


def made_once(function: Callable) -> Callable:
    @functools.wraps(function)
    def made(*arguments, **named):
        return SET_UP.call(function, arguments, named)

    return made


def _notice(connection, **_) -> None:
    if SET_UP.notice not in connection.execute_wrappers:
        connection.execute_wrappers.append(SET_UP.notice)


connection_created.connect(_notice)
setting_changed.connect(SET_UP.own_way)
