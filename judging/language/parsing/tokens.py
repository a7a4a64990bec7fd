"""The tokens of a text, with their places. Each character stands for itself: nothing is folded, since that turns 5²
into 52."""

import re
from fractions import Fraction
from functools import lru_cache
from string import ascii_letters
from typing import NamedTuple, final
from unicodedata import combining

from judging.language.expression import Number
from judging.language.functions.rational_functions import normalise
from judging.language.numbers.rationals import Rational
from judging.language.parsing.signs import (
    BANGS,
    KINDS,
    LETTERS,
    LINES,
    OVER,
    PHRASES,
    RADICALS,
    SPACES,
    SUBSCRIPTS,
    SUPERSCRIPTS,
    VINCULUM,
    WORDS,
)
from judging.messages import Message, message

__all__ = ["KINDS", "OVER", "SPACES", "Token", "Unreadable", "inner", "number", "split_words", "tokens"]


class Unreadable(Exception):
    """No reading; `start` and `end` are the place, the message says what was expected there."""

    def __init__(self, start: int, end: int, message: Message):
        super().__init__(message)
        self.start, self.end, self.message = start, end, message


@final
class Token(NamedTuple):
    """`kind` is the sign itself for signs; else number, name, unknown, bang, postfix, super, sub or end. `text` is
    lower case; that of a word of several is written as the table of functions has it. What is unknown is a run of
    letters a to z or one sign."""

    kind: str
    text: str
    start: int
    end: int

    @property
    def is_sign(self) -> bool:
        return not (self.text.isascii() and self.text.isalpha())


_SUPER, _SUB = "".join(SUPERSCRIPTS), "".join(SUBSCRIPTS)
# the most frequent come first
PIECE = re.compile(
    rf"\.?[0-9][0-9.{OVER}]*|[-+/()^ ]|[{RADICALS}](?:[{LINES}]+|[{VINCULUM}]?(?:[^{OVER}][{VINCULUM}])++(?![0-9.]))"
    rf"|(?=[A-Za-z])(?:(?i:{PHRASES})(?![A-Za-z])|[A-Za-z]+)|\*\*|[{BANGS}]+|[{_SUPER}]+|[{_SUB}]+|.",
    re.DOTALL,
)
_FIRST = {
    **dict.fromkeys(ascii_letters, "letters"),
    **dict.fromkeys(".0123456789", "number"),
    **dict.fromkeys(BANGS, "bang"),
    **dict.fromkeys(_SUPER, "super"),
    **dict.fromkeys(_SUB, "sub"),
    **dict.fromkeys(LETTERS, "name"),
    **dict.fromkeys(RADICALS, "vinculum"),
}
_new = tuple.__new__  # half the time of calling the class
_LONGEST_FIRST = sorted(WORDS, key=len, reverse=True)
CARDS = {"a": "1", "j": "11", "q": "12", "k": "13"}


def tokens(text: str, start: int, end: int, cards: bool = False) -> list[Token]:
    """The tokens of text[start:end], closed by one of kind end; with `cards` A, J, Q and K are numbers.

    Raises Unreadable at the first character that has no meaning here.
    """
    result: list[Token] = []
    at = start
    for piece in PIECE.findall(text, start, end):
        until = at + len(piece)
        kind = KINDS.get(piece) or _FIRST.get(piece[0])
        if kind == "letters":
            result += [
                _new(Token, (kind, word, at + start, at + end)) for kind, word, start, end in split_words(piece, cards)
            ]
        elif kind == "vinculum":
            result += _under_a_line(piece, at, cards)
        elif kind == "bang":
            result.append(Token(kind, piece.replace("‼", "!!"), at, until))
        elif piece == "." or (kind is None and not _may_be_a_function(piece)):
            raise Unreadable(at, at + 1, _strange(piece))
        elif kind != "space":
            result.append(_new(Token, (kind or "unknown", piece, at, until)))
        at = until
    result.append(Token("end", "", end, end))
    return result


@lru_cache(maxsize=1024)
def split_words(letters: str, cards: bool) -> tuple[tuple[str, str, int, int], ...]:
    """Letters as known words, the longest first: xsqrt is x and sqrt. A run that does not come out is unknown."""
    whole = letters.lower()
    run = "".join(character for character in whole if character not in SPACES)
    if len(run) < len(whole):
        return ((*WORDS[run], 0, len(whole)),)
    if cards and run in CARDS:
        return (("number", CARDS[run], 0, len(run)),)
    words, place = [], 0
    while place < len(run):
        word = next((each for each in _LONGEST_FIRST if run.startswith(each, place)), None)
        if word is None:
            return (("unknown", run, 0, len(run)),)
        words.append((*WORDS[word], place, place + len(word)))
        place += len(word)
    return tuple(words)


def _under_a_line(piece: str, at: int, cards: bool) -> list[Token]:
    """A radical and, as if between brackets, what has a line over it, at the places of its own characters."""
    result = [Token(piece[0], piece[0], at, at + 1)]
    under = piece[1:].lstrip(OVER)
    plain, last = under[::2], at + len(piece)
    first = last - len(under)
    if plain.strip(LINES):
        inside = tokens(plain, 0, len(plain), cards)[:-1]
        moved = [each._replace(start=first + 2 * each.start, end=first + 2 * each.end) for each in inside]
        result += [Token("(", "(", first, first), *moved, Token(")", ")", last, last)]
    return result


def inner(token: Token) -> list[Token]:
    """The tokens of a superscript or subscript, at the places of its own characters."""
    table = SUPERSCRIPTS if token.kind == "super" else SUBSCRIPTS
    plain = "".join(table[character] for character in token.text)
    return [Token(kind, word, token.start + s, token.start + e) for kind, word, s, e in tokens(plain, 0, len(plain))]


def _may_be_a_function(sign: str) -> bool:
    """Whether a judge can be asked what a sign that has no meaning here stands for. A mark on another sign is none."""
    return sign.isprintable() and not sign.isdigit() and not combining(sign)


def _strange(character: str) -> Message:
    if character == ".":
        return message("lone_point")
    if character.isdigit():
        return message("other_digit", text=character)
    if character.isprintable():
        return message("no_meaning", text=character)
    return message("invisible")


# the number of a token


def number(token: Token) -> Number:
    """A number as written; with a point or a line over it, which are faults, its value where it is clear."""
    text = token.text
    if text.isdigit():
        return Number(int(text), token.start, token.end, text)
    if text.endswith("...") or any(mark in text for mark in OVER):
        return Number(_repeating(*text.partition(".")[::2]), token.start, token.end, text, "repeating_decimal")
    whole, _, part = text.partition(".")
    if "." in part:
        raise Unreadable(token.start, token.end, message("second_point"))
    value = Fraction(int((whole + part) or "0"), 10 ** len(part))
    return Number(normalise(value), token.start, token.end, text, "decimal")


def _repeating(whole: str, part: str) -> Rational | None:
    """Its value: what repeats begins with the first digit that has a mark and ends with the last digit."""
    marked = next((at for at, character in enumerate(part) if character in OVER), 0)
    if not marked or "." in part or (whole and not whole.isdigit()):
        return None
    digits = "".join(character for character in part if character not in OVER)
    start = marked - 1
    nines = 10 ** (len(digits) - start) - 1
    before = int((whole + digits[:start]) or "0")
    return normalise(Fraction(before * nines + int(digits[start:]), 10**start * nines))
