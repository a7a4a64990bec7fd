"""What holds of every answer: what is listed the judge accepts, on target and pairwise different, and nothing is left
out."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as some

from judging.language.editions import EDITIONS, edition
from judging.language.parsing.writing import plain
from judging.language.verdict import judge
from puzzles.solver import Solver
from tests import laws
from tests.laws import examples
from tests.puzzles import brute

ARITHMETIC = ("basic-24", "smash", "dmas", "countdown")
SOLVERS = {name: Solver(EDITIONS[name]) for name in EDITIONS}
few_numbers = some.lists(some.integers(0, 13), min_size=1, max_size=4)


def listed_keys(texts, numbers, target, rules, which="method_key"):
    """The keys of listed methods; each must be accepted, on target, in the plain writing."""
    keys = []
    for text in texts:
        verdict = judge(text, numbers, target, rules)
        assert (verdict.verdict, verdict.on_target, verdict.readings) == ("accepted", True, ()), text
        assert plain(verdict.trees[0]) == text
        keys.append(getattr(verdict, which))
    return keys


@examples(150)
@given(some.sampled_from(ARITHMETIC), few_numbers, some.integers(-5, 60))
def test_every_listed_method_is_accepted_on_target_and_different(name, numbers, target):
    answer = SOLVERS[name].solve(numbers, target, "all")
    keys = listed_keys(answer.methods or (), numbers, target, EDITIONS[name])
    assert len(set(keys)) == len(keys) == (answer.count or 0)
    assert answer.solvable == bool(keys)


@examples(30)
@given(some.lists(some.integers(0, 9), min_size=1, max_size=2), some.integers(0, 40), some.integers(0, 1))
def test_listed_methods_with_the_whole_notation_are_accepted_and_different(numbers, target, unary_depth):
    rules = EDITIONS["number-tournament"]
    answer = Solver(rules, unary_depth).solve(numbers, target, "all")
    keys = listed_keys(answer.methods or (), numbers, target, rules)
    assert len(set(keys)) == len(keys)


@examples(60)
@given(some.sampled_from(ARITHMETIC), few_numbers, some.integers(1, 60))
def test_kin_count_once(name, numbers, target):
    answer = SOLVERS[name].solve(numbers, target, "all", kin=True)
    keys = listed_keys(answer.methods or (), numbers, target, EDITIONS[name], "kin_key")
    everything = SOLVERS[name].solve(numbers, target, "all").methods or ()
    assert len(set(keys)) == len(keys)
    assert set(keys) == set(listed_keys(everything, numbers, target, EDITIONS[name], "kin_key"))


@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize(
    ("numbers", "target"),
    [((1, 5, 5), 5), ((2, 3, 4), 14), ((3, 3, 6), 6), ((0, 4, 4), 4), ((1, 1, 2), 0), ((6, 8, 9), 12)],
)
def test_the_list_of_three_numbers_is_all_there_is(name, numbers, target):
    answer = SOLVERS[name].solve(numbers, target, "all")
    keys = listed_keys(answer.methods or (), numbers, target, EDITIONS[name])
    assert set(keys) == brute.keys(numbers, target, EDITIONS[name])


@pytest.mark.parametrize("policy", ["same", "distinct"])
@pytest.mark.parametrize(("numbers", "target"), [((1, 2, 4, 8), 24), ((3, 3, 8, 8), 24)])
def test_the_list_of_four_numbers_is_all_there_is(policy, numbers, target):
    rules = edition({"edition": "basic-24", "policies": {"through_brackets": policy}})
    answer = Solver(rules).solve(numbers, target, "all")
    assert set(listed_keys(answer.methods, numbers, target, rules)) == brute.keys(numbers, target, rules)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("numbers", "target", "unary_depth"),
    laws.some([
        ((4,), 24, 2), ((3,), 720, 2), ((2, 4), -2, 1), ((0,), 1, 2), ((3, 5), 2, 1), ((4, 9), 6, 1),
        ((0, 3), 1, 1), ((1, 2), 1, 1), ((2, 6), 15, 1), ((9, 7), Fraction(1, 3), 1), ((8, 2), 3, 1),
    ], of=3),
)  # fmt: skip
def test_the_list_with_the_whole_notation_is_all_there_is(numbers, target, unary_depth):
    rules = EDITIONS["number-tournament"]
    answer = Solver(rules, unary_depth).solve(numbers, target, "all")
    keys = listed_keys(answer.methods or (), numbers, target, rules)
    assert set(keys) == brute.keys(numbers, target, rules, unary_depth)


@pytest.mark.parametrize(
    ("functions", "numbers", "target", "unary_depth"),
    [
        (("add", "power", "sqrt"), (2, 3, 4), 5, 1),
        (("subtract", "multiply", "abs"), (1, 3, 5), 4, 1),
        (("gcd", "lcm", "mod"), (4, 6, 9), 1, 0),
        (("choose", "permute", "factorial"), (1, 2, 3), 6, 1),
        (("divide", "root", "log"), (2, 4, 8), 2, 0),
    ],
)
def test_three_numbers_with_a_few_functions(functions, numbers, target, unary_depth):
    every = EDITIONS["number-tournament"].functions
    rules = edition({"edition": "number-tournament", "off": sorted(every - set(functions))})
    answer = Solver(rules, unary_depth).solve(numbers, target, "all")
    keys = listed_keys(answer.methods or (), numbers, target, rules)
    assert set(keys) == brute.keys(numbers, target, rules, unary_depth)


@examples(60)
@given(some.sampled_from(ARITHMETIC), few_numbers, some.fractions(-9, 60, max_denominator=4))
def test_the_best_is_as_near_as_anything_and_the_order_given_makes_no_difference(name, numbers, target):
    answer = SOLVERS[name].solve(numbers, target)
    assert answer == Solver(EDITIONS[name]).solve(numbers[::-1], target)
    if answer.best is None:
        return
    verdict = judge(answer.best, numbers, target, EDITIONS[name])
    answered = (verdict.verdict, verdict.value, verdict.distance, verdict.on_target)
    assert answered == ("accepted", str(answer.value), str(answer.distance), answer.solvable)


@pytest.mark.parametrize("name", ARITHMETIC)
@pytest.mark.parametrize(("numbers", "target"), [((1, 1, 2), 30), ((2, 7, 9), 31), ((5, 5, 5), 23), ((3, 8, 8), 500)])
def test_the_best_of_everything_written_out(name, numbers, target):
    rules = EDITIONS[name]
    ranked = []
    for text in brute.texts(numbers, rules, 0):
        verdict = judge(text, numbers, target, rules)
        if verdict.verdict == "accepted":
            tree = verdict.trees[0]
            used = sum(text.isdigit() for text in text.replace("(", " ").replace(")", " ").split())
            ranked.append((Fraction(verdict.distance), used, len(plain(tree))))
    answer = SOLVERS[name].solve(numbers, target)
    assert (answer.distance, len(answer.best)) == (min(ranked)[0], min(ranked)[2])
