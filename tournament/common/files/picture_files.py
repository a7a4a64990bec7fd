"""Pictures on disk, each named by a row. A file is kept only if its row is committed."""

import logging
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.files.base import ContentFile
from django.db import transaction

log = logging.getLogger(__name__)
Done = TypeVar("Done")


def keeping(act: Callable[[list[Any]], Done]) -> Done:
    """Run `act` in a transaction. It writes pictures with its argument (`write`); if it fails, their files are
    deleted."""
    written: list[Any] = []
    try:
        with transaction.atomic():
            return act(written)
    except BaseException:  # whatever ended the transaction, its files must not stay
        for each in written:
            delete(each)
        raise


def write(row: Any, jpeg: bytes, written: list[Any]) -> None:
    """Write the picture of a new row, and save the row."""
    written.append(row)
    # the name comes before the file: on a full disk half of it must not stay
    row.file.name = f"{row.file.field.upload_to}{uuid.uuid4().hex}.jpg"
    row.file.storage.save(row.file.name, ContentFile(jpeg))
    row.save()


def delete(row: Any) -> None:
    """Delete the file of a row; the row stays."""
    if not row.file.name:
        return
    try:
        row.file.storage.delete(row.file.name)
    except OSError:
        log.exception("the picture %s could not be deleted", row.file.name)
