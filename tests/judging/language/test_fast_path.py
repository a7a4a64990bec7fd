"""The fast path answers most accepted lines, and answers them as the general path does."""

import pytest

from judging.language.editions import edition
from judging.language.expression import Number
from judging.language.fast_path.parsing import program
from judging.language.functions.table import FUNCTIONS
from judging.language.limits import line_budget
from judging.language.verdict import judge
from judging.language.verdict_types import Unparsed
from tests.judging.language import fast_path_fuzz
from tests.judging.language.corpus import lines, numbers, target, texts


def test_both_paths_say_the_same_of_random_lines_and_the_fast_one_answers_many():
    answered = sum(map(fast_path_fuzz.check, fast_path_fuzz.lines(4000, seed=12)))
    assert answered > 1000


def test_both_paths_say_the_same_of_the_corpus():
    for line in lines("methods.txt"):
        given, wanted, text, *_ = line.parts
        fast_path_fuzz.check(fast_path_fuzz.Line(text, numbers(given), target(wanted), line.rules))


def as_program(tree):
    if isinstance(tree, Number):
        return [tree.value]
    return [step for each in tree.inputs for step in as_program(each)] + [tree.function]


def test_a_program_is_the_only_tree_of_its_text():
    count = 0
    for text in texts():
        if (short := program(text, 0, len(text))) and not {"fibonacci"} & set(short.steps):
            (tree,) = judge(text, short.numbers, steps=True).trees
            assert (short.steps, short.numbers) == (
                as_program(tree),
                [n for n in short.steps if type(n) is int],
            )
            count += 1
    assert count > 250


@pytest.mark.parametrize(
    "text, given",
    [
        ("(1 + 2) × 3 - 4 ÷ 5", [1, 2, 3, 4, 5]),
        ("6 x (5 - 3) / 4 = 3", [3, 4, 5, 6]),
        ("2(3 + 4)", [2, 3, 4]),
        ("2024 + 1", [1, 2024]),
        ("4C3 + T(4) - 5!!", [4, 3, 4, 5]),
        ("√9 x |3 - 5| + 2^3", [9, 3, 5, 2, 3]),
        ("gcd(4, 6) + 5² - (7 mod 5)", [2, 4, 5, 5, 6, 7]),
        ("5 + 5 + 5 - 5", [5, 5, 5, 5]),
        ("1) 6 x 4 = 24.", [6, 4]),
        ("24: 4x3x2x1", [1, 2, 3, 4]),
        ("√2 × √8 + |√3 - 5|", [2, 8, 3, 5]),
        ("(5 - 3)^2 × 4", [2, 3, 4, 5]),
    ],
)
def test_what_is_commonly_written_takes_the_fast_path(text, given):
    verdict = judge(text, given, 24)
    assert (verdict.verdict, type(verdict.parsed)) == ("accepted", Unparsed)


@pytest.mark.parametrize(
    "text, given",
    [
        ("3√8", [3, 8]),
        ("6/2(1+2)", [6, 2, 1, 2]),
        ("√9!", [9]),
        ("4C3!", [4, 3]),
        ("2^4C3", [2, 4, 3]),
        ("T4!", [4]),
        ("7 + 5 mod 3", [7, 5, 3]),
        ("7 mod 5 + 3", [7, 5, 3]),
        ("5!!!", [5]),
        ("||3 - 5| - 4|", [3, 5, 4]),
        ("1 2 + 3", [1, 2, 3]),
        ("05 + 3", [0, 5, 3]),
        ("-3 + 5", [3, 5]),
        ("(3 + 4", [3, 4]),
        ("3 + 4)", [3, 4]),
        ("(3, 4)", [3, 4]),
        ("C(4)", [4]),
        ("5²√9", [5, 2, 9]),
        ("", []),
    ],
)
def test_what_has_several_readings_or_faults_has_no_program(text, given):
    assert program(text, 0, len(text)) is None


@pytest.mark.parametrize(
    "text, given",
    [
        ("(√(1 + √2) + √3) × 5", [1, 2, 3, 5]),
        ("root(7, 3)^6 - √5 + 1 / (√2 + 9)", [7, 3, 6, 5, 1, 2, 9]),
        ("√2 × √8 + 9!", [2, 8, 9]),
    ],
)
def test_irrational_values_count_the_same_work_on_both_paths(text, given):
    with line_budget() as fast:
        verdict = judge(text, given, 24)
    with line_budget() as general:
        in_words = judge(text.replace("+", "plus"), given, 24)  # which the fast path does not read
    assert (type(verdict.parsed), type(in_words.parsed)) == (Unparsed, tuple)
    assert verdict.as_dict() == in_words.as_dict()
    assert 0 < fast.spent == general.spent


def test_every_symbol_and_name_of_the_table_is_read_here_as_in_general_or_not_at_all():
    rules = edition({"edition": "number-tournament", "on": [n for n in FUNCTIONS if n != "negative"]})
    for row in FUNCTIONS.values():
        for text in (row.example, *row.also):
            given = [int(each) for each in "".join(c if c in "0123456789" else " " for c in text).split()]
            fast_path_fuzz.check(fast_path_fuzz.Line(text, given, None, rules))
