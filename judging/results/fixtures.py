"""The fixtures of a series of games: who plays whom. The same players in the same order give the same fixtures.

A player is any number. A fixture names its players in the order of the list, so nothing here depends on chance.
"""

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

FixturePlayers = tuple[int, ...]
FixtureRound = tuple[FixturePlayers, ...]
Meetings = Counter[frozenset[int]]

PASSES = 2  # over all exchanges of two players, when tables are mixed


def round_robin(players: Sequence[int]) -> list[FixtureRound]:
    """Everybody meets everybody once, by the circle method; with an odd number one player rests in each round."""
    circle: list[int | None] = list(players)
    if len(circle) % 2:
        circle.append(None)
    rounds = []
    for turn in range(len(circle) - 1):
        half = len(circle) // 2
        fixtures = []
        for at, pair in enumerate(zip(circle[:half], reversed(circle[half:]), strict=True)):
            if None not in pair:
                fixtures.append(_sides(pair, swap=at == 0 and turn % 2 == 1))
        rounds.append(tuple(fixtures))
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def knockout(players: Sequence[int]) -> FixtureRound:
    """The first round of a knockout, in bracket order: the first seed against the last, and the best seeds rest if the
    bracket has more places than there are players. A fixture of one player is a bye."""
    size = 2
    while size < len(players):
        size *= 2
    seeds = _bracket(size)
    fixtures = []
    for first, second in zip(seeds[::2], seeds[1::2], strict=True):
        fixtures.append(tuple(players[seed] for seed in sorted((first, second)) if seed < len(players)))
    return tuple(fixtures)


def knockout_next(winners: Sequence[int]) -> FixtureRound:
    """The next round from the winners of the last one, in its order; none if one player is left."""
    if len(winners) < 2:
        return ()
    return tuple(zip(winners[::2], winners[1::2], strict=True))


def challenge(players: Sequence[int], champion: int | None, played: Iterable[int]) -> FixtureRound:
    """The next game where the champion stays: against the next of the list who has not played yet. None if all have."""
    been = set(played)
    waiting = [player for player in players if player not in been]
    if champion is None:
        return (tuple(waiting[:2]),) if len(waiting) > 1 else ()
    return ((champion, waiting[0]),) if waiting else ()


def tables(players: Sequence[int], size: int, rounds: int) -> list[FixtureRound]:
    """Tables of at most `size` players for each round, so that people meet others whom they have not met where that is
    possible. The player in the second chair moves on by one table after each round, the one in the third by two, and so
    on; then players change places as long as that makes fewer meet again."""
    count = math.ceil(len(players) / size)
    met: Meetings = Counter()
    made = []
    for turn in range(rounds):
        seated = [[player for player in row if player is not None] for row in _rotated(players, count, turn)]
        seated = _improved(_evened(seated), met)
        met.update(frozenset(pair) for row in seated for pair in combinations(row, 2))
        made.append(tuple(tuple(row) for row in seated))
    return made


def _sides(pair: tuple[int | None, int | None], swap: bool) -> FixturePlayers:
    """The pair; the one who stays in the circle begins in every other round only."""
    first, second = pair
    assert first is not None
    assert second is not None
    return (second, first) if swap else (first, second)


def _bracket(size: int) -> list[int]:
    """The seeds from 0 in the order of the bracket, so that the best two can meet only in the final."""
    seeds = [0, 1]
    while len(seeds) < size:
        seeds = [each for seed in seeds for each in (seed, 2 * len(seeds) - 1 - seed)]
    return seeds


def _rotated(players: Sequence[int], count: int, turn: int) -> list[list[int | None]]:
    """The tables of a round, each with its chairs. Chair c at table t is taken by whoever began c × turn tables
    before."""
    chairs = [list(players[at : at + count]) for at in range(0, len(players), count)]
    for chair in chairs:
        chair.extend([None] * (count - len(chair)))  # type: ignore[list-item]
    return [[chair[(at - number * turn) % count] for number, chair in enumerate(chairs)] for at in range(count)]


def _evened(seated: list[list[int]]) -> list[list[int]]:
    """Tables that differ by one player at most: the fullest gives its last player to the emptiest."""
    rows = [list(row) for row in seated]
    while True:
        fullest, emptiest = max(rows, key=len), min(rows, key=len)
        if len(fullest) - len(emptiest) < 2:
            return rows
        emptiest.append(fullest.pop())


def _improved(rows: list[list[int]], met: Meetings) -> list[list[int]]:
    """The tables after exchanges of two players, each of which lowers the number of those who meet again."""
    for _turn in range(PASSES):
        if not any(met[frozenset(pair)] for row in rows for pair in combinations(row, 2)):
            break
        if not sum(_exchanged(one, other, met) for one, other in permutations(rows, 2)):
            break
    return rows


def _exchanged(one: list[int], other: list[int], met: Meetings) -> bool:
    """Exchange players of `one` who meet somebody again with players of `other`, where that helps; whether it did."""
    changed = False
    for at in range(len(one)):
        if not _again(one[at], one, met):
            continue
        for to in range(len(other)):
            before = _again(one[at], one, met) + _again(other[to], other, met)
            one[at], other[to] = other[to], one[at]
            if _again(one[at], one, met) + _again(other[to], other, met) < before:
                changed = True
            else:
                one[at], other[to] = other[to], one[at]
    return changed


def _again(player: int, row: Iterable[int], met: Meetings) -> int:
    """A weight that grows with how often the player has met the others of the table."""
    return sum(met[frozenset((player, each))] ** 2 for each in row if each != player)
