"""Rude names and words: a list marks them for the host, and covers them for everybody else."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from judging.games.live.game import SCREEN
from judging.games.live.transcript import LiveTranscript
from puzzles.words import word_lists

from ..moves.table_cache import CachedTable

COVERED = "• • •"
WRITTEN = ("text", "texts", "reason")  # facts in somebody's own words
LIKE_LETTERS = str.maketrans("013457@$!€", "oieastasie")
TOKENS = re.compile(r"[^\s,;/]+")


@lru_cache(2000)
def is_rude(text: str) -> bool:
    """Whether a host should look at a name or a word before the room sees it."""
    return any(_rude().search(f" {word} ") for word in _words(text))


def covered(part: Any) -> Any:
    """A view for all but the host: what somebody gave is covered if it is rude, until the host has let it count."""
    if isinstance(part, list):
        return [covered(each) for each in part]
    if not isinstance(part, dict):
        return part
    shown = {name: covered(each) for name, each in part.items()}
    if isinstance(shown.get("text"), str) and not part.get("ruled") and is_rude(shown["text"]):
        shown["text"] = COVERED
    return shown


def covered_page(page: LiveTranscript, known: CachedTable) -> LiveTranscript:
    """A page for the public: rude words are covered but those that count. It replays to the same points."""
    counted = _counted(known.game.view(known.position, SCREEN))
    stay = {token.casefold() for text in counted for token in TOKENS.findall(text)}

    def cover(value: Any) -> Any:
        if isinstance(value, list):
            return [cover(each) for each in value]
        return TOKENS.sub(lambda token: _cover(token[0], stay), value) if isinstance(value, str) else value

    def cover_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
        return {name: cover(value) if name in WRITTEN else value for name, value in facts.items()}

    return replace(page, moves=tuple(replace(move, facts=cover_facts(move.facts)) for move in page.moves))


def _cover(token: str, stay: set[str]) -> str:
    return COVERED if token.casefold() not in stay and is_rude(token) else token


def _counted(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        if isinstance(part.get("text"), str) and _counts(part):
            yield part["text"]
        part = list(part.values())
    if isinstance(part, list):
        for each in part:
            yield from _counted(each)


def _counts(row: Mapping[str, Any]) -> bool:
    return (row.get("points") or 0) > 0


def _words(text: str) -> Iterator[str]:
    """The words of a text as they can be read: with digits for letters, with letters repeated or apart."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    parts = [_letters(part) for part in TOKENS.findall(folded)]
    if parts and max(map(len, parts)) <= 2:
        parts.append("".join(parts))
    for part in parts:
        yield part
        yield re.sub(r"(.)\1\1+", r"\1\1", part)
        yield re.sub(r"(.)\1\1+", r"\1", part)


def _letters(part: str) -> str:
    is_word = sum(map(str.isalpha, part)) > 1
    return "".join(each for each in (part.translate(LIKE_LETTERS) if is_word else part) if each.isalpha())


@lru_cache(1)
def _rude() -> re.Pattern[str]:
    """Entries with a star at one end go on there."""
    entries = (" " * (each[0] != "*") + each.strip("*") + " " * (each[-1] != "*") for each in word_lists.rude())
    return re.compile("|".join(map(re.escape, entries)))
