"""Grades, given numbers and targets as people type them, in forms and in files."""

import re
from fractions import Fraction

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from judging.games.paper import read_target

from . import limits


def whole_numbers(text: str) -> tuple[int, ...]:
    """Given numbers, separated by spaces, commas or semicolons. Raises ValueError with a sentence."""
    parts = [part for part in re.split(r"[\s,;]+", text.strip()) if part]
    for part in parts:
        if not (part.isascii() and part.isdigit()) or len(part) > 7 or int(part) > limits.GIVEN_NUMBER:
            raise ValueError(
                _("“%(text)s” is not a whole number from 0 to %(most)s.")
                % {"text": part[:20], "most": number_format(limits.GIVEN_NUMBER, force_grouping=True)}
            )
    if not parts:
        raise ValueError(_("Type the numbers of this question, such as 1 2 3 4."))
    return tuple(int(part) for part in parts)


def target_of(text: str) -> Fraction:
    """A target: 24, -3 or 1/2. Raises ValueError with a sentence."""
    try:
        return read_target(text.strip().replace("\u2013", "-"))
    except ValueError as error:
        raise ValueError(
            _("“%(text)s” is not a target: write a number such as 24, -3 or 1/2.") % {"text": text.strip()[:20]}
        ) from error


def grade_numbers(text: str) -> list[int]:
    """“3-5, 8” as [3, 4, 5, 8]; nothing as []. Raises ValueError."""
    grades: set[int] = set()
    text = re.sub(r"\s*[-\u2013]\s*", "-", text.strip())
    for part in re.split(r"[\s,;]+", text) if text else ():
        span = re.fullmatch(r"([0-9]{1,2})(?:-([0-9]{1,2}))?", part)
        if not span or int(span[1]) > int(span[2] or span[1]):
            raise ValueError(_("Write grades like 3-8, or 3, 4, 6."))
        grades |= set(range(int(span[1]), int(span[2] or span[1]) + 1))
    return sorted(grades)
