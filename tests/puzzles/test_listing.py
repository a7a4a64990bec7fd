"""The listing of a puzzle's methods: everything of a plain kind, within a number of steps, the same every time."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as some

from judging.language.editions import BASIC, EDITIONS
from judging.language.expression import Number, postorder
from judging.language.functions.table import FUNCTIONS
from judging.language.keys import method_keys
from judging.language.verdict import judge
from puzzles.enumeration.simplicity import simplicity
from puzzles.listing import FAMILIAR, MOST_SHOWN, how_many, listing, simplest
from puzzles.solver import Solver
from tests.laws import examples
from tests.puzzles.counts import texts

EVERYTHING = EDITIONS["number-tournament"]


@examples(60)
@given(
    some.sampled_from(sorted(EDITIONS)),
    some.lists(some.integers(0, 13), min_size=1, max_size=4),
    some.integers(-5, 60),
)
def test_what_is_listed_the_judge_accepts_on_target_under_the_same_keys(name, numbers, target):
    edition = EDITIONS[name]
    listed = listing(numbers, target, edition)
    assert len({each.key for each in listed.methods}) == len(listed.methods)
    for each in listed.methods[:40]:
        verdict = judge(each.text, numbers, target, edition)
        assert (verdict.verdict, verdict.on_target) == ("accepted", True), each.text
        assert (verdict.method_key, verdict.kin_key) == (each.key, each.kin_key)


@pytest.mark.parametrize("name", ["basic-24", "countdown", "smash"])
def test_where_few_functions_are_allowed_it_is_all_that_the_solver_finds(name):
    edition = EDITIONS[name]
    listed = listing((1, 2, 3, 4), 24, edition)
    assert listed.complete
    assert sorted(each.text for each in listed.methods) == sorted(texts(Solver(edition), (1, 2, 3, 4), 24))


def test_of_methods_that_are_kin_one_is_shown_and_each_is_counted():
    edition = EDITIONS["basic-24"]
    listed = listing((1, 3, 3, 8), 24, edition)
    shown = [each.text for each in simplest(listed, (1, 3, 3, 8), 24, edition)]
    turned = {"3 + 3 * (8 - 1)", "3 - 3 * (1 - 8)"}
    assert turned <= {each.text for each in listed.methods}
    assert len(turned & set(shown)) == 1
    assert how_many(listed, (1, 3, 3, 8), 24, edition) == len(listed.methods) > len(shown)


def test_with_the_whole_notation_it_says_which_functions_it_tried():
    listed = listing((3, 7, 8, 11), 15, EVERYTHING)
    assert not listed.complete
    assert listed.functions == BASIC | FAMILIAR
    tried = replace(EVERYTHING, functions=listed.functions)
    assert sorted(each.text for each in listed.methods) == sorted(texts(Solver(tried), (3, 7, 8, 11), 15))


def test_where_familiar_functions_are_too_many_the_four_operations_are_left():
    for numbers, target in (((3, 6, 8, 10, 12), 7), ((1, 2, 3, 4), 24)):
        listed = listing(numbers, target, EVERYTHING)
        assert (listed.functions, listed.most_numbers, listed.complete) == (BASIC, len(numbers), False)
        assert listed.methods


def test_of_a_large_grid_every_method_with_few_of_its_numbers_is_listed():
    edition = EDITIONS["dmas"]
    listed = listing(range(1, 10), 20, edition)
    assert 2 < listed.most_numbers < 9
    assert not listed.complete
    solver = Solver(edition)
    with_three = {text for text in texts(solver, (1, 2, 3, 4, 5), 20) if sum(map(text.count, "+-*/")) == 2}
    assert with_three <= {each.text for each in listed.methods}


@pytest.mark.parametrize("numbers", [(), (1, 2, 3, 4, 5, 6, 7, 8), tuple(range(1, 40))])
def test_where_there_is_no_room_to_search_it_says_so(numbers):
    listed = listing(numbers, 24, EVERYTHING)
    assert (listed.methods, listed.most_numbers, listed.complete) == ((), 0, False)


def test_the_steps_alone_decide_where_it_stops():
    assert listing((1, 2, 3, 4), 24, EVERYTHING, steps=3).most_numbers == 0
    assert listing((1, 2, 3, 4), 24, EVERYTHING) == listing((4, 3, 2, 1), 24, EVERYTHING)


@pytest.mark.parametrize(
    ("name", "numbers", "target", "first"),
    [
        ("basic-24", (1, 2, 3, 4), 24, "4 * (1 + 2 + 3)"),  # and not 1 * 2 * 3 * 4
        ("basic-24", (1, 1, 1, 8), 8, "8 * (1 + 1 - 1)"),
        ("number-tournament", (1, 5, 5, 5), 24, "5 * (5 - 1 / 5)"),
        ("number-tournament", (2, 5, 7, 9), 24, "5 * 7 - 2 - 9"),
        ("number-tournament", (1, 1, 1, 1), 24, "(1 + 1 + 1 + 1)!"),
        ("dmas", (2, 3, 4, 10), 24, "4 + 2 * 10"),
    ],
)
def test_the_simplest_come_first(name, numbers, target, first):
    methods = listing(numbers, target, EDITIONS[name]).methods
    assert methods[0].text == first
    assert list(methods) == sorted(methods, key=lambda each: each.simplicity)


def test_decoration_comes_first_only_where_nothing_else_is_left():
    (only,) = {each.simplicity.decorations for each in listing((1, 24), 24, EDITIONS["basic-24"]).methods}
    assert only == 1
    undecorated = [each.simplicity.decorations for each in listing((1, 2, 3, 4), 24, EVERYTHING).methods]
    assert undecorated[0] == 0 < undecorated[-1]


def form_of(text, numbers):
    forms = []
    for node in postorder(judge(text, numbers, None, EVERYTHING).trees[0]):
        if isinstance(node, Number):
            forms.append(method_keys.number(int(node.text)))
            continue
        inputs = forms[len(forms) - len(node.inputs) :]
        del forms[len(forms) - len(node.inputs) :]
        value = FUNCTIONS[node.function].implementation(*(each.value for each in inputs))
        forms.append(method_keys.build_form(node.function, inputs, value))
    return forms[0]


@pytest.mark.parametrize(
    ("text", "numbers", "decorations", "functions", "largest"),
    [
        ("4 * 1^3 * 6", (1, 3, 4, 6), 1, 1, 24),
        ("6 / (1 - 3 / 4)", (1, 3, 4, 6), 0, 0, 24),
        ("1 * 2 * 3 * 4", (1, 2, 3, 4), 1, 0, 24),
        ("24^1 + 0", (0, 1, 24), 2, 1, 24),
        ("1 + 23", (1, 23), 0, 0, 24),
        ("8 / 1 + 1 / 8", (1, 1, 8, 8), 1, 0, 65),
        ("gcd(1, 8)", (1, 8), 1, 1, 8),
        ("gcd(4, 6, 8)", (4, 6, 8), 0, 2, 8),
        ("(3 - 2) * 24", (2, 3, 24), 0, 0, 24),
        ("(5 - sqrt(9)) * 12", (5, 9, 12), 0, 1, 24),
    ],
)
def test_what_makes_a_method_simple(text, numbers, decorations, functions, largest):
    assert simplicity(form_of(text, numbers)) == (decorations, functions, largest)


@pytest.mark.parametrize(
    ("numbers", "target"), [((1, 3, 4, 6), 24), ((1, 1, 1, 1), 24), ((2, 3), 9), ((3, 6, 8, 10, 12), 7)]
)
def test_where_few_are_listed_more_are_there_to_show(numbers, target):
    listed = listing(numbers, target, EVERYTHING)
    shown = simplest(listed, numbers, target, EVERYTHING)
    assert {each.kin_key for each in listed.methods} <= {each.kin_key for each in shown}
    assert list(shown) == sorted(shown, key=lambda each: each.simplicity)
    for each in shown[:MOST_SHOWN]:
        verdict = judge(each.text, numbers, target, EVERYTHING)
        assert (verdict.verdict, verdict.on_target, verdict.method_key) == ("accepted", True, each.key)


@pytest.mark.parametrize(
    ("name", "numbers", "count"),
    [
        ("basic-24", (1, 2, 3, 4), 4),
        ("dmas", (1, 2, 3, 4), 3),
        ("number-tournament", (1, 3, 4), 3316),
        ("number-tournament", (1, 2, 3, 4, 5), None),
    ],
)
def test_how_many_there_are(name, numbers, count):
    edition = EDITIONS[name]
    assert how_many(listing(numbers, 24, edition), numbers, 24, edition) == count


def test_a_list_for_people_begins_with_the_simplest_and_the_best_stays_the_shortest():
    solver = Solver(EDITIONS["basic-24"])
    for_people = solver.solve((1, 2, 3, 4), 24, "all", simplest_first=True)
    for_programs = solver.solve((1, 2, 3, 4), 24, "all")
    assert for_people.methods[0] == "4 * (1 + 2 + 3)"
    assert for_people.best == for_programs.best == for_programs.methods[0]
    assert sorted(for_people.methods) == sorted(for_programs.methods)
