"""One line for each thing that is logged, with the number of the request or job that it belongs to.

No page or job logs a person's name, a line or a form; addresses are logged without what follows the question mark, and
without the secret part of private ones, since anybody with the log could sign in with it.
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
# /coach/TOKEN/…, /sign-in/TOKEN/, /begin/TOKEN/
PRIVATE = re.compile(r"(/(?:coach|sign-in|begin)/)[^/\s?\"']+")

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


def without_tokens(text: str) -> str:
    """The text with “…” in place of every token of a private address."""
    return PRIVATE.sub(r"\1…", text)


class WithoutTokens(logging.Filter):
    """Takes the tokens out of every record, with its arguments; nothing is left out."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        if PRIVATE.search(text):
            record.msg, record.args = without_tokens(text), ()
        return True


class RefusedInShort(logging.Filter):
    """A request that Django refuses, such as one for another host, is a warning without a traceback: nothing is broken.
    A traceback is logged once."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request" and getattr(record, "status_code", 0) == 500:
            record.exc_info = record.exc_text = None  # `outages.server_error` has logged it, also where this does not
        if record.name.startswith("django.security."):
            record.levelno, record.levelname = logging.WARNING, logging.getLevelName(logging.WARNING)
            record.exc_info = record.exc_text = None
        return True
