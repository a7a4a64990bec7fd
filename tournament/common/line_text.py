"""The text of a line: what may be recorded, and what counts as equal."""

import hashlib
import re

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from judging.plain_text import unwritable_at

from . import limits


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hex: verdicts and rulings are found by it."""
    return hashlib.sha256(text.encode()).hexdigest()


def unwritable(text: str) -> str | None:
    """Why a text cannot be recorded, as a sentence, or None.

    Only what cannot stand on paper is kept out: control characters, line breaks and halves of characters.
    Everything else is recorded as it is, however odd; the engine says what it makes of it.
    """
    if len(text) > limits.LINE:
        return _("This line has %(count)s characters; at most %(most)s can be recorded.") % {
            "count": number_format(len(text), force_grouping=True),
            "most": number_format(limits.LINE, force_grouping=True),
        }
    if place := unwritable_at(text):
        return _("Character %(place)s of this line is invisible. Delete it and type the line again.") % {"place": place}
    return None


FSI, PDI = "\u2068", "\u2069"  # the first strong isolate and its end
# Letters that are written from right to left, and marks that make others so
RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
# Marks of direction and spaces of no width. The joiners U+200C and U+200D stay: Persian and Hindi need them to spell.
UNSEEN = re.compile("[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]")
# As methods and values are written by the program: with spaces around signs, but not in front of √.
OUR_SIGNS = re.compile(r"sqrt\(|^[*/-]| [*/-] |\*(?=√|root\()")
SCHOOL_SIGNS = str.maketrans("*/-", "×÷−")


def tidy(text: str) -> str:
    """A name as it is kept: without blanks around it or doubled inside, so that a team typed twice is one team, and
    without marks of text direction, which come along unseen when a name is pasted."""
    seen = UNSEEN.sub("", text).replace("\u00a0", " ")
    return " ".join(part for part in seen.split(" ") if part)


def has_control(text: str) -> bool:
    """Whether something is in it that belongs in no name: an end of line, a bell, half a character. That is asked
    about, since what was meant to stand there may be missing."""
    return unwritable_at(text) is not None


def isolated(name: str) -> str:
    """The name for a sentence. One without letters from right to left, or isolated already, stays as it is."""
    if FSI in name or not RIGHT_TO_LEFT.search(name):
        return name
    return f"{FSI}{UNSEEN.sub('', name)}{PDI}"


def with_signs(text: str) -> str:
    """A method or a value that the program wrote, with the signs of a school book. A fraction, 1/2, stays one, and so
    does what people typed without spaces."""
    return OUR_SIGNS.sub(lambda match: "√(" if match[0] == "sqrt(" else match[0].translate(SCHOOL_SIGNS), text)
