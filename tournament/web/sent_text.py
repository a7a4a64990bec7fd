"""Checks of what a request sends: text that can be recorded, and numbers that a database knows. Every address that a
form posts to asks this once, before its view; JSON is asked where it is read, so that each line or move has its own
refusal."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from judging.plain_text import REPLACEMENT, UNSTORABLE, readable, unwritable_at

from ..common.line_text import isolated
from ..common.refusals import Refused

LARGEST_ID = 2**63 - 1  # id of a row
AROUND = 20  # characters that are quoted before and after
SECRET = {"password", "again", "old"}  # never quoted


def is_address(parts: Mapping[str, Any]) -> bool:
    """Whether a row can have these parts of an address."""
    numbers = (each for each in parts.values() if isinstance(each, int))
    texts = (each for each in parts.values() if isinstance(each, str))
    return all(number <= LARGEST_ID for number in numbers) and not any(map(UNSTORABLE.search, texts))


def checks_its_text(view: Callable) -> Callable:
    """Marks a page that refuses such text beside its line, and shows all that was typed again."""
    view.checks_its_text = True  # type: ignore[attr-defined]
    return view


def check_sent(request: HttpRequest, view: Callable) -> None:
    """Raise Refused for a form, or a query, with a character that cannot be recorded."""
    if hasattr(view, "checks_its_text"):
        return
    for name, text in (*_texts(request.POST), *_texts(request.GET)):
        if place := unwritable_at(text, lines=True):
            raise _refused(name, text, place)


def _texts(sent: QueryDict) -> Iterator[tuple[str, str]]:
    """(name, text) of each field; a name is a text that was sent, too."""
    return ((name, text) for name, values in sent.lists() for text in (name, *values))


def _refused(name: str, text: str, place: int) -> Refused:
    near = REPLACEMENT if name in SECRET else readable(text[max(0, place - 1 - AROUND) : place + AROUND])
    sentence = _("“%(text)s” has an invisible character where � stands here. It cannot be recorded: delete it.")
    return Refused("unwritable", sentence % {"text": isolated(near)}, status=400)
