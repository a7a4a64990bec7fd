"""The parser of the fast path: a text with one reading, as a program of numbers and functions, inputs before functions.

Most lines of a tournament are such texts. Signs, symbols and names come from the tokens and the table of functions;
where conventions differ, or something is not known here, there is no program and the general parser reads. That a
program is the only tree which the general parser finds is a law in the tests.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from judging.language.functions.table import ATOM, CHOOSE, FUNCTIONS, POWER, PRODUCT, SUM
from judging.language.limits import MAX_DEPTH
from judging.language.parsing.signs import KINDS, SPACES, SUPERSCRIPTS, WORDS

ProgramSteps = list[int | str]  # given numbers, and names of functions that take their least number of inputs
_Waiting = tuple[int, str, int]  # how tightly it binds, its name, and how tightly what goes before it binds at least


_new = tuple.__new__  # half the time of calling the class


class Program(NamedTuple):
    """The steps of a text, the numbers among them in their order, and whether all other steps are + - × ÷."""

    steps: ProgramSteps
    numbers: list[int]
    is_arithmetic: bool


class _Unclear(Exception):
    """A text for the general parser."""


_RAISED = {sign: digit for sign, digit in SUPERSCRIPTS.items() if digit.isdigit()}
INPUTS = {name: row.min_inputs for name, row in FUNCTIONS.items()}
_WORDS = "|".join(sorted(WORDS, key=len, reverse=True))
_PIECE = re.compile(
    rf"[{SPACES}]*([0-9]+|[-+/()]|\*\*?|!+|[{''.join(_RAISED)}]+|(?=[A-Za-z])(?ai:{_WORDS})|[^{SPACES}])"
)
_NUMBERS = {str(number): number for number in range(1000)}  # what it lacks is looked at with care


def _infix_row(name: str) -> _Waiting:
    tightness = FUNCTIONS[name].precedence
    right_associative = name == "power"
    return tightness, name, tightness + 1 if right_associative else tightness


_INFIX = {
    name: _infix_row(name) for name in ("add", "subtract", "multiply", "divide", "power", "mod", "choose", "permute")
}


def _symbols(*fixities: str) -> dict[str, str]:
    return {symbol: row.name for row in FUNCTIONS.values() if row.fixity in fixities for symbol in row.symbols}


def _spelt(symbols: dict[str, str]) -> dict[str, str]:
    """The same with all ways to type them."""
    return symbols | {sign: symbols[kind] for sign, kind in KINDS.items() if kind in symbols}


_INFIX_SIGNS = {sign: _INFIX[name] for sign, name in _spelt(_symbols("infix")).items() if name in _INFIX}
_SIGNS = {sign: each for sign, each in _INFIX_SIGNS.items() if each[0] <= PRODUCT and each[1] != "mod"}
_POSTFIX, _PREFIX = _spelt(_symbols("postfix")), _spelt(_symbols("prefix"))
_CALLS = {(word, row.min_inputs): row.name for row in FUNCTIONS.values() for word in row.calls}
_CALLS |= {
    (word, row.min_inputs): row.name for row in FUNCTIONS.values() if row.fixity == "prefix" for word in row.symbols
}
_CALLED = frozenset(word for word, _ in _CALLS)
_MOD, _MULTIPLY = _INFIX["mod"], _INFIX["multiply"]
# what others wait behind: nothing that waits goes past it
_START: _Waiting = (0, "start", 0)
_BRACKET: _Waiting = (0, "(", 0)
_BARS: _Waiting = (0, "|", 0)


def program(text: str, start: int, end: int) -> Program | None:
    """The program of text[start:end], or None where the general parser is needed: wherever conventions differ, for
    whatever is wrong, and for what is rare."""
    if end - start > MAX_DEPTH:
        return None
    try:
        return _program(iter(_PIECE.findall(text, start, end)))
    except _Unclear:
        return None


def _program(pieces: Iterator[str]) -> Program:
    steps: ProgramSteps = []
    waiting = [_START]
    signs = _SIGNS
    value_expected = is_arithmetic = True
    for piece in pieces:
        if value_expected:
            if (number := _NUMBERS.get(piece)) is not None:
                steps.append(number)
                value_expected = False
            elif piece == "(":
                waiting.append(_BRACKET)
            else:
                is_arithmetic = False
                value_expected = _begin(piece, pieces, steps, waiting)
        elif (sign := signs.get(piece)) is not None:
            least = sign[2]
            while waiting[-1][0] >= least:
                steps.append(waiting.pop()[1])
            waiting.append(sign)
            value_expected = True
        elif piece == ")":
            if (opened := _opened(steps, waiting)) is not _BRACKET:
                steps.append(_called(opened))
        else:
            is_arithmetic = False
            value_expected = _go_on(piece, steps, waiting)
            if waiting[-1] is _MOD:
                signs = {}  # from now on every sign is looked at with care
    if value_expected or _opened(steps, waiting) is not _START:
        raise _Unclear
    return _new(Program, (steps, [step for step in steps if type(step) is int], is_arithmetic))


def _opened(steps: ProgramSteps, waiting: list[_Waiting]) -> _Waiting:
    """Move what waits behind the last opening sign to the steps. Returns that sign."""
    while (last := waiting.pop())[0]:
        steps.append(last[1])
    return last


def _called(opened: _Waiting) -> str:
    """The function whose bracket closes."""
    _, word, inputs = opened
    if (word, inputs) not in _CALLS:
        raise _Unclear
    return _CALLS[word, inputs]


# where a value is expected: a function before its input, bars, other brackets, a long number


def _begin(piece: str, pieces: Iterator[str], steps: ProgramSteps, waiting: list[_Waiting]) -> bool:
    """Read a piece where a value is expected. Returns whether one is still expected."""
    word = piece.lower()
    if word in _CALLED:
        return _function(word, next(pieces, ""), steps, waiting)
    if "1" <= piece[0] <= "9":
        steps.append(int(piece))
        return False
    if KINDS.get(piece) == "(":
        waiting.append(_BRACKET)
    elif piece == "|" and _BARS not in waiting and "abs" not in steps:  # two pairs can be paired in two ways
        waiting.append(_BARS)
    else:
        raise _Unclear
    return True


def _function(word: str, following: str, steps: ProgramSteps, waiting: list[_Waiting]) -> bool:
    """Read a function before its input, which is a number or stands in brackets. Returns whether a value is
    expected."""
    if following == "(":
        waiting.append((0, word, 1))
        return True
    if word not in _PREFIX or following not in _NUMBERS:
        raise _Unclear
    steps.append(_NUMBERS[following])
    waiting.append((ATOM, _PREFIX[word], ATOM))
    return False


# where a value has ended: what binds it to the next, stands behind it, or closes


def _go_on(piece: str, steps: ProgramSteps, waiting: list[_Waiting]) -> bool:
    """Read a piece behind a value. Returns whether a value is expected now."""
    word = piece.lower()
    if word in _INFIX_SIGNS:
        _infix(_INFIX_SIGNS[word], steps, waiting)
    elif piece == ",":
        tightness, called, inputs = _opened(steps, waiting)
        waiting.append((tightness, called, inputs + 1))
    elif piece == "(":
        _multiplied(steps, waiting)
    else:
        _end(piece, steps, waiting)
        return False
    return True


def _infix(sign: _Waiting, steps: ProgramSteps, waiting: list[_Waiting]) -> None:
    """A function between its inputs. One convention holds for a mod that nothing but powers stands beside."""
    tightness, name, least = sign
    if tightness >= POWER:
        _only_below(CHOOSE if name == "power" else POWER, waiting)
    while waiting[-1][0] >= least:
        if waiting[-1] is _MOD:
            raise _Unclear
        steps.append(waiting.pop()[1])
    if sign is _MOD:
        _only_below(SUM, waiting)
    waiting.append(sign)


def _only_below(tightness: int, waiting: list[_Waiting]) -> None:
    """Raises _Unclear where a function that binds this tightly waits: then conventions differ."""
    if waiting[-1][0] >= tightness:
        raise _Unclear


def _multiplied(steps: ProgramSteps, waiting: list[_Waiting]) -> None:
    """A bracket right behind a value."""
    _only_below(POWER, waiting)
    if waiting[-1][1] == "divide":
        raise _Unclear
    _infix(_MULTIPLY, steps, waiting)
    waiting.append(_BRACKET)


def _end(piece: str, steps: ProgramSteps, waiting: list[_Waiting]) -> None:
    """Read a sign behind a value: one that belongs to it, or one that closes a bracket or bars."""
    if piece == "|" and _opened(steps, waiting) is _BARS:
        steps.append("abs")
    elif KINDS.get(piece) == ")" and _opened(steps, waiting) is _BRACKET:
        return
    elif piece in _POSTFIX:
        _only_below(CHOOSE, waiting)
        steps.append(_POSTFIX[piece])
    elif piece[0] in _RAISED:
        _only_below(CHOOSE, waiting)
        steps.append(_raised(piece))
        waiting.append((ATOM, "power", ATOM))
    else:
        raise _Unclear


def _raised(piece: str) -> int:
    digits = "".join(map(_RAISED.__getitem__, piece))
    if digits not in _NUMBERS:
        raise _Unclear
    return _NUMBERS[digits]
