"""ETags of rows, and `If-Match`: a program that has read an older state does not overwrite a newer one."""

import hashlib
from typing import Any

from django.utils.http import parse_etags
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer

from ..common.refusals import Refused
from .idempotency import without


def etag(data: Any) -> str:
    """Of a row as it is answered, whether it was read or written."""
    return f'"{hashlib.md5(JSONRenderer().render(data), usedforsecurity=False).hexdigest()}"'


def refuse_changed(view: Any, row: Any) -> None:
    """Raise Refused (412) if the request names the state that it has read, and the row has another one by now. The row
    is locked until the request is done."""
    wanted = parse_etags(view.request.headers.get("If-Match", ""))
    if not wanted or row is None:
        return
    now = view.get_queryset().select_for_update(of=("self",)).get(pk=row.pk)
    if "*" not in wanted and etag(without(view.secrets, view.get_serializer(now).data)) not in wanted:
        raise Refused("changed", _("This has changed since you read it. Read it again."), status=412)
