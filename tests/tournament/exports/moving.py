"""Takes an event out of the installation and in again."""

import io

from django.db import connection

from tournament.exports import exported_tables, full, json_lines, loading
from tournament.models import DisputePicture, Event, Scan
from tournament.models.append_only import guard, unguard


def exported(event: Event) -> str:
    return "".join(json_lines.pieces(full.parts(event)))


def emptied(pictures: bool = True) -> None:
    """A fresh installation: all rows of the record are gone, and the `pictures` with them."""
    storage = Scan._meta.get_field("file").storage
    for table in (Scan, DisputePicture) if pictures else ():
        for name in table.objects.values_list("file", flat=True):
            storage.delete(name)
    unguard(connection)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    for table in (*exported_tables.LEFT_OUT, *exported_tables.every_table()):
        table._base_manager.all()._raw_delete("default")
    guard(connection)


def taken_in(text: str) -> Event:
    return loading.take_in(io.StringIO(text))
