"""One way of writing for texts that differ only in signs for the same operation, brackets, case and idle spaces."""

from collections.abc import Iterator

from judging.language.parsing.signs import BANGS, KINDS, NARROW, RADICALS, SUPERSCRIPTS
from judging.language.parsing.tokens import PIECE, split_words

_SIGNS = frozenset(KINDS.values()) - {"postfix"}
_SUPER = frozenset(SUPERSCRIPTS)


def spelled(text: str) -> str:
    """The tokens of a text with a space between them, each in one way of writing it.

    What keeps two tokens apart makes two of them: `1 2` is not `12`, `3! !` not `3!!`. A raised number is written as a
    power but where it may belong to what follows: `5²√9` is not `5^2√9`. Never raises. That two texts are spelled alike
    does not mean that the engine takes them alike.
    """
    pieces = [piece for piece in PIECE.findall(text.translate(NARROW)) if KINDS.get(piece) != "space"]
    words: list[str] = []
    for at, piece in enumerate(pieces):
        words += _words(piece, following=pieces[at + 1 : at + 2], has_before=at > 0)
    return " ".join(words)


def _words(piece: str, following: list[str], has_before: bool) -> Iterator[str]:
    if KINDS.get(piece) in _SIGNS:
        yield KINDS[piece]
    elif piece[0] in BANGS:
        yield piece.replace("‼", "!!")
    elif piece[0].isascii() and piece[0].isalpha():
        yield from (kind if kind in _SIGNS else word for kind, word, _start, _end in split_words(piece, False))
    elif _SUPER.issuperset(piece) and has_before and not _may_belong_to(following):
        yield "^"
        yield spelled("".join(SUPERSCRIPTS[each] for each in piece))
    else:
        yield piece.lower()


def _may_belong_to(following: list[str]) -> bool:
    """Whether a raised number may be the index of a radical, or the first number of a choice, that stands behind it."""
    return any(each[0] in RADICALS or each[0].isalpha() for each in following)
