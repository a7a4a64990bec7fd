"""Files to download."""

import csv
import io
from collections.abc import Iterable

from django.http import HttpResponse


def as_csv(filename: str, rows: Iterable[Iterable[str]]) -> HttpResponse:
    """A CSV file to download, with the mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return HttpResponse(
        b"\xef\xbb\xbf" + text.getvalue().encode(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def as_private_file(body: bytes | str, content_type: str, filename: str) -> HttpResponse:
    """A file to save that no cache may keep."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "private, no-store"}
    return HttpResponse(body, content_type=content_type, headers=headers)
