"""Text -> tokens with their places. Each character stands for itself: nothing is folded, since that turns 5² into 52."""

from __future__ import annotations

import re
from typing import NamedTuple

from judging.language.functions import FUNCTIONS


class Unreadable(Exception):
    """No reading; `start` and `end` are the place, the message says what was expected there."""

    def __init__(self, start: int, end: int, message: str):
        super().__init__(message)
        self.start, self.end, self.message = start, end, message


class Token(NamedTuple):
    """`kind` is the sign itself for signs; else number, name, unknown, bang, super, sub or end. `text` is lower case."""

    kind: str
    text: str
    start: int
    end: int


SIGNS = {
    **dict.fromkeys("+", "+"),
    **dict.fromkeys("-−–", "-"),
    **dict.fromkeys("*×·⋅∙", "*"),
    **dict.fromkeys("/÷∕:", "/"),
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
    "^": "^",
    "**": "^",
    "%": "mod",
    "|": "|",
    ",": ",",
    "√": "√",
    "∛": "∛",
    "∜": "∜",
    "_": "_",
    "#": "#",
    "⌈": "⌈",
    "⌉": "⌉",
    "⌊": "⌊",
    "⌋": "⌋",
}
CLOSES = {"(": ")", "[": "]", "{": "}"}
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎", "0123456789+-()", strict=True))
OVER = "\u0304\u0305\u0307"  # macron, overline and dot above, as they stand behind a digit

_TOKEN = re.compile(
    rf"""(?P<space>[ \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]+)
    |(?P<number>\.?[0-9][0-9.{OVER}]*)
    |(?P<letters>[A-Za-z]+)
    |(?P<sign>\*\*|[-+−–*×·⋅∙/÷∕:()\[\]{{}}^%|,√∛∜_#⌈⌉⌊⌋])
    |(?P<bang>!+)
    |(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾]+)
    |(?P<sub>[₀₁₂₃₄₅₆₇₈₉₊₋₍₎]+)""",
    re.VERBOSE,
)
_WORDS = sorted(
    {"x"}
    | {
        word
        for row in FUNCTIONS.values()
        if row.default
        for word in (*row.symbols, *row.calls)
        if word.isalpha()
    },
    key=len,
    reverse=True,
)
WORD_SIGNS = {"x": "*", "mod": "mod"}


def tokens(text: str, start: int, end: int, extra: frozenset[str] = frozenset()) -> list[Token]:
    """The tokens of text[start:end], closed by one of kind end. `extra` are words that the edition adds.

    Raises Unreadable at the first character that has no meaning here.
    """
    found: list[Token] = []
    at, match = start, _TOKEN.match
    while at < end:
        hit = match(text, at, end)
        if hit is None:
            raise Unreadable(at, at + 1, _strange(text[at]))
        kind, word, until = hit.lastgroup, hit.group(), hit.end()
        if kind == "sign":
            found.append(Token(SIGNS[word], word, at, until))
        elif kind == "number":
            found.append(Token("number", word, at, until))
        elif kind == "letters":
            found += _words(word.lower(), at, extra)
        elif kind != "space":
            found.append(Token(str(kind), word, at, until))
        at = until
    found.append(Token("end", "", end, end))
    return found


def _words(run: str, at: int, extra: frozenset[str]) -> list[Token]:
    """Letters as known words, the longest first (`xsqrt` is x and sqrt); a run that does not come out is one unknown."""
    words = [*extra, *_WORDS] if extra else _WORDS
    found, place = [], 0
    while place < len(run):
        word = next((each for each in words if run.startswith(each, place)), None)
        if word is None:
            return [Token("unknown", run, at, at + len(run))]
        found.append(Token(WORD_SIGNS.get(word, "name"), word, at + place, at + place + len(word)))
        place += len(word)
    return found


def inner(token: Token) -> list[Token]:
    """The tokens of a superscript or subscript, at the places of its own characters."""
    table = SUPERSCRIPTS if token.kind == "super" else SUBSCRIPTS
    plain = "".join(table[character] for character in token.text)
    return [
        Token(kind, word, token.start + s, token.start + e)
        for kind, word, s, e in tokens(plain, 0, len(plain))
    ]


def _strange(character: str) -> str:
    if character.isdigit():
        return f"“{character}” is not one of the digits 0 to 9. Type the number with those."
    if character.isprintable():
        return f"“{character}” has no meaning in a method."
    return "There is an invisible character here that has no meaning in a method. Delete it."
