"""The characters that a text may hold to be recorded: whatever can stand on paper."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# Control characters, halves of characters (of a surrogate pair), and ends of lines
NOT_IN_A_LINE = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")
UNSTORABLE = re.compile("[\x00\ud800-\udfff]")  # in some database, or in UTF-8
NOT_IN_LINES = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


def unwritable_at(text: str, lines: bool = False) -> int | None:
    """The place of the first character that cannot be recorded, from 1, or None. `lines`: the text may have several
    lines, and tabs in them."""
    match = (NOT_IN_LINES if lines else NOT_IN_A_LINE).search(text)
    return match.start() + 1 if match else None


def texts_in(value: Any) -> Iterator[str]:
    """Every text in a JSON value, the names in objects among them."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, each in value.items():
            yield from texts_in(name)
            yield from texts_in(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts_in(each)


def readable(value: Any, without: re.Pattern[str] = NOT_IN_A_LINE) -> Any:
    """The JSON value with a replacement sign for each character that cannot be recorded; for what is stored already.
    Blanks of any kind become spaces, so that a verdict does not change."""
    if isinstance(value, str):
        return without.sub(lambda match: " " if match[0].isspace() else REPLACEMENT, value)
    if isinstance(value, Mapping):
        return {readable(name, without): readable(each, without) for name, each in value.items()}
    return [readable(each, without) for each in value] if isinstance(value, list | tuple) else value
