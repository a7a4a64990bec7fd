"""How long the 24 family and Countdown Duel take, beside plain ways of doing the same."""

import random
import resource
import statistics
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import permutations
from time import perf_counter

from judging.games.duel.rules import start, take
from judging.language.editions import EDITIONS
from puzzles.duel.players import choose, hint, wins
from puzzles.duel.search import Search
from puzzles.solver import Solver
from puzzles.twentyfour import values
from puzzles.twentyfour.review import best

SEED, SETS, FIVES, GAMES = 17, 500, 100, 50


def main() -> None:
    chance = random.Random(SEED)
    sets = [_set(chance) for _ in range(SETS)]
    _solvability(sets)
    _methods(sets)
    _common(chance)
    _duel()


def _set(chance: random.Random) -> tuple[int, ...]:
    return tuple(sorted(chance.randint(1, 10) for _ in range(4)))


def _line(what: str, figure: str, reach: str = "") -> None:
    print(f"  {what:<58} {figure:>24}   {reach}", flush=True)


def _times(work: Callable[..., object], many: Iterable[tuple]) -> list[float]:
    """Milliseconds of each call."""
    found = []
    for each in many:
        began = perf_counter()
        work(*each)
        found.append(1000 * (perf_counter() - began))
    return found


def _solvability(sets: list[tuple[int, ...]]) -> None:
    values._kept.cache_clear()
    ours = _times(values.makes, ((numbers, 24) for numbers in sets))
    plain = _times(_brute_force, ((tuple(map(Fraction, numbers)), 24) for numbers in sets[:20]))
    _line(f"whether a set makes 24, {SETS} sets: mean", f"{statistics.mean(ours):.3f} ms", "reach 0.2 ms")
    _line("  faster than joining two numbers at a time", f"{statistics.mean(plain) / statistics.mean(ours):.0f} times")


def _brute_force(numbers: tuple[Fraction, ...], target: int) -> bool:
    if len(numbers) == 1:
        return numbers[0] == target
    for one, other, *rest in permutations(numbers):
        joined = [one + other, one - other, one * other, *([one / other] if other else [])]
        if any(_brute_force((each, *rest), target) for each in joined):
            return True
    return False


def _methods(sets: list[tuple[int, ...]]) -> None:
    solver = Solver(EDITIONS["basic-24"])
    ours = sorted(_times(lambda numbers: solver.solve(numbers, 24, "all", simplest_first=True), zip(sets)))
    late = sum(each > 5 for each in ours)
    _line("all its distinct methods: mean", f"{statistics.mean(ours):.2f} ms", "reach 5 ms")
    _line("  worst", f"{ours[-1]:.1f} ms", f"{late} of {SETS} were slower than 5 ms")


def _common(chance: random.Random) -> None:
    fives = [tuple(_set(chance) for _ in range(5)) for _ in range(FIVES)]
    values._kept.cache_clear()
    ours = _times(lambda five: best("largest", 24, five), zip(fives))
    plain = _times(_all_values, zip(fives[:2]))
    _line("Tony Four, the largest common x of five sets: mean", f"{statistics.mean(ours):.1f} ms", "reach 20 ms")
    _line("  worst", f"{max(ours):.1f} ms")
    _line("  faster than joining two numbers at a time", f"{statistics.mean(plain) / statistics.mean(ours):.0f} times")


def _all_values(sets: tuple[tuple[int, ...], ...]) -> set[Fraction]:
    return set.intersection(*(_made(tuple(map(Fraction, numbers))) for numbers in sets))


def _made(numbers: tuple[Fraction, ...]) -> set[Fraction]:
    if len(numbers) == 1:
        return set(numbers)
    found: set[Fraction] = set()
    for one, other, *rest in permutations(numbers):
        joined = [one + other, one - other, one * other, *([one / other] if other else [])]
        found.update(*(_made((each, *rest)) for each in joined))
    return found


def _duel() -> None:
    search = Search()
    first = _times(wins, [(search, start())])[0]
    _line("Countdown Duel decided from the start", f"{first:.0f} ms", f"reach 1,000 ms; {len(search):,} positions")
    search, chance, times = Search(), random.Random(SEED), []
    choose(search, start(), "strong", chance)
    for game in range(GAMES):
        board = start()
        while not board.ended:
            began = perf_counter()
            turn = choose(search, board, "strong", chance)
            hint(search, board)
            times.append(1000 * (perf_counter() - began))
            if board.turn == game % 2:
                turn = choose(search, board, "easy", chance)
            board = take(board, turn) if turn else board
            if turn is None:
                break
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1 << 20)
    _line(f"a move with a hint after the first, {len(times)} moves: median", f"{statistics.median(times):.2f} ms")
    _line("  worst", f"{max(times):.0f} ms", f"reach 50 ms; {len(search):,} positions, {memory:.0f} MB, reach 200 MB")


if __name__ == "__main__":
    main()
