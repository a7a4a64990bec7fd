"""Irrational values: sums of radicals in one form, beside decimal numbers of many digits."""

import random
import subprocess
import sys
from pathlib import Path

import mpmath
import pytest

from judging.language.evaluation.evaluate import evaluate
from judging.language.expression import Number
from judging.language.limits import line_budget
from judging.language.numbers import exact
from judging.language.numbers.radicals.radical_sums import RadicalSum
from judging.language.parsing import grammar
from judging.language.verdict import judge

from .fuzz import own_numbers_of

ROOT = Path(__file__).parents[3]
DIGITS = 120
JOINED = ["({} + {})", "({} - {})", "(({})*({}))", "(({})/({}))"] * 3 + [
    "√(({}) + ({}))",
    "√(({})*({}))",
    "|({}) - ({})|",
    "root({}, {})",
    "(({})^({}))",
    "(({}) + ({}))^2",
]
ALONE = ["{}"] * 3 + ["√{}", "√√{}", "T({})"]
DECIMAL = {
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "divide": lambda a, b: a / b,
    "power": lambda a, b: a**b if a > 0 else a ** int(mpmath.nint(b)),
    "sqrt": mpmath.sqrt,
    "root": lambda index, a: mpmath.sign(a) * mpmath.root(abs(a), int(mpmath.nint(index))),
    "triangular": lambda n: n * (n + 1) / 2,
    "abs": abs,
}


def written(chance, numbers):
    if len(numbers) == 1:
        return chance.choice(ALONE).format(numbers[0])
    at = chance.randint(1, len(numbers) - 1)
    return chance.choice(JOINED).format(written(chance, numbers[:at]), written(chance, numbers[at:]))


def decimal(tree):
    if type(tree) is Number:
        return mpmath.mpf(tree.value)
    return DECIMAL[tree.function](*map(decimal, tree.inputs))


def read(text):
    return grammar.readings(text, 0, len(text))[0]


def test_a_power_longer_than_any_number_is_written_as_a_power():
    verdict = judge("1/√√√√√√√(9^3999+7)", [1, 9, 3999, 7])
    assert verdict.value is not None
    assert len(verdict.value) < 10_000
    assert verdict.value.startswith("root(64, 2^61)*root(128, 137^")


def value(text):
    return evaluate(read(text)).value


def test_values_agree_with_decimal_numbers_and_read_back_as_the_same_number():
    chance, compared = random.Random(16), 0
    with mpmath.workdps(DIGITS):
        while compared < 300:
            text = written(chance, [chance.randint(1, 12) for _ in range(chance.randint(2, 5))])
            verdict = judge(text, own_numbers_of(text))
            if (
                verdict.value is None
                or verdict.value.lstrip("-").replace("/", "").isdigit()
                or len(verdict.value) > 2000
            ):
                continue
            expected, shown = decimal(verdict.trees[0]), decimal(read(verdict.value))
            assert abs(expected - shown) <= mpmath.mpf(10) ** -90 * max(1, abs(expected)), (text, verdict.value)
            assert exact.equal(value(verdict.value), evaluate(verdict.trees[0]).value), text
            compared += 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("√(5+2*√6)", "√2+√3"),
        ("√(7-4*√3)", "2-√3"),
        ("√(4+3*√2)", "root(4,2)*(1+√2)"),
        ("root(3,2+√5)", "(1+√5)/2"),
        ("root(3,7-5*√2)", "1-√2"),
        ("root(15,(1+√2)^15)", "1+√2"),
        ("root(6,(√3+√5)^6)", "√3+√5"),
        ("8^(5/6)", "4*√2"),
        ("1/(1+√2+√3)", "(2+√2-√6)/4"),
        ("1/(root(3,2)-1)", "1+root(3,2)+root(3,4)"),
        ("root(5,2)*root(5,16)", "2"),
        ("√1000003*√3000009", "1000003*√3"),
        ("√(1000003*1000033)*√(1000003*1000037)", "1000003*√(1000033*1000037)"),
        ("√(1000003*1000033)+√1000003*√1000033", "2*√1000003*√1000033"),
        ("root(3,1000003^2)*root(6,1000003^2)", "1000003"),
        ("√(1+√2)*√(√2-1)", "1"),
        ("√(6+2*√2+2*√3+2*√6)", "1+√2+√3"),
        ("(√(1+√2)+1)*(√(1+√2)-1)", "√2"),
        ("(√(1+√2))^7", "(7+5*√2)*√(1+√2)"),
    ],
)
def test_two_ways_to_one_number_are_equal(one, other):
    assert exact.equal(value(one), value(other))
    assert not exact.equal(value(one), value(f"{other}+1/10^90"))


def test_equal_sums_have_one_writing():
    texts = ["√2+√3-√5", "√3-√5+√2", "√(5+2*√6)-√5", "(√6+3-√15)/√3", "(√30+√20-5*√2)*√10/10-√2+√2"]
    assert {exact.write(value(text)) for text in texts[:4]} == {"√2 + √3 - √5"}
    assert exact.write(value(texts[4])) == "√2 + √3 - √5"


def test_a_sign_is_found_however_close_to_zero():
    assert exact.sign(value("(√2-1)^900 - 1/10^345")) == 1
    assert exact.sign(value("(√2-1)^900 - 1/10^344")) == -1
    assert exact.ceiling(value("10^50*√2-10^50*√2+√5")) == 3


def test_a_sum_divided_by_itself_is_one():
    chance = random.Random(3)
    for _ in range(60):
        parts = [f"{chance.randint(1, 9)}*root({chance.randint(2, 5)},{chance.randint(2, 20)})" for _ in range(2)]
        number = value("+".join([*parts, str(chance.randint(0, 3))]))
        assert exact.multiply(number, exact.reciprocal(number)) == 1
        assert isinstance(number, int | RadicalSum)


def test_of_a_hundred_lines_of_the_bench_with_roots_one_at_most_needs_sympy():
    program = (
        "import sys; from bench import engine; from judging.language.verdict import judge\n"
        "lines = engine._lines(engine._whole_notation); print('sympy' in sys.modules, sum(map(engine._is_irrational,"
        " lines)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded, irrational = done.stdout.split()
    assert (loaded, int(irrational) > 100) == ("False", True)


def test_what_is_worked_out_again_costs_the_same():
    spent = []
    for _ in range(2):
        with line_budget() as budget:
            value("(√2+root(3,5))^5 - √7")
        spent.append(budget.spent)
    assert spent[0] == spent[1] > 0
