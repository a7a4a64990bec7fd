"""Scoring one round of Countdown for the `referee` command."""

from collections.abc import Mapping
from typing import Any

from judging.games.countdown import conundrum, letters, numbers
from judging.games.countdown.conundrum import Guess
from judging.games.countdown.letters import Word, folded
from judging.games.countdown.numbers import Calculation
from judging.games.countdown.round_scores import RoundScore
from puzzles.commands import limits
from puzzles.commands.rounds.round_input import (
    RoundProblem,
    by_player,
    checked_text,
    items,
    named,
    player,
    seconds,
    text,
    texts,
    whole,
    wholes,
)
from puzzles.words.dictionary import Dictionary

Request = Mapping[str, Any]
SECONDS = 30.0
IN_TIME = 0.0
_FIELDS = ("declared", "at", "no_paper")


def score(request: Request, dictionary: Dictionary) -> dict[str, Any]:
    """The points and the codes of the players. Raises RoundProblem."""
    kind = text(request, "round", 20)
    if kind not in _ROUNDS:
        raise RoundProblem("unknown_round", round=kind)
    awards = _ROUNDS[kind](request, dictionary)
    return {
        "points": {name: each.points for name, each in awards.items()},
        "why": {name: each.code for name, each in awards.items()},
    }


def _letters(request: Request, dictionary: Dictionary) -> dict[str, RoundScore]:
    shown = "".join(text(request, "letters", limits.LETTERS).split())
    players = named(request, ("words", *_FIELDS))
    words = {name: checked_text(each, "words", limits.WORD) for name, each in by_player(request, "words").items()}
    declared = _declared(request)
    allow, forbid = (set(map(folded, texts(request, name, limits.WORD))) for name in ("allow", "forbid"))
    unproved, late = set(texts(request, "no_paper", limits.NAME)), _late(request)
    given = [
        Word(
            name,
            words.get(name, ""),
            declared.get(name),
            listed=(folded(words[name]) in dictionary or folded(words[name]) in allow)
            and folded(words[name]) not in forbid
            if name in words
            else False,
            paper=name not in unproved,
            late=name in late,
        )
        for name in players
    ]
    return letters.score(shown, given)


def _numbers(request: Request, dictionary: Dictionary) -> dict[str, RoundScore]:
    tiles = wholes(request, "numbers", 0, limits.NUMBER, limits.TILES)
    if "target" not in request:
        raise RoundProblem("missing_field", field="target")
    target = whole(request["target"], "target", 0, limits.NUMBER)
    players = named(request, ("methods", *_FIELDS))
    methods = {name: checked_text(each, "methods") for name, each in by_player(request, "methods").items()}
    declared, late = _declared(request), _late(request)
    unproved = set(texts(request, "no_paper", limits.NAME))
    given = [
        Calculation(
            name,
            declared.get(name),
            numbers.judged(methods[name], tiles) if methods.get(name, "").strip() else None,
            paper=name not in unproved,
            late=name in late,
        )
        for name in players
    ]
    return numbers.score(target, given)


def _conundrum(request: Request, dictionary: Dictionary) -> dict[str, RoundScore]:
    answer = text(request, "answer", limits.WORD)
    limit = _limit(request)
    guesses = [(_buzz(each, limit), seconds(each.get("at", IN_TIME))) for each in _objects(request)]
    in_order = [guess for guess, _ in sorted(guesses, key=lambda pair: pair[1])]
    awards = conundrum.score(answer, in_order)
    players = dict.fromkeys([*named(request, ("declared",)), *(guess.player for guess, _ in guesses)])
    return {name: awards[name] for name in players if name in awards}


def _objects(request: Request) -> list[Mapping[str, Any]]:
    buzzes = items(request, "buzzes")
    if not all(isinstance(each, dict) for each in buzzes):
        raise RoundProblem("not_an_object", field="buzzes")
    return buzzes


def _buzz(each: Mapping[str, Any], limit: float) -> Guess[str]:
    if "player" not in each:
        raise RoundProblem("missing_field", field="player")
    word = each.get("word")
    answer = "" if word is None else checked_text(word, "word", limits.WORD)
    return Guess(player(each["player"]), answer, late=seconds(each.get("at", IN_TIME)) > limit)


def _declared(request: Request) -> dict[str, int]:
    return {name: whole(each, "declared", 0, limits.NUMBER) for name, each in by_player(request, "declared").items()}


def _late(request: Request) -> set[str]:
    """The players whose paper was written after the end of the clock; its last second is in time."""
    limit = _limit(request)
    return {name for name, each in by_player(request, "at").items() if seconds(each) > limit}


def _limit(request: Request) -> float:
    limit = request.get("seconds")
    return SECONDS if limit is None else seconds(limit, "seconds")


_ROUNDS = {"letters": _letters, "numbers": _numbers, "conundrum": _conundrum}
