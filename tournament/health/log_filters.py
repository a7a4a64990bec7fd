"""Filters of the log: the secret part of private addresses is removed, since anybody with the log could sign in with
it."""

import logging
import re

# /coach/TOKEN/…, /sign-in/TOKEN/, /begin/TOKEN/
PRIVATE = re.compile(r"(/(?:coach|sign-in|begin)/)[^/\s?\"']+")


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
