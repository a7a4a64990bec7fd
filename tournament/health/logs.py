"""One line for each thing that is logged, with the number of the request or job that it belongs to.

No page or job logs a person's name, a line or a form; addresses are logged without what follows the question mark.
"""

import logging
import re
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.core.signals import request_finished
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse

HEADER, META = "X-Request-ID", "HTTP_X_REQUEST_ID"
GIVEN = re.compile(r"[0-9A-Za-z-]{1,64}")

_at_work: ContextVar[str] = ContextVar("at_work", default="-")


class OneLine(logging.Formatter):
    """A record with its traceback on one line; a line end is written as ⏎."""

    def format(self, record: logging.LogRecord) -> str:
        record.at_work = _at_work.get()
        return " ⏎ ".join(super().format(record).splitlines())


@contextmanager
def at_work(on: str) -> Iterator[None]:
    """Mark log lines within the block as part of a request or job, such as “job 12”."""
    before = _at_work.set(on)
    try:
        yield
    finally:
        _at_work.reset(before)


@receiver(request_finished)
def _end(**signal: object) -> None:
    _at_work.set("-")


def request_ids(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: the request's number in the log, from the server (`serving.asgi` puts it on every answer) or our
    own."""

    def numbered(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        number = given if GIVEN.fullmatch(given) else secrets.token_hex(4)
        request.META[META] = number  # for the page that says that something went wrong
        _at_work.set(number)  # until the request ends: what is refused is logged after the middleware
        return get_response(request)

    return numbered
