"""Filters for the pages of Countdown: sentences of codes, and small look-ups."""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from django import template
from django.utils.translation import gettext as _

from judging.games.countdown import numbers
from judging.language.verdict import Verdict, judge
from judging.messages import Message

from ..common.wording.sentences import sentence
from ..game_tables.rude_words import is_rude

register = template.Library()
register.filter("is_rude", is_rude)


@register.filter
def nine(letters: str) -> list[str]:
    """Nine letters; an empty text for each that is not turned yet."""
    return [*letters, *[""] * (9 - len(letters))]


@register.filter
def six(numbers: Sequence[int]) -> list[int | None]:
    return [*numbers, *[None] * (6 - len(numbers))]


@register.filter
def countdown_code(code: str) -> str:
    """Why a player of Countdown got points, or got none."""
    return sentence(Message(f"countdown_{code}", {}))


@register.simple_tag
def countdown_why(row: Mapping[str, Any], round_: Mapping[str, Any]) -> str:
    """Why a player got points, or got none; of a wrong calculation what is wrong with it."""
    why = _mistake(row["text"], round_["numbers"]) if row["code"] == "wrong_calculation" else ""
    return why or countdown_code(row["code"])


def _mistake(text: str, dealt: Sequence[int]) -> str:
    """The mistakes in a calculation as the engine explains them; empty where there is none."""
    verdict = _verdict(text, tuple(dealt))
    if verdict.verdict == "needs_ruling":
        return _("This can be read in several ways. Write it with brackets.")
    return " ".join(dict.fromkeys(sentence(reason.as_message) for reason in verdict.reasons))


@lru_cache(maxsize=200)
def _verdict(text: str, dealt: tuple[int, ...]) -> Verdict:
    return judge(text, dealt, None, numbers.RULES)


@register.filter
def first_undeclared(round_: Mapping[str, Any]) -> int | None:
    """The first player who has declared nothing yet."""
    return next((seat for seat in round_["players"] if seat not in round_["have_declared"]), None)


@register.filter
def to_give(own: Mapping[str, Any], kind: str) -> str:
    """The text that a player most likely gives now: of words the last one as long as declared; else the last line."""
    lines = [line.strip() for line in own["written"].splitlines() if line.strip()]
    if kind != "letters":
        return lines[-1] if lines else ""
    words = [word for line in lines for word in re.split(r"[\s,;/]+", line) if len(word) == own["declared"]["number"]]
    return words[-1] if words else ""


@register.filter
def given_rows(round_: Mapping[str, Any]) -> list[dict[str, Any]]:
    """A row for each player who declared, gave or answered something: those who gave first, and once the round is over
    those with most points."""
    declared = {row["seat"]: row["number"] for row in round_.get("declared", ())}
    given = {row["seat"]: row for row in (*round_.get("presented", ()), *round_.get("answers", ()))}
    results = {row["seat"]: row for row in round_.get("results", ())}
    blank: dict[str, Any] = {"text": "", "points": 0, "code": "", "number": None}
    rows = [
        {**blank, **results.get(seat, {}), **given.get(seat, {}), "seat": seat, "number": declared.get(seat)}
        for seat in dict.fromkeys((*given, *declared))
    ]
    return sorted(rows, key=lambda row: -row["points"]) if round_["phase"] == "done" else rows
