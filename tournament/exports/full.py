"""The full export: every row of an event with its ids, and the pictures of its sheets.

A part for each table and a line for each row, with values in the order of `columns`. An imported export is written
again byte for byte. It contains no passwords and no mail addresses.
"""

import base64
import datetime
import hashlib
import uuid
from collections.abc import Iterator
from typing import Any

from django.db.models import BinaryField, DateField, DateTimeField, Field, FileField, UUIDField

from .. import PROGRAM
from ..models import DisputePicture, Event, Scan
from .exported_tables import columns, every_table, rows_of
from .json_lines import ExportParts

FORMAT = "number-tournament/full-export/3"
ROWS_IN_MEMORY = 2000  # rows in memory


def parts(event: Event) -> ExportParts:
    """The document in parts. Read all of it within one `web.snapshot`."""
    return {
        "columns": {table.__name__: [field.attname for field in columns(table)] for table in every_table()},
        "event": event.slug,
        "format": FORMAT,
        "program": PROGRAM,
        **{part_of(table.__name__): rows(event, table) for table in every_table()},
        "scans": scans(event),
    }


def part_of(table: str) -> str:
    """The name of a table's part. It sorts after the parts that describe the export and before the scans."""
    return f"rows {table}"


def rows(event: Event, table: type) -> Iterator[list]:
    fields = columns(table)
    stored = rows_of(event, table).values_list(*(field.attname for field in fields))
    for row in stored.iterator(ROWS_IN_MEMORY):
        yield [plain(field, value) for field, value in zip(fields, row, strict=True)]


def scans(event: Event) -> Iterator[list]:
    """[name, SHA-256, content in base64] of every picture that still exists: of sheets, and of disputes."""
    storage = Scan._meta.get_field("file").storage  # one for both
    for name in sorted(pictures(event)):
        if storage.exists(name):
            with storage.open(name) as file:
                content = file.read()
            yield [name, hashlib.sha256(content).hexdigest(), base64.b64encode(content).decode()]


def pictures(event: Event) -> set[str]:
    """Their names: of sheets, and of disputes."""
    return {name for table in (Scan, DisputePicture) for name in rows_of(event, table).values_list("file", flat=True)}


def plain(field: Field, value: Any) -> Any:
    """A value for JSON."""
    if value is None:
        return None
    if isinstance(field, BinaryField):
        return base64.b64encode(value).decode()
    if isinstance(field, DateTimeField):
        return value.astimezone(datetime.UTC).isoformat(timespec="microseconds")
    if isinstance(field, DateField):
        return value.isoformat()
    if isinstance(field, UUIDField | FileField):
        return str(value)
    return value


def value_of(field: Field, value: Any) -> Any:
    """The inverse of `plain`."""
    if value is None:
        return None
    if isinstance(field, BinaryField):
        return base64.b64decode(value, validate=True)
    if isinstance(field, DateTimeField):
        return datetime.datetime.fromisoformat(value)
    if isinstance(field, DateField):
        return datetime.date.fromisoformat(value)
    return uuid.UUID(value) if isinstance(field, UUIDField) else value
