"""The name of a practice round, from which the whole round follows.

A name says what was chosen and a random number; the cards follow from it and the site's secret key. So the server keeps
nothing, and nobody reads an answer from a name. The name of a daily round is its day.
"""

import re
import secrets
from datetime import date, datetime
from typing import cast

from django.conf import settings
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from judging.games.countdown.letters import LETTERS
from puzzles import practice
from puzzles.practice import PracticeDeal, PracticeKind

from ..common.refusals import Refused
from ..word_lists.dictionaries import site_dictionary

NAME = 60  # characters
_NAME = re.compile(r"(letters|numbers|conundrum)\.(?:((?<=letters\.)[vc]{1,9}|(?<=numbers\.)[0-4])\.)?([0-9a-f]{20})")
_DAILY = re.compile(r"daily\.(letters|numbers|conundrum)\.([0-9]{4}-[0-9]{2}-[0-9]{2})")


def new(kind: PracticeKind, picks: str = "", large: int | None = None, earlier: str = "") -> str:
    """The name of a round with what was chosen, or with any letters or numbers. `earlier` is the name of a round of
    letters that goes on with more picks. Raises Refused for a name that is none."""
    if earlier:
        deal(earlier)
    before = _NAME.fullmatch(earlier)
    number = before[3] if before else secrets.token_hex(10)
    choice = ""  # `vccv…` for letters, how many large numbers for numbers
    if kind == "letters":
        choice = picks or practice.any_picks(seed_of(number))
    elif kind == "numbers":
        choice = str(practice.any_large(seed_of(number)) if large is None else large)
    return ".".join(filter(None, (kind, choice, number)))


def deal(name: str) -> PracticeDeal:
    """The cards of the round of this name. Raises Refused where there is none, or its day has not come."""
    if match := _NAME.fullmatch(name[: NAME + 1]):
        kind, choice, seed = match[1], match[2], seed_of(match[3])
        if kind == "conundrum" and not choice:
            return practice.conundrum(site_dictionary(), seed)
        if choice:
            return practice.letters(choice, seed) if kind == "letters" else practice.numbers(int(choice), seed)
    if (match := _DAILY.fullmatch(name[: NAME + 1])) and (day := _day(match[2])):
        return practice.daily(cast(PracticeKind, match[1]), day)
    raise Refused("no_such_round", _("There is no such round. Start a new one."), status=404)


def complete(name: str) -> PracticeDeal:
    """The deal of a round that can be answered. Raises Refused."""
    cards = deal(name)
    if cards.kind == "letters" and len(cards.letters) < LETTERS:
        raise Refused("letters_missing", _("Choose nine letters first."))
    return cards


def dealt(name: str) -> PracticeDeal | None:
    """The deal of a round that can be answered; None for any other name."""
    try:
        return complete(name)
    except Refused:
        return None


def today() -> date:
    """The day in the time zone of the site."""
    return timezone.localdate(timezone=timezone.get_default_timezone())


def daily_rounds() -> list[str]:
    """The names of the rounds of today."""
    return [f"daily.{kind}.{today().isoformat()}" for kind in practice.KINDS]


def time_zone() -> str:
    return settings.TIME_ZONE


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
