"""Figures that others have published or counted, and a sample of Countdown's whole table."""

from itertools import combinations, combinations_with_replacement
from random import Random

import pytest

from judging.games.countdown.numbers import LARGE, NUMBERS, SMALL
from judging.language.editions import EDITIONS
from judging.language.verdict import judge
from puzzles.countdown import calculations
from puzzles.countdown.calculations import values_up_to
from puzzles.enumeration.methods import MethodEnumerator
from puzzles.solver import Solver

# https://oeis.org/A171827
FOUR_FOURS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 15, 16, 17, 20, 24, 28, 32, 36, 48, 60, 64, 68, 80, 128, 256]


@pytest.mark.parametrize(("most", "every", "solvable"), [(13, 1820, 1362), (10, 715, 566)])
def test_how_many_sets_of_four_make_24(most, every, solvable):
    enumerator = MethodEnumerator(EDITIONS["basic-24"])
    sets = list(combinations_with_replacement(range(1, most + 1), 4))
    assert len(sets) == every
    assert sum(any(True for _ in enumerator.iter_methods(numbers, 24)) for numbers in sets) == solvable


def test_four_fours():
    values = set(MethodEnumerator(EDITIONS["basic-24"]).iter_values((4, 4, 4, 4)))
    assert sorted(value for value in values if type(value) is int and value >= 0) == FOUR_FOURS


@pytest.mark.parametrize(
    ("numbers", "target", "nearest"),
    [
        ((1, 3, 7, 10, 25, 50), 765, 765),
        ((1, 3, 7, 10, 25, 50), 831, 830),
        ((1, 8, 9, 6, 50, 100), 836, 836),
        ((25, 50, 75, 100, 3, 6), 952, 952),
        ((50, 8, 8, 4, 3, 1), 429, 429),
        ((1, 1, 2, 2, 3, 3), 999, 81),
        ((75, 100), 999, 7500 - 75 * 100 + 175),
        ((100,), 101, 100),
    ],
)
def test_countdown_games(numbers, target, nearest):
    result = calculations.best(numbers, target)
    verdict = judge(result.text, numbers, target, EDITIONS["countdown"])
    assert (result.value, verdict.verdict, verdict.value) == (nearest, "accepted", str(nearest))


@pytest.mark.parametrize(
    ("numbers", "count"),
    [
        ((1, 3, 7, 10, 25, 50), 896),
        ((1, 1, 2, 2, 3, 3), 0),
        ((25, 50, 75, 100, 3, 6), None),
        ((2, 2, 4, 4, 8, 8), None),
        ((5, 6, 7, 8, 9, 10), None),
    ],
)
def test_all_targets_in_one_pass_are_those_reached_one_by_one(numbers, count):
    numbers = tuple(sorted(numbers))
    within = {value for value in values_up_to(numbers, 999) if value >= 100}
    assert count is None or len(within) == count
    targets = range(100, 1000, 9)
    in_one_pass = calculations.every_target(numbers, targets)
    one_by_one = [calculations.best(numbers, target) for target in targets]
    assert [each.value for each in in_one_pass] == [each.value for each in one_by_one]
    assert {target for target, result in zip(targets, one_by_one, strict=True) if result.value == target} == (
        within & set(targets)
    )


@pytest.mark.parametrize(("numbers", "target"), [((2, 3, 5, 7), 37), ((1, 4, 6, 25), 150), ((0, 2, 4, 9), 22)])
def test_the_fast_way_and_the_thorough_way_agree(numbers, target):
    thorough = Solver(EDITIONS["countdown"]).solve(numbers, target, "all").methods
    fast = calculations.best(numbers, target)
    used = [
        len([word for word in text.replace("(", "").replace(")", "").split() if word.isdigit()]) for text in thorough
    ]
    assert fast.value == target
    rules = EDITIONS["countdown"]
    keys = [judge(text, numbers, target, rules).method_key for text in (fast.text, *thorough)]
    assert keys[0] in keys[1:]
    assert len(fast.text) == len(thorough[0])
    assert used == sorted(used)


def combined(numbers: tuple[int, ...], seen: set[tuple[int, ...]], values: set[int]) -> None:
    """Countdown as a child would search it: take two numbers, put back what they make, and go on."""
    if numbers in seen:
        return
    seen.add(numbers)
    values.update(numbers)
    for i, j in combinations(range(len(numbers)), 2):
        b, a = numbers[i], numbers[j]  # sorted, so a is not the smaller
        rest = numbers[:i] + numbers[i + 1 : j] + numbers[j + 1 :]
        for made in {a + b, a * b, *([a - b] if a > b else []), *([a // b] if a % b == 0 else [])}:
            combined(tuple(sorted((*rest, made))), seen, values)


@pytest.mark.parametrize("seed", range(12))
def test_a_sample_of_selections_reaches_what_plain_search_reaches(seed):
    chance, large = Random(seed), seed % 5
    numbers = (*chance.sample(LARGE, large), *chance.sample(SMALL * 2, NUMBERS - large))
    for subset in (numbers[:5], numbers[1:]) if seed else (numbers,):
        subset = tuple(sorted(subset))
        values: set[int] = set()
        combined(subset, set(), values)
        assert values_up_to(subset, 999) == {value for value in values if value <= 999}
