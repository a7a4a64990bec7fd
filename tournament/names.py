"""Names of people, teams and days in scripts of both directions: typed, and said among other words.

A name in Hebrew or Arabic turns the punctuation and the numbers beside it round (“2 עֲדִינָה כ., 3 …”), unless it is kept apart
from its sentence by Unicode's isolates (UAX #9). In HTML that is what `<bdi>` is for; where a sentence is put together, the
name carries the two characters itself.
"""

import re
import unicodedata

FSI, PDI = "\u2068", "\u2069"  # the first strong isolate and its end
# Letters that are written from right to left, and marks that make others so
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Marks of direction and spaces of no width. The joiners U+200C and U+200D stay: Persian and Hindi need them to spell.
UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")


def tidy(text: str) -> str:
    """A name as it is kept: without blanks around or doubled inside, so that a team typed twice is one team, and without
    what steers the direction of other words. That comes along when a name is pasted and nobody sees it, so nobody is
    asked to take it out."""
    seen = UNSEEN.sub("", text).replace("\u00a0", " ")
    return " ".join(part for part in seen.split(" ") if part)


def has_control(text: str) -> bool:
    """Whether something is in it that belongs in no name: an end of line, a bell, half a character. That is asked about,
    since what was meant to stand there may be missing."""
    return any(unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"} for character in text)


def isolated(name: str) -> str:
    """The name for a sentence. One without letters from right to left, or isolated already, stays as it is."""
    if FSI in name or not RIGHT_TO_LEFT.search(name):
        return name
    return f"{FSI}{UNSEEN.sub('', name)}{PDI}"
