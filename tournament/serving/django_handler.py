"""Django, called in a thread with a whole request: it makes the whole response, which the event loop then sends."""

from contextlib import closing
from tempfile import SpooledTemporaryFile

from django.core.handlers.asgi import ASGIRequest
from django.core.handlers.base import BaseHandler
from django.core.signals import request_started
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

from ..common import limits
from .cached_responses import ReadyResponse


class Handler(BaseHandler):
    """`Handler()(request)` is the response. Each thread keeps its database connection."""

    def __init__(self) -> None:
        super().__init__()
        self.load_middleware()

    def __call__(self, request: ASGIRequest) -> ReadyResponse:
        set_script_prefix("/")
        request_started.send(sender=type(self), scope=request.scope)
        return ready(self.get_response(request))


def ready(response: HttpResponseBase) -> ReadyResponse:
    """The response with its body: in memory, or in a temporary file if it is long."""
    with closing(response):
        file = SpooledTemporaryFile(limits.ANSWER_MEMORY)  # noqa: SIM115 - closed when it is sent
        for part in response:
            file.write(part)
    headers = [*response.items(), *(("Set-Cookie", each.OutputString()) for each in response.cookies.values())]
    encoded = tuple((name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers)
    return ReadyResponse(response.status_code, encoded, file)
