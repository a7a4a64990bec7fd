"""What must hold of every method, tried on random ones."""

import random
import xml.etree.ElementTree as ElementTree
from fractions import Fraction

from hypothesis import assume, given, strategies as st

from judging.language.editions import edition
from judging.language.evaluation.evaluate import evaluate
from judging.language.expression import structure
from judging.language.numbers import exact
from judging.language.parsing import grammar
from judging.language.parsing.writing import mathml, plain
from judging.language.verdict import judge
from tests.laws import examples

DISTINCT = edition({"edition": "number-tournament", "policies": {"through_brackets": "distinct"}})
JOINED = {"+": "({} + {})", "*": "({} * {})", "gcd": "gcd({}, {})", "lcm": "lcm({}, {})"}
ORDERED = {
    "-": "({} - {})",
    "/": "({} / {})",
    "^": "(({})^({}))",
    "mod": "(({}) mod ({}))",
    "C": "(({})C({}))",
}
ALONE = {"!": "({})!", "!!": "({})!!", "√": "√({})", "T": "T({})", "R": "R({})", "|": "abs({})"}

leaves = st.integers(0, 9)
trees = st.recursive(
    leaves,
    lambda inside: st.one_of(
        st.tuples(st.sampled_from([*JOINED, *ORDERED, "-", "+", "*"]), inside, inside),
        st.tuples(st.sampled_from([*ALONE]), inside),
    ),
    max_leaves=6,
)


def written(tree) -> str:
    if isinstance(tree, int):
        return str(tree)
    sign, *inputs = tree
    return ({**JOINED, **ORDERED, **ALONE})[sign].format(*map(written, inputs))


def numbers(tree) -> list[int]:
    return [tree] if isinstance(tree, int) else [n for each in tree[1:] for n in numbers(each)]


def shuffled(tree, chance):
    """The same method in another order: what commutes is exchanged, here and there."""
    if isinstance(tree, int):
        return tree
    sign, *inputs = tree
    inputs = [shuffled(each, chance) for each in inputs]
    if sign in JOINED and chance.random() < 0.5:
        inputs.reverse()
    return (sign, *inputs)


def accepted(tree, **more):
    verdict = judge(written(tree), numbers(tree), **more)
    assume(verdict.verdict == "accepted")
    return verdict


def without_places(verdict):
    """The verdict, with the codes of its reasons in place of them."""
    facts = verdict.as_dict()
    for each in (facts, *facts["readings"]):
        each["reasons"] = sorted(reason["code"] for reason in each["reasons"])
    return facts


def keys(verdict):
    return verdict.value, verdict.method_key, verdict.kin_key


@examples(300)
@given(trees, st.randoms(use_true_random=False))
def test_shuffling_what_commutes_keeps_both_keys(tree, chance):
    assert keys(accepted(tree)) == keys(accepted(shuffled(tree, chance)))


@examples(200)
@given(st.lists(trees, min_size=2, max_size=5), st.sampled_from("+*"), st.randoms(use_true_random=False))
def test_regrouping_a_sum_or_product_keeps_both_keys(parts, sign, chance):
    first = accepted(_grouped(parts, sign, chance))
    chance.shuffle(parts)
    assert keys(first) == keys(accepted(_grouped(parts, sign, chance)))


def _grouped(parts, sign, chance):
    parts = list(parts)
    while len(parts) > 1:
        at = chance.randrange(len(parts) - 1)
        parts[at : at + 2] = [(sign, parts[at], parts[at + 1])]
    return parts[0]


@examples(200)
@given(trees, trees, trees)
def test_brackets_behind_a_minus_sign_or_below_a_line_open(a, b, c):
    for minus, plus in ("-+", "/*"):
        assert keys(accepted((minus, a, (minus, b, c)))) == keys(accepted((plus, (minus, a, b), c)))
        assert keys(accepted((minus, a, (plus, b, c)))) == keys(accepted((minus, (minus, a, b), c)))


@examples(200)
@given(trees, trees)
def test_turning_a_difference_round_inside_bars_keeps_the_method_key(a, b):
    verdict = accepted(("|", ("-", a, b)))
    assume(verdict.value != "0")  # at zero both differences are what they are
    assert keys(verdict) == keys(accepted(("|", ("-", b, a))))


@examples(200)
@given(trees, st.sampled_from(["!", "!!", "√", "T", "|"]))
def test_a_function_of_one_input_that_changes_nothing_keeps_both_keys(tree, sign):
    bare, inside = accepted(tree), accepted((sign, tree))
    assume(bare.value == inside.value)
    assert keys(bare) == keys(inside)


@examples(300)
@given(st.lists(leaves, min_size=2, max_size=4), st.lists(st.integers(0, 10**9), min_size=2, max_size=12))
def test_the_same_method_is_kin_and_has_one_value(given_numbers, seeds):
    by_key = {}
    for seed in seeds:
        chance = random.Random(seed)
        numbers_left = chance.sample(given_numbers, len(given_numbers))
        verdict = judge(_random_method(numbers_left, chance), given_numbers)
        if verdict.verdict == "accepted":
            pair = (verdict.value, verdict.kin_key)
            assert by_key.setdefault(verdict.method_key, pair) == pair


def _random_method(numbers_left, chance) -> str:
    if len(numbers_left) == 1:
        text = str(numbers_left[0])
        return chance.choice([text, text, text, f"√({text})", f"({text})!"])
    cut = chance.randint(1, len(numbers_left) - 1)
    sign = chance.choice(["+", "-", "*", "/", "-", "+"])
    left, right = _random_method(numbers_left[:cut], chance), _random_method(numbers_left[cut:], chance)
    return f"({left} {sign} {right})"


@examples(300)
@given(trees, st.booleans())
def test_written_and_read_again_it_is_the_same_tree_with_the_same_keys(tree, opens):
    rules = {} if opens else {"edition": DISTINCT}
    verdict = accepted(tree, **rules)
    again = judge(plain(verdict.trees[0]), numbers(tree), **rules)
    assert (structure(again.trees[0]), keys(again), len(again.trees)) == (
        structure(verdict.trees[0]),
        keys(verdict),
        1,
    )


@examples(200)
@given(trees)
def test_a_value_in_plain_writing_reads_back_as_that_value(tree):
    text = accepted(tree).value
    (read,) = grammar.readings(text, 0, len(text))
    assert exact.equal(evaluate(read).value, evaluate(accepted(tree).trees[0]).value)


@examples(200)
@given(trees)
def test_mathml_is_well_formed_and_has_no_fences_of_old(tree):
    verdict = judge(written(tree), numbers(tree))
    for each in verdict.trees:
        marks = {node.tag.rpartition("}")[2] for node in ElementTree.fromstring(mathml(each)).iter()}
        assert marks <= {"math", "mrow", "mn", "mo", "mi", "mfrac", "msqrt", "mroot", "msup", "msub", "mmultiscripts",
                         "mprescripts", "none", "mspace", "mtext"}  # fmt: skip


@examples(200)
@given(trees, st.fractions(-50, 50, max_denominator=6))
def test_the_distance_is_exact_and_rounds_up(tree, target):
    verdict = accepted(tree, target=target)
    if verdict.on_target:
        assert (verdict.distance, verdict.distance_up) == ("0", 0)
        return
    assert verdict.distance_up >= 1
    if all(mark not in verdict.distance for mark in "√r"):
        away = Fraction(verdict.distance)
        assert away == abs(Fraction(verdict.value) - target)
        assert verdict.distance_up - 1 < away <= verdict.distance_up


@examples(200)
@given(trees, st.data())
def test_spaces_and_the_order_of_the_given_numbers_mean_nothing(tree, data):
    text, given_numbers = written(tree), numbers(tree)
    spaced = "".join(
        character + data.draw(st.sampled_from(["", " ", "\u00a0"]))
        if not (character.isalnum() or character in "!*")
        else character
        for character in text
    )
    other = data.draw(st.permutations(given_numbers))
    assert without_places(judge(text, given_numbers)) == without_places(judge(spaced, other))


@examples(150)
@given(trees)
def test_steps_end_in_the_value_and_each_is_what_it_says(tree):
    verdict = accepted(tree)
    steps = judge(written(tree), numbers(tree), steps=True).steps
    assert [step.value for step in steps][-1:] == ([verdict.value] if not isinstance(tree, int) else [])
    for step in steps:
        # an irrational number of no simple kind is written by how it came about, so it is the difference that is
        # compared
        assert judge(f"({step.expression}) - ({step.value})", []).value in ("0", None)
