"""The numbers that somebody pastes or scans at the door."""

import re

from django.utils.translation import gettext as _

from ..common import limits
from ..common.refusals import invalid

ADDRESS = re.compile(r"\S*/check-in/([0-9]{1,10})/?\S*")
RANGE = re.compile(r"([0-9]{1,10})\s*[-–]\s*([0-9]{1,10})")
NUMBER = re.compile(r"[0-9]{1,10}")


def are_numbers(text: str) -> bool:
    """Whether the text has only numbers, ranges and scanned addresses, so that it names nobody."""
    rest = NUMBER.sub("", RANGE.sub("", ADDRESS.sub("", text)))
    return bool(text.strip()) and not re.sub(r"[\s,;.]", "", rest)


def split_words(text: str) -> tuple[str, list[str]]:
    """The text without the words that are no number, range or scanned address, and these words in their order."""
    words = [each for each in re.split(r"[\s,;]+", RANGE.sub(r"\1-\2", text)) if each]
    return " ".join(filter(are_numbers, words)), [each for each in words if not are_numbers(each)]


def numbers_in(text: str, field: str = "who") -> list[int]:
    """Numbers and ranges such as “101 103-110”, each once, in their order. Refused if there are too many; the sentence
    stands at this `field`."""
    plain = ADDRESS.sub(r" \1 ", text[: limits.PLAYERS_TEXT])
    numbers: dict[int, None] = {}
    for part in re.sub("[,;.]", " ", RANGE.sub(r"\1-\2", plain)).split():
        first, _dash, last = part.partition("-")
        low, high = int(first), int(last or first)
        too_many = invalid(**{field: _("At most %(most)s players at once.") % {"most": limits.PLAYERS_SELECTED}})
        if abs(high - low) >= limits.PLAYERS_SELECTED:
            raise too_many
        numbers.update(dict.fromkeys(range(low, high + 1) if low <= high else range(low, high - 1, -1)))
        if len(numbers) > limits.PLAYERS_SELECTED:
            raise too_many
    return list(numbers)
