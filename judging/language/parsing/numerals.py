"""The number that a token says, with what is wrong with its writing."""

from fractions import Fraction

from judging.language.expression import Number
from judging.language.functions.rational_functions import normalise
from judging.language.numbers.rationals import Rational
from judging.language.parsing.signs import OVER
from judging.language.parsing.tokens import Token, Unreadable
from judging.messages import message


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
