"""What chance and the engine add to the moves of Number race: the question, and what a line is worth (NR-3, NR-5)."""

from collections.abc import Mapping
from hashlib import sha256
from random import Random
from typing import Any

from judging.games.live.game import Position
from judging.language.verdict import judge
from puzzles.tiebreaker import question
from puzzles.words.dictionary import Dictionary


def deal(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """Cards and a target with enough methods; the sum of the cards where so many draws find none."""
    if position.recorded:
        return {}
    settings = position.settings
    count, highest = settings.whole("numbers"), settings.whole("highest")
    played = {(tuple(sorted(round_.cards)), round_.target) for round_ in position.state.rounds}
    try:
        cards, target = question(random, count, (1, highest), (1, settings.whole("target_most")), played)
    except LookupError:
        cards = tuple(random.randint(1, highest) for _ in range(count))
        target = sum(cards)
    return {"cards": list(cards), "target": target}


def write(position: Position, facts: Mapping[str, Any], random: Random, dictionary: Dictionary) -> dict[str, Any]:
    """Whether the line hits the target, and a key that is equal for two lines of the same method."""
    round_, text = position.state.rounds[-1], facts["text"].strip()
    verdict = judge(text, round_.cards, round_.target)
    keys = (verdict.method_key, *(reading.method_key for reading in verdict.readings))
    key = next(filter(None, keys), None) or "".join(text.split())
    code = {"refused": "wrong", "needs_ruling": "unsure"}.get(verdict.verdict) or (
        "right" if verdict.on_target else "misses"
    )
    return {"code": code, "key": sha256(key.encode()).hexdigest()[:32]}


DEALS = {"deal": deal, "write": write}
