"""What a round of practice is worth: its points, and whether nothing better was possible."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from judging.games.countdown.letters import Word
from judging.games.countdown.points import round_scores
from judging.games.countdown.rounds import round_of
from judging.games.live.replay import scores_by_seat
from puzzles.games import after

from ..moves.table_cache import CachedTable
from ..word_lists.dictionaries import site_dictionary
from .tables import SEAT


class PracticeResult(NamedTuple):
    """`solved`: nothing better was possible. `made` is the length of the word, or the value of the calculation; None
    for a wrong one."""

    points: int
    solved: bool
    made: int | None = None


def result(known: CachedTable) -> PracticeResult | None:
    """The result of the round; None while it is played."""
    if known.game.round_over(known.position) is None:
        return None
    best = after(known.game.slug, known.position, site_dictionary())
    points = scores_by_seat(known.game, known.position)[SEAT]
    return _RESULTS[known.game.slug](known, points, best)


def _countdown(known: CachedTable, points: int, best: Mapping[str, Any]) -> PracticeResult:
    round_ = round_of(known.position)
    given = round_.presented.get(SEAT)
    points = round_scores(round_, known.settings)[SEAT].points
    if round_.kind == "letters":
        length = Word(SEAT, given.text).length if given and points else 0
        gave_up = not (given and given.text)
        return PracticeResult(points, length >= best["length"] and (points > 0 or gave_up), length or None)
    made = given.judged.value if given and given.judged else None
    if round_.kind == "conundrum" or made is None or round_.target is None:
        return PracticeResult(points, round_.kind == "conundrum" and points > 0)
    return PracticeResult(points, abs(made - round_.target) <= (best["distance"] or 0), made)


def _twenty_four(known: CachedTable, points: int, best: Mapping[str, Any]) -> PracticeResult:
    gave_up = not known.position.state.round.written
    return PracticeResult(points, points > 0 or (gave_up and not best["possible"]))


def _duel(known: CachedTable, points: int, best: Mapping[str, Any]) -> PracticeResult:
    return PracticeResult(points, points > 0)


_RESULTS: dict[str, Callable[[CachedTable, int, Mapping[str, Any]], PracticeResult]] = {
    "countdown": _countdown,
    "twentyfour": _twenty_four,
    "duel": _duel,
}
