"""Importing a full export. It adds no audit entry, so that the imported trail stays as it was written."""

import base64
import hashlib
from collections.abc import Iterator
from itertools import groupby, islice
from typing import IO, Any

from django.contrib.auth.hashers import make_password
from django.core.files.base import ContentFile
from django.core.management.color import no_style
from django.db import IntegrityError, connection, transaction
from django.db.models import Field, Model
from django.utils.translation import gettext as _

from ..models import Event, Scan, User
from . import full
from .json_lines import UnreadableExport, read
from .tables import Table, columns, every_table

AT_ONCE = 1000


class CannotTakeIn(Exception):
    """The export cannot be imported, and nothing was changed. The message says why."""


def take_in(file: IO[str]) -> Event:
    """Import an event with all its rows under their ids, or nothing at all.

    Raises CannotTakeIn if the file is not a full export, has the format of another version, or an id, an address or a
    sign-in name is already taken.
    """
    kept: list[str] = []
    try:
        with transaction.atomic():
            event = _take_in(read(file), kept)
            _settle()
            return event
    except UnreadableExport as error:
        _forget(kept)
        raise CannotTakeIn(
            _("This is not a full export, or the file is incomplete (line %(at)s).") % {"at": error.at}
        ) from error
    except IntegrityError as error:
        _forget(kept)
        raise CannotTakeIn(_("The rows of the file do not fit together: %(why)s") % {"why": error}) from error
    except BaseException:
        _forget(kept)
        raise


def _take_in(parts: Iterator[tuple[str, Any]], kept: list[str]) -> Event:
    tables = {full.part_of(table.__name__): table for table in every_table()}
    about: dict[str, Any] = {}
    for name, found in groupby(parts, key=lambda part: part[0]):
        values = (value for _name, value in found)
        if name in ("format", "columns", "event"):
            about[name] = next(values)
            if name == "event" and Event.objects.filter(slug=about[name]).exists():
                raise CannotTakeIn(_("An event “%(slug)s” already exists here.") % {"slug": about[name]})
            continue
        _check(about)
        if name == "scans":
            _keep(values, kept)
        elif name in tables:
            _insert(tables[name], values)
        else:
            raise CannotTakeIn(_another_version())
    _check(about)
    event = Event.objects.filter(slug=about["event"]).first()
    if event is None:
        raise CannotTakeIn(_("The event itself is not in the file."))
    return event


def _check(about: dict[str, Any]) -> None:
    """Refuse a file that is not a full export, or of a version with other tables or columns."""
    if about.get("format") != full.FORMAT:
        raise CannotTakeIn(_("This is not a full export of an event, or another version of the program wrote it."))
    columns_here = {table.__name__: [field.attname for field in columns(table)] for table in every_table()}
    if about.get("columns") != columns_here or "event" not in about:
        raise CannotTakeIn(_another_version())


def _another_version() -> str:
    return _("Another version of this program wrote the file. Import it with that version.")


def _insert(table: Table, rows: Iterator[list]) -> None:
    fields = columns(table)
    for batch in _batches(rows):
        found = [_row(table, fields, row) for row in batch]
        _must_be_free(table, found)
        whole = table._meta.concrete_fields
        size = connection.ops.bulk_batch_size(whole, found)
        for at in range(0, len(found), size):
            # `raw`: store the values of the file, without what fields set on new rows
            every: Any = table._base_manager.all()
            every._insert(found[at : at + size], fields=whole, using=connection.alias, raw=True)


def _row(table: Table, fields: list[Field], row: list) -> Model:
    if len(row) != len(fields):
        raise CannotTakeIn(_another_version())
    values = {field.attname: full.value_of(field, value) for field, value in zip(fields, row, strict=True)}
    return User(password=make_password(None), **values) if table is User else table(**values)


def _must_be_free(table: Table, rows: list[Model]) -> None:
    """Refuse ids and sign-in names that exist here. Rows keep their ids, because the audit trail refers to them."""
    names = [("pk", _("number")), *([("username", _("sign-in name"))] if table is User else [])]
    for name, label in names:
        values = [getattr(row, name) for row in rows]
        existing = table._base_manager.filter(**{f"{name}__in": values}).values_list(name, flat=True).first()
        if existing is not None:
            raise CannotTakeIn(
                _(
                    "A row of %(table)s with the %(what)s %(value)s already exists here. Import the event into an empty installation."
                )
                % {"table": table.__name__, "what": label, "value": existing}
            )


def _keep(pictures: Iterator[list], kept: list[str]) -> None:
    storage = Scan._meta.get_field("file").storage
    for name, digest, encoded in pictures:
        content = base64.b64decode(encoded)
        if hashlib.sha256(content).hexdigest() != digest:
            raise CannotTakeIn(_("The picture %(name)s is damaged in the file.") % {"name": name})
        if storage.exists(name):
            raise CannotTakeIn(_("A picture %(name)s already exists here.") % {"name": name})
        kept.append(storage.save(name, ContentFile(content)))
        if kept[-1] != name:
            raise CannotTakeIn(_("The picture %(name)s cannot be stored under its name.") % {"name": name})


def _forget(pictures: list[str]) -> None:
    for name in pictures:
        Scan._meta.get_field("file").storage.delete(name)


def _settle() -> None:
    """Check the constraints now, not only at the commit, and let new ids follow the imported ones."""
    connection.check_constraints()
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), every_table()):
            cursor.execute(statement)


def _batches(rows: Iterator[list]) -> Iterator[list[list]]:
    while batch := list(islice(rows, AT_ONCE)):
        yield batch
