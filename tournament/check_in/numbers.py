"""The numbers that somebody pastes or scans at the door."""

import re

from django.utils.translation import gettext as _

from ..common.refusals import invalid

MOST = 500  # players at once
LONGEST = 8000  # characters
ADDRESS = re.compile(r"\S*/check-in/([0-9]{1,10})/?\S*")
RANGE = re.compile(r"([0-9]{1,10})\s*[-–]\s*([0-9]{1,10})")
NUMBER = re.compile(r"[0-9]{1,10}")


def are_numbers(text: str) -> bool:
    """Whether the text has numbers, ranges and scanned addresses alone, so that it names nobody."""
    rest = NUMBER.sub("", RANGE.sub("", ADDRESS.sub("", text)))
    return bool(text.strip()) and not re.sub(r"[\s,;.]", "", rest)


def numbers_in(text: str) -> list[int]:
    """Numbers and ranges such as “101 103-110”, each once, in their order. Refused if there are too many."""
    plain = ADDRESS.sub(r" \1 ", text[:LONGEST])
    found: dict[int, None] = {}
    for part in RANGE.sub(r"\1-\2", plain).replace(",", " ").replace(";", " ").split():
        first, _dash, last = part.strip(".").partition("-")
        if not first:
            continue
        low, high = int(first), int(last or first)
        if high - low >= MOST or len(found) > MOST:
            raise invalid(who=_("At most %(most)s players at once.") % {"most": MOST})
        found.update(dict.fromkeys(range(low, high + 1)))
    if len(found) > MOST:
        raise invalid(who=_("At most %(most)s players at once.") % {"most": MOST})
    return list(found)
