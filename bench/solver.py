"""How long the solver takes, beside the package 42Points where it is installed; with --full Countdown's whole table."""

import random
import resource
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, combinations_with_replacement
from time import perf_counter, process_time

from judging.language.legality import EDITIONS, edition
from puzzles.countdown import calculations
from puzzles.countdown.search import costs
from puzzles.countdown.values import values_up_to
from puzzles.solver import Solver
from puzzles.value_enumeration import OutOfTime

LARGE, SMALL = (25, 50, 75, 100), tuple(sorted([*range(1, 11)] * 2))
SEED = 24
SELECTIONS, REACHABLE, SETS, SOLVABLE = 13_243, 10_871_986, 1820, 1362
POWERS = {"edition": "basic-24", "on": ["power", "sqrt", "root", "factorial", "double_factorial"]}
COUNTED = (
    ("powers, roots, factorials", POWERS, (1, 3, 4, 6), 24, "goal 0.3 s"),
    ("whole notation", "number-tournament", (2, 5, 7), 24, ""),
    ("whole notation", "number-tournament", (1, 3, 4, 6), 24, "goal 1.5 s, 100 MB"),
    ("whole notation", "number-tournament", (3, 3, 5, 6), 24, ""),
    ("whole notation", "number-tournament", (2, 5, 7, 9), 17, ""),
)
LIMIT = 20.0


def main() -> None:
    _games()
    _all_targets()
    _twenty_four()
    if "--full" in sys.argv:
        _whole_table()
    _counting()


def _timed(work: Callable[[], object]) -> tuple[float, object]:
    began = perf_counter()
    done = work()
    return perf_counter() - began, done


def _game(chance: random.Random) -> tuple[tuple[int, ...], int]:
    large = chance.randint(0, 4)
    numbers = chance.sample(LARGE, large) + chance.sample(SMALL, 6 - large)
    return tuple(sorted(numbers)), chance.randint(100, 999)


def _line(what: str, figure: str, reach: str = "") -> None:
    print(f"  {what:<58} {figure:>24}   {reach}", flush=True)


def _games() -> None:
    """2,000 random games; the parts of up to four numbers are kept from one to the next, as in a running server."""
    chance = random.Random(SEED)
    costs.cache_clear()
    games = [_game(chance) for _ in range(2000)]
    times = [1000 * _timed(lambda game=game: calculations.best(*game))[0] for game in games]
    late = sum(each > 20 for each in times)
    _line("Countdown, best or nearest, 2,000 games: median", f"{statistics.median(times):.2f} ms", "reach 1 ms")
    _line("  worst", f"{max(times):.1f} ms", f"reach 20 ms; {late} games were slower")


def _all_targets() -> None:
    chance = random.Random(SEED)
    chosen = [_game(chance)[0] for _ in range(150)]
    costs.cache_clear()
    cold = [1000 * _timed(lambda numbers=numbers: values_up_to(numbers, 999))[0] for numbers in chosen]
    warm = [1000 * _timed(lambda numbers=numbers: values_up_to(numbers, 999))[0] for numbers in chosen]
    texts = [
        1000 * _timed(lambda numbers=numbers: calculations.every_target(numbers, range(100, 1000)))[0]
        for numbers in chosen[:20]
    ]
    what = "Countdown, which of 900 targets a selection reaches: median"
    _line(what, f"{statistics.median(warm):.1f} ms", f"reach 8 ms; worst {max(warm):.1f} ms")
    _line("  with nothing kept from other selections at first", f"{statistics.median(cold):.1f} ms")
    _line("  with the best calculation of each target written", f"{statistics.median(texts):.0f} ms")


def _twenty_four() -> None:
    sets = list(combinations_with_replacement(range(1, 14), 4))
    solver = Solver(EDITIONS["basic-24"])
    times: dict[tuple[int, ...], float] = {}
    solvable = 0
    for numbers in sets:
        times[numbers], (texts, _) = _timed(lambda numbers=numbers: solver.methods(numbers, 24))
        solvable += bool(texts)
    assert (len(sets), solvable) == (SETS, SOLVABLE)
    _line("every distinct method to 24, all 1820 sets", f"{sum(times.values()):.2f} s")
    alone = [
        _timed(lambda numbers=numbers: Solver(EDITIONS["basic-24"]).methods(numbers, 24))[0] for numbers in sets[::30]
    ]
    _line("  a set with a solver of its own: median", f"{1000 * statistics.median(alone):.2f} ms")
    try:
        from ftptsgame.problem_utils import Problem
    except ImportError:
        _line("  42Points", "not installed")
        return
    sample = sets if "--full" in sys.argv else sets[::30]
    yardstick = sum(_timed(lambda each=each: Problem(list(each)).generate_answers(24))[0] for each in sample)
    ours = sum(times[each] for each in sample)
    _line(f"  42Points, {len(sample)} of these sets", f"{yardstick:.2f} s")
    _line("  faster than 42Points on the same sets", f"{yardstick / ours:.0f} times", "reach 20 times")


def _counting() -> None:
    """Distinct methods of four numbers counted, and listed as the yardstick, each in a process of its own so that its
    memory can be told."""
    for at in range(len(COUNTED)):
        for work in ("counted", "listed"):
            subprocess.run([sys.executable, "-c", f"from bench.solver import {work}; {work}({at})"], check=True)


def counted(at: int) -> None:
    """The count with the best method, as `solve --count` gives them."""
    what, rules, numbers, target, goal = COUNTED[at]
    solver = Solver(edition(rules))
    began = process_time()
    answer = solver.solve(numbers, target, "count")
    seconds = process_time() - began
    _line(f"{what}, {numbers} to {target}: {answer.count:,} counted", f"{seconds:.2f} s CPU, {_memory()}", goal)


def listed(at: int) -> None:
    """The same methods listed, which stops at a limit and says so."""
    _, rules, numbers, target, _ = COUNTED[at]
    deadline = process_time() + LIMIT

    def tick() -> None:
        if process_time() > deadline:
            raise OutOfTime

    began = process_time()
    texts, complete = Solver(edition(rules), tick=tick).methods(numbers, target)
    seconds = process_time() - began
    all_of_them = "all" if complete else f"not all in {LIMIT:.0f} s"
    _line(f"  {len(texts):,} listed, {all_of_them}", f"{seconds:.2f} s CPU, {_memory()}")


def _memory() -> str:
    unit = 1024 if sys.platform != "darwin" else 1 << 20
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit:.0f} MB"


def _whole_table() -> None:
    """All Countdown selections: how many of their targets 100 to 999 can be reached."""
    began, count, reachable = perf_counter(), 0, 0
    for count, within in enumerate(_tables(_selections()), 1):
        reachable += within
        if count % 500 == 0:
            spent = perf_counter() - began
            left = spent * (SELECTIONS - count) / count
            print(
                f"    {count} selections, {spent:.0f} s, about {left:.0f} s to go",
                file=sys.stderr,
                flush=True,
            )
    assert (count, reachable) == (SELECTIONS, REACHABLE), (count, reachable)
    seconds = perf_counter() - began
    _line(f"Countdown's table: {reachable:,} of {900 * count:,} targets", f"{seconds:.0f} s", "as published")


def _selections() -> list[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for large in range(5):
        for some in combinations(LARGE, large):
            found.update({tuple(sorted(some + rest)) for rest in combinations(SMALL, 6 - large)})
    return sorted(found)


def _tables(selections: Iterable[tuple[int, ...]]) -> Iterator[int]:
    for numbers in selections:
        yield sum(value >= 100 for value in values_up_to(numbers, 999))


if __name__ == "__main__":
    main()
