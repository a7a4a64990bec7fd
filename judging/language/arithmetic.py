"""The short way for texts of numbers, + - × ÷ and brackets alone, with a sign between all of them.

Most lines of a tournament are of this kind. They have one reading, and it is found here in one pass over the text;
the general parser finds the same tree, which is a law in the tests.
"""

from __future__ import annotations

import re

from judging.language.expression import Apply, Node, Number, bracketed
from judging.language.tokens import KINDS

_SIGNS = "".join(
    sign for sign, kind in KINDS.items() if kind in ("+", "-", "*", "/", "(", ")", "space") and len(sign) == 1
)
PLAIN = re.compile(f"[0-9{re.escape(_SIGNS)}]*")  # all others need not be tried
_PIECE = re.compile("[0-9]+|.")
_OPERATIONS = {"+": ("add", 1), "-": ("subtract", 1), "*": ("multiply", 2), "/": ("divide", 2)}
_BOTTOM = ("", 0)
_new = tuple.__new__  # half the time of calling the class


def arithmetic(text: str, start: int, end: int) -> Node | None:
    """The tree, or None where the general parser is needed: for anything else, and for whatever is wrong."""
    values: list[Node] = []
    waiting = [_BOTTOM]  # operations on the way to their second input, and open brackets
    opened: list[int] = []
    wanted = True  # a value, else an operation or a closing bracket
    at = start
    for piece in _PIECE.findall(text, start, end):
        begun, at = at, at + len(piece)
        kind = KINDS.get(piece)
        if kind == "space":
            continue
        if wanted:
            if kind == "(":
                waiting.append(_BOTTOM)
                opened.append(begun)
            elif piece.isdigit() and piece.isascii():
                values.append(_new(Number, (int(piece), begun, at, piece, "", 0)))
                wanted = False
            else:
                return None
        elif kind in _OPERATIONS:
            operation = _OPERATIONS[kind]
            if waiting[-1][1] >= operation[1]:
                _join(values, waiting, operation[1])
            waiting.append(operation)
            wanted = True
        elif kind == ")" and opened:
            _join(values, waiting, 1)
            waiting.pop()
            values[-1] = bracketed(values[-1], opened.pop(), at)
        else:
            return None
    if wanted or opened:
        return None
    _join(values, waiting, 1)
    return values[0]


def _join(values: list[Node], waiting: list[tuple[str, int]], least: int) -> None:
    """Carry out what waits and binds at least so tightly."""
    while waiting[-1][1] >= least:
        right = values.pop()
        left = values[-1]
        values[-1] = _new(Apply, (waiting.pop()[0], (left, right), left.start, right.end, 0))
