"""The short way for texts with only numbers, + - × ÷ and brackets, with a sign between all of them.

Most lines of a tournament are of this kind. They have one reading, and it is found here in one pass over the text;
the general parser finds the same tree, which is a law in the tests.
"""

import re

from judging.language.expression import Apply, Node, Number, bracketed
from judging.language.parsing.tokens import KINDS

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
    operators = [_BOTTOM]  # operations on the way to their second input, and open brackets
    opened: list[int] = []
    value_expected = True  # a value, else an operation or a closing bracket
    at = start
    for piece in _PIECE.findall(text, start, end):
        begin, at = at, at + len(piece)
        kind = KINDS.get(piece)
        if kind == "space":
            continue
        if value_expected:
            if kind == "(":
                operators.append(_BOTTOM)
                opened.append(begin)
            elif piece.isdigit() and piece.isascii():
                values.append(_new(Number, (int(piece), begin, at, piece, "", 0)))
                value_expected = False
            else:
                return None
        elif kind in _OPERATIONS:
            operation = _OPERATIONS[kind]
            if operators[-1][1] >= operation[1]:
                _reduce(values, operators, operation[1])
            operators.append(operation)
            value_expected = True
        elif kind == ")" and opened:
            _reduce(values, operators, 1)
            operators.pop()
            values[-1] = bracketed(values[-1], opened.pop(), at)
        else:
            return None
    if value_expected or opened:
        return None
    _reduce(values, operators, 1)
    return values[0]


def _reduce(values: list[Node], operators: list[tuple[str, int]], least: int) -> None:
    """Carry out what waits and binds at least so tightly."""
    while operators[-1][1] >= least:
        right = values.pop()
        left = values[-1]
        values[-1] = _new(Apply, (operators.pop()[0], (left, right), left.start, right.end, 0))
