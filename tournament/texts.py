"""What may be recorded as the text of a line, and how equal texts find each other."""

import hashlib
import unicodedata

from django.utils.formats import number_format
from django.utils.translation import gettext as _

LONGEST_LINE = 1000
MOST_LINES = 400  # of one sheet


def digest(text: str) -> str:
    """SHA-256 of the text in UTF-8, in hex: verdicts and rulings are found by it."""
    return hashlib.sha256(text.encode()).hexdigest()


def unwritable(text: str) -> str | None:
    """Why a text cannot be recorded, as a sentence, or None.

    Only what cannot stand on paper is kept out: control characters, line breaks and halves of characters.
    Everything else is recorded as it is, however odd; the engine says what it makes of it.
    """
    if len(text) > LONGEST_LINE:
        return _("This line has %(count)s characters; at most %(most)s can be recorded.") % {
            "count": number_format(len(text), force_grouping=True),
            "most": number_format(LONGEST_LINE, force_grouping=True),
        }
    for place, character in enumerate(text, start=1):
        if unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}:
            return _(
                "Character %(place)s of this line is invisible and cannot stand on paper. Delete it and type the line again."
            ) % {"place": place}
    return None
