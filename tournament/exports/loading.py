"""Importing a full export. It adds no audit entry, so that the imported trail stays as it was written."""

import base64
import hashlib
import re
from collections import deque
from collections.abc import Iterator
from itertools import groupby, islice
from typing import IO, Any

from django.contrib.auth.hashers import make_password
from django.core.files.base import ContentFile
from django.core.management.color import no_style
from django.db import DatabaseError, connection, transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from ..models import Event, Scan, User
from . import full
from .exported_tables import ModelClass, columns, every_table
from .json_lines import UnreadableExport, read
from .row_checks import WrongValue, check_row

BATCH_ROWS = 1000
TABLES: dict[str, ModelClass] = {full.part_of(table.__name__): table for table in every_table()}
PICTURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*/[A-Za-z0-9_-]+(\.[A-Za-z0-9]+)?")


class CannotTakeIn(Exception):
    """The export cannot be imported, and nothing was changed. The message says why."""


def take_in(file: IO[str]) -> Event:
    """Import an event with all its rows under their ids, or nothing at all.

    `file` is read twice: every value is checked before the first row is stored. Raises CannotTakeIn if the file is not
    a full export, has the format of another version or a value that no export has, or an id, an address or a sign-in
    name is already taken.
    """
    written: list[str] = []
    try:
        for _checked in _parts(read(file)):
            pass
        file.seek(0)
        with transaction.atomic():
            event = _take_in(read(file), written)
            settle()
            return event
    except UnreadableExport as error:
        _forget(written)
        raise CannotTakeIn(
            _("This is not a full export, or the file is incomplete (line %(at)s).") % {"at": error.at}
        ) from error
    except DatabaseError as error:
        _forget(written)
        raise CannotTakeIn(_("The rows of the file do not fit together: %(why)s") % {"why": error}) from error
    except BaseException:
        _forget(written)
        raise


def _take_in(parts: Iterator[tuple[str, Any]], written: list[str]) -> Event:
    slug = ""
    for name, values in _parts(parts):
        if name == "event":
            slug = next(values)
            if Event.objects.filter(slug=slug).exists():
                raise CannotTakeIn(_("An event “%(slug)s” already exists here.") % {"slug": slug})
        elif name == "scans":
            _keep(values, written)
        else:
            _insert(TABLES[name], values)
    event = Event.objects.filter(slug=slug).first()
    if event is None:
        raise CannotTakeIn(_("The event itself is not in the file."))
    return event


def _parts(parts: Iterator[tuple[str, Any]]) -> Iterator[tuple[str, Iterator[Any]]]:
    """The parts in their order: `event` with its address, `scans`, and each table with its rows as models. Rows that
    the caller does not read are checked too. Raises CannotTakeIn."""
    about: dict[str, Any] = {}
    for name, group in groupby(parts, key=lambda part: part[0]):
        values = (value for _name, value in group)
        if name in ("format", "columns", "event", "program"):
            about[name] = next(values)
            if name == "event":
                yield name, iter([_text(about[name])])
            continue
        _check(about)
        if name != "scans" and name not in TABLES:
            raise CannotTakeIn(_another_version())
        checked = _scans(values) if name == "scans" else _rows(TABLES[name], values)
        yield name, checked
        deque(checked, maxlen=0)
    _check(about)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.isascii():
        raise CannotTakeIn(_another_version())
    return value


def _rows(table: ModelClass, rows: Iterator[Any]) -> Iterator[Model]:
    fields = columns(table)
    for at, row in enumerate(rows, 1):
        try:
            instance = check_row(table, fields, row)
        except WrongValue as wrong:
            facts = {"table": table.__name__, "at": at, "column": wrong.column}
            raise CannotTakeIn(
                _("Row %(at)s of %(table)s has a value that this program does not write (%(column)s).") % facts
            ) from wrong
        if isinstance(instance, User):
            instance.password = make_password(None)
        yield instance


def _scans(rows: Iterator[Any]) -> Iterator[tuple[str, bytes]]:
    """(name, content) of each picture."""
    for row in rows:
        if not (isinstance(row, list) and len(row) == 3 and all(isinstance(each, str) for each in row)):
            raise CannotTakeIn(_another_version())
        name, digest, encoded = row
        try:
            content = base64.b64decode(encoded, validate=True)
        except ValueError:
            content = b""
        if hashlib.sha256(content).hexdigest() != digest or not PICTURE.fullmatch(name):
            raise CannotTakeIn(_("The picture %(name)s is damaged in the file.") % {"name": name[:100]})
        yield name, content


def _check(about: dict[str, Any]) -> None:
    """Refuse a file that is not a full export, or of a version with other tables or columns."""
    if about.get("format") != full.FORMAT:
        raise CannotTakeIn(_("This is not a full export of an event, or another version of the program wrote it."))
    columns_here = {table.__name__: [field.attname for field in columns(table)] for table in every_table()}
    if about.get("columns") != columns_here or "event" not in about:
        raise CannotTakeIn(_another_version())


def _another_version() -> str:
    return _("Another version of this program wrote the file. Import it with that version.")


def _insert(table: ModelClass, rows: Iterator[Model]) -> None:
    for batch in _batches(rows):
        _must_be_free(table, batch)
        whole = table._meta.concrete_fields
        size = connection.ops.bulk_batch_size(whole, batch)
        for at in range(0, len(batch), size):
            # `raw`: store the values of the file, without what fields set on new rows
            every: Any = table._base_manager.all()
            every._insert(batch[at : at + size], fields=whole, using=connection.alias, raw=True)


def _must_be_free(table: ModelClass, rows: list[Model]) -> None:
    """Refuse ids and sign-in names that exist here. Rows keep their ids, because the audit trail refers to them."""
    names = [("pk", _("number")), *([("username", _("sign-in name"))] if table is User else [])]
    for name, label in names:
        values = [getattr(row, name) for row in rows]
        existing = table._base_manager.filter(**{f"{name}__in": values}).values_list(name, flat=True).first()
        if existing is not None:
            raise CannotTakeIn(
                _("A row of %(table)s with the %(what)s %(value)s already exists here.")
                % {"table": table.__name__, "what": label, "value": existing}
            )


def _keep(pictures: Iterator[tuple[str, bytes]], written: list[str]) -> None:
    storage = Scan._meta.get_field("file").storage
    for name, content in pictures:
        if storage.exists(name):
            with storage.open(name) as here:
                if here.read() != content:
                    raise CannotTakeIn(_("Another picture %(name)s already exists here.") % {"name": name})
            continue
        written.append(storage.save(name, ContentFile(content)))
        if written[-1] != name:
            raise CannotTakeIn(_("The picture %(name)s cannot be stored under its name.") % {"name": name})


def _forget(pictures: list[str]) -> None:
    for name in pictures:
        Scan._meta.get_field("file").storage.delete(name)


def settle() -> None:
    """Check the constraints now, not only at the commit, and let new ids follow the imported ones."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), every_table()):
            cursor.execute(statement)


def _batches(rows: Iterator[Model]) -> Iterator[list[Model]]:
    while batch := list(islice(rows, BATCH_ROWS)):
        yield batch
