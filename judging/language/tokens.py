"""Text -> tokens with their places. Each character stands for itself: nothing is folded, since that turns 5² into 52."""

from __future__ import annotations

import re
from functools import lru_cache
from string import ascii_letters
from typing import NamedTuple, final

from judging.language.functions import FUNCTIONS
from judging.messages import Message, message


class Unreadable(Exception):
    """No reading; `start` and `end` are the place, the message says what was expected there."""

    def __init__(self, start: int, end: int, message: Message):
        super().__init__(message)
        self.start, self.end, self.message = start, end, message


@final
class Token(NamedTuple):
    """`kind` is the sign itself for signs; else number, name, unknown, bang, super, sub or end. `text` is lower case."""

    kind: str
    text: str
    start: int
    end: int


SPACES = " \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎", "0123456789+-()", strict=True))
OVER = "\u0304\u0305\u0307"  # macron, overline and dot above, as they stand behind a digit
_SUPER, _SUB = "".join(SUPERSCRIPTS), "".join(SUBSCRIPTS)
KINDS = {
    **{sign: sign for sign in "+^|,√∛∜_#⌈⌉⌊⌋"},
    **dict.fromkeys("-−–", "-"),
    **dict.fromkeys("*×·⋅∙xX", "*"),
    **dict.fromkeys("/÷∕:", "/"),
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
    "**": "^",
    "%": "mod",
    **dict.fromkeys(SPACES, "space"),
}
PIECE = re.compile(rf"\.?[0-9][0-9.{OVER}]*|[A-Za-z]+|\*\*|!+|[{_SUPER}]+|[{_SUB}]+|.", re.DOTALL)
_FIRST = {
    **dict.fromkeys(ascii_letters, "letters"),
    **dict.fromkeys(".0123456789", "number"),
    **dict.fromkeys("!", "bang"),
    **dict.fromkeys(_SUPER, "super"),
    **dict.fromkeys(_SUB, "sub"),
}
_new = tuple.__new__  # half the time of calling the class
_SPELT = {"x": "*", "mod": "mod"}
WORDS = frozenset(word for row in FUNCTIONS.values() for word in (*row.symbols, *row.calls) if word.isalpha())
_LONGEST_FIRST = sorted(WORDS | {"x"}, key=len, reverse=True)


def tokens(text: str, start: int, end: int) -> list[Token]:
    """The tokens of text[start:end], closed by one of kind end.

    Raises Unreadable at the first character that has no meaning here.
    """
    found: list[Token] = []
    at = start
    for piece in PIECE.findall(text, start, end):
        until = at + len(piece)
        kind = KINDS.get(piece) or _FIRST.get(piece[0])
        if kind == "letters":
            found += [
                _new(Token, (kind, word, at + start, at + end)) for kind, word, start, end in _split(piece)
            ]
        elif kind is None or piece == ".":
            raise Unreadable(at, at + 1, _strange(piece))
        elif kind != "space":
            found.append(_new(Token, (kind, piece, at, until)))
        at = until
    found.append(Token("end", "", end, end))
    return found


@lru_cache(maxsize=1024)
def _split(letters: str) -> tuple[tuple[str, str, int, int], ...]:
    """Letters as known words, the longest first: xsqrt is x and sqrt. A run that does not come out is unknown."""
    found, place, run = [], 0, letters.lower()
    while place < len(run):
        word = next((each for each in _LONGEST_FIRST if run.startswith(each, place)), None)
        if word is None:
            return (("unknown", run, 0, len(run)),)
        found.append((_SPELT.get(word, "name"), word, place, place + len(word)))
        place += len(word)
    return tuple(found)


def inner(token: Token) -> list[Token]:
    """The tokens of a superscript or subscript, at the places of its own characters."""
    table = SUPERSCRIPTS if token.kind == "super" else SUBSCRIPTS
    plain = "".join(table[character] for character in token.text)
    return [
        Token(kind, word, token.start + s, token.start + e)
        for kind, word, s, e in tokens(plain, 0, len(plain))
    ]


def _strange(character: str) -> Message:
    if character == ".":
        return message("lone_point")
    if character.isdigit():
        return message("other_digit", text=character)
    if character.isprintable():
        return message("no_meaning", text=character)
    return message("invisible")
