"""The meaning of characters and words. All names of a function come from its row in the table."""

import re
from collections.abc import Iterator

from judging.language.functions.function import CHOOSE, PRODUCT, SUM, Function
from judging.language.functions.table import FUNCTIONS

SPACES = (
    " \t\n\v\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
    "\ufe0e\ufe0f"  # by which a phone says whether the sign before it is a picture
    "\u200b\u200e\u200f\u2060\ufeff"  # that copying and some keyboards leave behind, without width
)
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎", "0123456789+-()", strict=True))
OVER = "\u0304\u0305\u0307"  # macron, overline and dot above, as they stand behind a digit
VINCULUM = "\u0304\u0305"  # of these the line of a radical, behind each character below it
LINES = "‾¯"  # the same line where it stands alone, behind the radical
RADICALS = "√∛∜"
BANGS = "!‼"
# full-width forms, and the Cyrillic letter that looks like an x; each is one character for one, so that places stay
# what
# they are
NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | str.maketrans("хХ", "xX")


def _words(row: Function) -> tuple[str, ...]:
    return (*row.symbols, *row.spellings)


def _is_word(word: str) -> bool:
    return word.isascii() and word.replace(" ", "").isalpha()


def _named(*fixities: str) -> Iterator[tuple[Function, str]]:
    """The names of functions of these fixities in place, each with its row."""
    for row in FUNCTIONS.values():
        if row.fixity in fixities:
            yield from ((row, word) for word in _words(row))


# a sign between two inputs has its first symbol for its kind; C and P are names, since they may stand before brackets
OPERATORS = {word: row.symbols[0] for row, word in _named("infix") if row.precedence != CHOOSE}
FUNCTION_OF = {row.symbols[0]: row.name for row, _ in _named("infix") if row.precedence != CHOOSE}
SUMS = {sign: name for sign, name in FUNCTION_OF.items() if FUNCTIONS[name].precedence == SUM}
PRODUCTS = {sign: name for sign, name in FUNCTION_OF.items() if FUNCTIONS[name].precedence == PRODUCT}
CHOICES = {word: row.name for row, word in _named("infix") if row.precedence == CHOOSE}
POSTFIXES = {word: row.name for row, word in _named("postfix")}
PREFIXES = {
    word: row.name
    for row in FUNCTIONS.values()
    if row.fixity == "prefix" and row.symbols[0].isalpha()
    for word in (*_words(row), *row.calls)
}
CALLS = {word: row.name for row in FUNCTIONS.values() if row.default for word in row.calls}
HOLDING = {word: (row.name, number) for row in FUNCTIONS.values() for word, number in row.holding}

KINDS = {
    **{sign: sign for sign in f"|,_⌈⌉⌊⌋{RADICALS}"},
    **{sign: kind for sign, kind in OPERATORS.items() if not _is_word(sign)},
    **dict.fromkeys("xX", OPERATORS["x"]),
    **{sign: "postfix" for sign in POSTFIXES if not _is_word(sign) and sign.strip(BANGS)},
    **dict.fromkeys("([{", "("),
    **dict.fromkeys(")]}", ")"),
    **dict.fromkeys(SPACES, "space"),
}
MINUS = "".join(sign for sign, kind in KINDS.items() if kind == "-")


def _kind(word: str) -> str:
    if word in OPERATORS:
        return OPERATORS[word]
    if word in HOLDING:
        return "∛" if HOLDING[word][0] == "root" else "postfix"
    return "postfix" if word in POSTFIXES else "name"


_ALL = {*OPERATORS, *CHOICES, *POSTFIXES, *PREFIXES, *HOLDING, "√"}
_ALL |= {word for row in FUNCTIONS.values() for word in (*_words(row), *row.calls)}
# a word as written together, with its kind and what it is called in the tables above
WORDS = {word.replace(" ", ""): (_kind(word), word) for word in _ALL if _is_word(word)}
WORDS |= {word.replace(" ", ""): ("name", "sqrt") for word in FUNCTIONS["sqrt"].spellings}
LETTERS = {word for word in PREFIXES if not word.isascii()}  # that stand for a function by themselves
PHRASES = "|".join(
    re.escape(word).replace(r"\ ", f"[{SPACES}]+") for word in sorted(_ALL, key=len, reverse=True) if " " in word
)
