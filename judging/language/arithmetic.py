"""The short way for texts of numbers, + - × ÷ and brackets alone. They have one reading, and the general parser finds
the same (a law in the tests); here it is found in one pass, since most lines of a tournament are of this kind."""

from __future__ import annotations

from judging.language.expression import Apply, Node, Number, bracketed
from judging.language.tokens import Token

_OPERATIONS = {"+": ("add", 1), "-": ("subtract", 1), "*": ("multiply", 2), "/": ("divide", 2)}
_BOTTOM = ("", 0)
_new = tuple.__new__


def arithmetic(found: list[Token]) -> Node | None:
    """The tree, or None where the general parser is needed: for anything else, and for whatever is wrong."""
    values: list[Node] = []
    waiting: list[tuple[str, int]] = [
        _BOTTOM
    ]  # operations on the way to their right input, and open brackets
    opened: list[int] = []
    wanted = True  # a value, else an operation or a closing bracket
    for kind, text, start, end in found:
        if wanted:
            if kind == "number" and text.isdigit():
                values.append(_new(Number, (int(text), start, end, text, "", 0)))
                wanted = False
            elif kind == "(":
                waiting.append(_BOTTOM)
                opened.append(start)
            else:
                return None
            continue
        operation = _OPERATIONS.get(kind)
        least = operation[1] if operation else 1
        while waiting[-1][1] >= least:
            right, left = values.pop(), values.pop()
            values.append(_new(Apply, (waiting.pop()[0], (left, right), left.start, right.end, 0)))
        if operation:
            waiting.append(operation)
            wanted = True
        elif kind == ")" and opened:
            waiting.pop()
            values.append(bracketed(values.pop(), opened.pop(), end))
        elif kind == "end" and not opened:
            return values[0]
        else:
            return None
    return None
