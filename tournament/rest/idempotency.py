"""A request that is sent twice is done once: a program that lost the answer sends it again with the same
`Idempotency-Key`, and gets the same answer, without secrets. The answer is written in the transaction of what was
done."""

import hashlib
import json
from collections.abc import Callable, Sequence
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


def idempotent(request: Request, do: Callable[[], Response], secrets: Sequence[str] = ()) -> Response:
    """The answer to the request, or the one that it had before. A refusal is not kept: the next try may succeed. Fields
    named in `secrets` are stored as null, and `Idempotent-Withheld` names them."""
    key = request.headers.get("Idempotency-Key", "")
    if not key and "If-Match" not in request.headers:
        return do()
    with transaction.atomic():
        user = request.user
        return _known(request, user, key, do, secrets) if key and isinstance(user, User) else do()


def _known(request: Request, user: User, key: str, do: Callable[[], Response], secrets: Sequence[str]) -> Response:
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused("invalid_key", _("An Idempotency-Key has at most 200 characters."), status=400)
    delete_old()
    made = {"fingerprint": _fingerprint(request), "made_at": timezone.now()}
    row, is_new = IdempotentRequest.objects.get_or_create(user=user, key=key, defaults=made)
    if is_new:
        response = do()
        row.status, row.body = response.status_code, JSONRenderer().render(without(secrets, response.data)).decode()
        row.save(update_fields=["status", "body"])
        return response
    if row.fingerprint != made["fingerprint"]:
        raise Refused("key_used", _("This Idempotency-Key was used for another request."), status=422)
    body = json.loads(row.body or "null")
    withheld = ", ".join(name for name in secrets if body and name in body)
    headers = {"Idempotent-Replayed": "true"} | ({"Idempotent-Withheld": withheld} if withheld else {})
    return Response(body, status=row.status, headers=headers)


def without(secrets: Sequence[str], data: Any) -> Any:
    """The fields of a row, with null in place of each secret."""
    return {name: None if name in secrets else value for name, value in data.items()} if secrets and data else data


def delete_old() -> int:
    """Forget answers that are no longer promised. Returns how many."""
    since = timezone.now() - timedelta(hours=limits.IDEMPOTENT_HOURS)
    old = IdempotentRequest.objects.filter(made_at__lt=since)
    return old.delete()[0] if old.exists() else 0


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
