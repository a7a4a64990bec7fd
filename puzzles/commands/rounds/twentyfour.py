"""One round of the 24 family from a line of JSON (TF-R-1, TF-R-2)."""

from collections.abc import Mapping
from typing import Any

from judging.games.live.moves import PLAYER, Move
from judging.games.settings import Settings
from judging.games.twentyfour.one_round import one_round
from judging.games.twentyfour.settings import MOST_PLAYERS, MOST_SETS, SCHEMA, TYPES
from puzzles.commands import limits
from puzzles.commands.rounds.round_input import RoundProblem, checked_text, items, player, seconds, whole
from puzzles.words.dictionary import Dictionary

MOST_X, LARGEST_X = 30, 10**9 - 1
WITHOUT_FACTS = ("impossible", "no_proof")
WITH_TEXTS = ("answer", "proof")


def score(request: Mapping[str, Any], dictionary: Dictionary) -> dict[str, Any]:
    """`points`, `winner`, `draw` and `why` of the round. Raises RoundProblem."""
    if "game_type" in request:  # what the setting is called: read as no type, it would score another game
        raise RoundProblem("unknown_field", field="game_type")
    sets = _sets(request)
    names = [player(each) for each in items(request, "players")]
    if not 1 <= len(names) <= MOST_PLAYERS or len(set(names)) < len(names):
        raise RoundProblem("wrong_players", field="players", least=1, most=MOST_PLAYERS)
    moves = [_move(each, names) for each in items(request, "moves")]
    result, ignored = one_round(_settings(request, sets, len(names)), sets, range(len(names)), moves)
    whys = {**result.why, **ignored}
    return {
        "points": {name: result.points.get(seat, 0) for seat, name in enumerate(names)},
        "winner": None if result.winner is None else names[result.winner],
        "draw": result.draw,
        "why": {name: whys[seat] for seat, name in enumerate(names) if seat in whys},
    }


def _settings(request: Mapping[str, Any], sets: list[tuple[int, ...]], players: int) -> Settings:
    kind = request.get("type", 0)
    if isinstance(kind, bool) or not isinstance(kind, int | str) or str(kind) not in TYPES:
        raise RoundProblem("unknown_type", field="type")
    if TYPES[str(kind)].family == "closest" and len(sets) > 1:
        raise RoundProblem("wrong_count", field="sets", least=1, most=1)
    values = dict(SCHEMA.defaults())
    values |= {"game_type": str(kind), "players": players, "sets": len(sets), "numbers": len(sets[0])}
    values |= {
        "number_range": limits.SET_NUMBER,
        "proof_time": 0,
        "target": whole(request.get("target", 24), "target", -limits.SET_TARGET, limits.SET_TARGET),
    }
    if request.get("answer_time") is not None:
        values["answer_time"] = whole(request["answer_time"], "answer_time", 1, 1_000_000)
    return Settings(values)


def _sets(request: Mapping[str, Any]) -> list[tuple[int, ...]]:
    values = items(request, "sets")
    if not 1 <= len(values) <= MOST_SETS:
        raise RoundProblem("wrong_count", field="sets", least=1, most=MOST_SETS)
    sets = [_set(each) for each in values]
    if len({len(numbers) for numbers in sets}) > 1:
        raise RoundProblem("wrong_count", field="sets", least=len(sets[0]), most=len(sets[0]))
    return sets


def _set(given: object) -> tuple[int, ...]:
    if not isinstance(given, list):
        raise RoundProblem("not_a_list", field="sets")
    if not 1 <= len(given) <= limits.SET_NUMBERS:
        raise RoundProblem("wrong_count", field="sets", least=1, most=limits.SET_NUMBERS)
    return tuple(whole(each, "sets", 1, limits.SET_NUMBER) for each in given)


def _move(given: object, names: list[str]) -> Move:
    if not isinstance(given, dict):
        raise RoundProblem("not_an_object", field="moves")
    name = player(given.get("player"))
    if name not in names:
        raise RoundProblem("unknown_player", field="player", player=name)
    at = int(1000 * seconds(given.get("at", 0)) + 1e-6)
    kind, facts = _kind(given)
    return Move(0, kind, PLAYER, names.index(name), at, facts)


def _kind(given: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The kind of the move and its facts: the line has one of the fields answer, impossible, x, proof."""
    for name in WITHOUT_FACTS:
        if given.get(name):
            return name, {}
    for name in WITH_TEXTS:
        if given.get(name) is not None:
            return name, {"texts": _texts(given, name)}
    if given.get("x") is None:
        raise RoundProblem("not_a_move", field="moves")
    return "x", {"text": _x(given["x"])}


def _x(x: object) -> str:
    """An x as a text; JSON numbers are taken as they are written."""
    if isinstance(x, float):
        return repr(x)[:MOST_X]
    return str(whole(x, "x", -LARGEST_X, LARGEST_X)) if isinstance(x, int) else checked_text(x, "x", MOST_X)


def _texts(given: Mapping[str, Any], name: str) -> list[str]:
    if isinstance(given[name], str):
        return [checked_text(given[name], name)]
    return [checked_text(each, name) for each in items(given, name)]
