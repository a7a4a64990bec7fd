"""Names at a table. Any name is accepted; `rude_words` marks some for the host to check."""

import unicodedata
from collections.abc import Collection
from random import Random

from django.utils.translation import gettext as _

from ..common.refusals import invalid
from ..models.play import NAME

ADJECTIVES = """
    Brave Bright Calm Clever Eager Gentle Happy Jolly Kind Lively
    Lucky Merry Nimble Proud Quick Quiet Sunny Swift Tidy Wise
""".split()
ANIMALS = """
    Badger Beaver Camel Crane Dolphin Falcon Fox Gecko Heron Koala Lemur
    Lynx Magpie Marten Otter Panda Puffin Robin Seal Tiger Walrus Wren
""".split()


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
