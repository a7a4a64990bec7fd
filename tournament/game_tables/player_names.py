"""Names at a table. Any name is accepted; a list marks some for the host to check."""

import unicodedata
from collections.abc import Collection
from functools import lru_cache
from random import Random

from django.utils.translation import gettext as _

from puzzles.words import word_lists

from ..common.refusals import invalid
from ..models.play import NAME

ADJECTIVES = (
    *("Brave", "Bright", "Calm", "Clever", "Eager", "Gentle", "Happy", "Jolly", "Kind", "Lively"),
    *("Lucky", "Merry", "Nimble", "Proud", "Quick", "Quiet", "Sunny", "Swift", "Tidy", "Wise"),
)
ANIMALS = (
    *("Badger", "Beaver", "Camel", "Crane", "Dolphin", "Falcon", "Fox", "Gecko", "Heron", "Koala", "Lemur"),
    *("Lynx", "Magpie", "Marten", "Otter", "Panda", "Puffin", "Robin", "Seal", "Tiger", "Walrus", "Wren"),
)


def cleaned(name: str) -> str:
    """The name in the form in which it is stored: one line, no control characters, single spaces. Raises Refused for
    none or a long one."""
    folded = unicodedata.normalize("NFC", name[: 10 * NAME])
    line = "".join(each if each.isprintable() else " " for each in folded)
    line = " ".join(line.split())
    if not line:
        raise invalid(name=_("Write a name."))
    if len(name) > NAME or len(line) > NAME:
        raise invalid(name=_("At most %(most)s characters.") % {"most": NAME})
    return line


def numbered(name: str, taken: Collection[str]) -> str:
    """The name, with a number behind it if somebody at the table has it already: Ana, Ana 2, Ana 3."""
    known = {each.casefold() for each in taken}
    if name.casefold() not in known:
        return name
    others = (f"{name} {count}" for count in range(2, 1000))
    return next(other for other in others if other.casefold() not in known)


def suggested(random: Random, taken: Collection[str]) -> str:
    """A suggested name for a player who has no idea."""
    for _attempt in range(20):
        name = f"{random.choice(ADJECTIVES)} {random.choice(ANIMALS)}"
        if name not in taken:
            return name
    return numbered("Player", taken)


@lru_cache(2000)
def is_flagged(name: str) -> bool:
    """Whether a host should look at a name or a word before the room sees it."""
    letters = "".join(each for each in unicodedata.normalize("NFKD", name).casefold() if each.isalpha() or each == " ")
    words = set(letters.split()) | {letters.replace(" ", "")}
    stems, whole = _unsuitable()
    return any(word in whole or word.startswith(stems) for word in words)


@lru_cache(1)
def _unsuitable() -> tuple[tuple[str, ...], frozenset[str]]:
    entries = word_lists.unsuitable()
    stems = tuple(entry[:-1] for entry in entries if entry.endswith("*"))
    return stems, frozenset(entry for entry in entries if not entry.endswith("*"))
