"""A request that is sent twice is done once: a program that lost the answer sends it again with the same
`Idempotency-Key`, and gets the same answer. The answer is written in the transaction of what was done."""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from ..common import limits
from ..common.refusals import Refused
from ..models import IdempotentRequest, User

LONGEST_KEY = 200


def idempotent(request: Request, do: Callable[[], Response]) -> Response:
    """The answer to the request, or the one that it had before. A refusal is not kept: the next try may succeed."""
    key = request.headers.get("Idempotency-Key", "")
    if not key and "If-Match" not in request.headers:
        return do()
    with transaction.atomic():
        return _known(request, request.user, key, do) if key and isinstance(request.user, User) else do()


def _known(request: Request, user: User, key: str, do: Callable[[], Response]) -> Response:
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused("invalid_key", _("An Idempotency-Key has at most 200 characters."), status=400)
    fingerprint, now = _fingerprint(request), timezone.now()
    requests = IdempotentRequest.objects
    requests.filter(made_at__lt=now - timedelta(hours=limits.IDEMPOTENT_HOURS)).delete()
    row, is_new = requests.get_or_create(user=user, key=key, defaults={"fingerprint": fingerprint, "made_at": now})
    if is_new:
        response = do()
        row.status, row.body = response.status_code, JSONRenderer().render(response.data).decode()
        row.save(update_fields=["status", "body"])
        return response
    if row.fingerprint != fingerprint:
        raise Refused("key_used", _("This Idempotency-Key was used for another request."), status=422)
    return Response(json.loads(row.body or "null"), status=row.status, headers={"Idempotent-Replayed": "true"})


def _fingerprint(request: Request) -> str:
    """SHA-256 of the method, the address and what was sent."""
    sent = [request.method, request.get_full_path(), request.data]
    return hashlib.sha256(json.dumps(sent, sort_keys=True, default=_content).encode()).hexdigest()


def _content(value: Any) -> str:
    if isinstance(value, UploadedFile):
        value.seek(0)
        content = hashlib.sha256(value.read()).hexdigest()
        value.seek(0)
        return content
    return str(value)
