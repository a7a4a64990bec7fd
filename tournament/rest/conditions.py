"""`If-Match`: a program that has read an older state does not overwrite a newer one."""

import hashlib
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer

from ..common.refusals import Refused


def refuse_changed(view: Any, row: Any) -> None:
    """Raise Refused (412) if the request names the state that it has read, and the row has another one by now. The row
    is locked until the request is done."""
    wanted = view.request.headers.get("If-Match")
    if not wanted or row is None:
        return
    now = view.get_queryset().select_for_update(of=("self",)).get(pk=row.pk)
    content = JSONRenderer().render(view.get_serializer(now).data)
    if wanted not in ("*", f'"{hashlib.md5(content, usedforsecurity=False).hexdigest()}"'):
        raise Refused("changed", _("This has changed since you read it. Read it again."), status=412)
