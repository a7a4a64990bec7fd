"""Full exports: each line is JSON that can be read in little memory."""

import json
from typing import Any, BinaryIO

from ..common import limits
from .refusals import CannotOpen


def read(file: BinaryIO) -> tuple[dict[str, int], list[bytes]]:
    """The number of its lines. Raises CannotOpen: `line` with the number of the line, or `large`."""
    at = size = 0
    while text := file.readline(limits.EXPORT_LINE + 1):
        at, size = at + 1, size + len(text)
        if size > limits.EXPORT:
            raise CannotOpen("large", megabytes=limits.EXPORT // limits.MB)
        if len(text) > limits.EXPORT_LINE or not _is_line(text):
            raise CannotOpen("line", at=at)
    return {"lines": at}, []


def _is_line(text: bytes) -> bool:
    """Whether it is what `exports.json_lines` writes in a line: a bracket, a value, a name with a value or a list."""
    try:
        part = text.decode().rstrip("\n").removesuffix(",")
        if part in {"{", "}", "]"}:
            return True
        json.loads(part.removesuffix(":[") if part.endswith(":[") else _whole(part), parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return False
    return True


def _whole(part: str) -> str:
    """A value as it stands; `"name":value` in brackets."""
    return f"{{{part}}}" if part.startswith('"') else part


def _refuse_constant(name: str) -> Any:
    raise ValueError(name)
