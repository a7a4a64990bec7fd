"""The name of a practice round, from which the whole round follows.

A name says what was chosen and a random number, which the page draws; the cards follow from it and the site's secret
key. So the server keeps nothing, and nobody reads an answer from a name. The name of a daily round is its day.
"""

import re
from datetime import date, datetime
from typing import cast

from django.utils import timezone
from django.utils.crypto import salted_hmac

from puzzles import practice
from puzzles.practice import PracticeDeal, PracticeKind

from ..word_lists.dictionaries import site_dictionary

NAME = 60  # characters
_NAME = re.compile(r"(letters|numbers|conundrum)\.(?:(?<=numbers\.)([0-4])\.)?([0-9a-f]{16,20})")
_DAILY = re.compile(r"daily\.(letters|numbers|conundrum)\.([0-9]{4}-[0-9]{2}-[0-9]{2})")


def deal(name: str) -> PracticeDeal | None:
    """The cards of the round of this name; None where there is none, or its day has not come."""
    if match := _NAME.fullmatch(name):
        kind, large, seed = match[1], match[2], seed_of(match[3])
        if kind == "letters":
            return practice.letters(practice.any_picks(seed), seed)
        if kind == "conundrum":
            return practice.conundrum(site_dictionary(), seed)
        return practice.numbers(practice.any_large(seed) if large is None else int(large), seed)
    if (match := _DAILY.fullmatch(name)) and (day := _day(match[2])):
        return practice.daily(cast(PracticeKind, match[1]), day)
    return None


def today() -> date:
    """The day in the time zone of the site."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def daily_rounds() -> list[str]:
    """The names of the rounds of today."""
    return [f"daily.{kind}.{today().isoformat()}" for kind in practice.KINDS]


def _day(text: str) -> date | None:
    """The day, unless it has not come."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").date()  # noqa: DTZ007  # only a day
    except ValueError:
        return None
    return day if day <= today() else None


def seed_of(number: str) -> int:
    """A seed that nobody without the site's key can guess."""
    return int.from_bytes(salted_hmac("tournament.practice", number, algorithm="sha256").digest()[:16])
