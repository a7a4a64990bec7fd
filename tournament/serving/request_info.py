"""What the event loop reads from a request: its number, its host, the change that its page knows."""

import re
import secrets
from typing import Any
from urllib.parse import parse_qs

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils import translation

from ..health.logs import GIVEN, HEADER
from ..web.content_security import secured
from .cached_responses import ReadyResponse, language_of
from .django_handler import ready
from .streams import Send

NUMBER = re.compile(r"[0-9]{1,18}")
REQUEST_ID = HEADER.lower().encode()


def numbered(scope: Any, send: Send) -> tuple[Any, Send]:
    """The request with its number, from the proxy or our own, and a `send` that puts it on the answer."""
    given = dict(scope["headers"]).get(REQUEST_ID, b"").decode("latin-1")
    number = (REQUEST_ID, (given if GIVEN.fullmatch(given) else secrets.token_hex(4)).encode())
    headers = [number, *(pair for pair in scope["headers"] if pair[0] != REQUEST_ID)]

    async def send_numbered(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], number]}
        await send(message)

    return {**scope, "headers": headers}, send_numbered


def too_long(request: ASGIRequest) -> ReadyResponse:
    with translation.override(language_of(request)):
        return ready(secured(HttpResponse(render_to_string("414.html"), status=414)))


def acceptable(request: ASGIRequest) -> bool:
    """Whether Django would accept this host and not redirect to HTTPS."""
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return bool(request.is_secure() or not settings.SECURE_SSL_REDIRECT)


def known_number(request: ASGIRequest) -> int | None:
    """The change number that a page knows: the last one it received, else the one it was rendered with."""
    made_with = parse_qs(request.META["QUERY_STRING"]).get("after", [""])[0]
    for number in (request.META.get("HTTP_LAST_EVENT_ID", ""), made_with):
        if NUMBER.fullmatch(number):
            return int(number)
    return None
