"""What sets of the 24 family allow, how they are dealt, and single rounds by command."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from random import Random

import pytest
from hypothesis import given, strategies as st

from judging.games.twentyfour.expressions import value_of
from judging.games.twentyfour.settings import SCHEMA
from puzzles.commands.referee import main
from puzzles.games.twentyfour import after, deal_sets, review
from puzzles.twentyfour.values import makes, nearest, values
from tests.judging.games.twentyfour.tables import Table
from tests.laws import examples, some

SETS = list(combinations_with_replacement(range(1, 11), 4))


def by_brute_force(numbers: tuple[int, ...]) -> set[Fraction]:
    """Every value, two numbers joined at a time: shares nothing with the code that is tested."""
    if len(numbers) == 1:
        return {Fraction(numbers[0])}
    values_made = set()
    for one, other, *rest in set(permutations(tuple(map(Fraction, numbers)))):
        joined = [one + other, one - other, one * other, *([one / other] if other else [])]
        for each in joined:
            values_made |= by_brute_force((each, *rest))
    return values_made


@pytest.mark.sampled
def test_all_715_sets_of_range_10():  # 566 solvable, 149 not
    assert len(SETS) == 715
    solvable = [numbers for numbers in SETS if makes(numbers, 24)]
    assert len(solvable) == 566
    for numbers in some(SETS, of=5):
        shown = review("classic", 24, (numbers,))
        assert shown["possible"] == (numbers in solvable)
        for text in shown["sets"][0]["methods"]:
            assert value_of(text, numbers) == 24


@pytest.mark.parametrize("numbers", SETS[::40])
def test_values_are_those_of_brute_force(numbers):
    assert {Fraction(*pair) for pair in values(numbers)} == by_brute_force(numbers)


@examples(40)
@given(st.lists(st.integers(1, 10), min_size=2, max_size=4), st.integers(-30, 60))
def test_a_set_makes_the_targets_that_are_among_its_values(numbers, target):
    given_numbers = tuple(sorted(numbers))
    assert makes(given_numbers, target) == ((target, 1) in values(given_numbers))


def test_the_largest_common_x_is_that_of_brute_force_and_proved_with_every_set():
    random = Random(24)
    for _ in range(5):
        sets = tuple(tuple(random.randint(1, 10) for _ in range(4)) for _ in range(3))
        shown = review("largest", 24, sets)
        common = set.intersection(*map(by_brute_force, sets))
        assert shown["x"] == (str(max(common)) if common else None)
        for row, numbers in zip(shown["sets"], sets, strict=True):
            assert row["numbers"] == list(numbers)
            assert not common or value_of(row["methods"][0], numbers) == Fraction(shown["x"])


def test_the_nearest_x_may_be_a_fraction_and_lie_on_either_side():
    assert nearest((3, 3, 8, 8), 24) == [Fraction(73, 3)]
    shown = review("closest", 24, ((3, 3, 8, 8),))
    assert (shown["x"], shown["goals"]) == ("1/3", ["73/3"])
    assert value_of(shown["sets"][0]["methods"][0], (3, 3, 8, 8)) == Fraction(73, 3)
    both = next(numbers for numbers in SETS if len(nearest(numbers, 24)) == 2)
    low, high = nearest(both, 24)
    assert 24 - low == high - 24 > 0


def test_a_review_speaks_of_the_round_that_is_over():
    table = Table()
    assert after(table.position, None) == {}
    table.deal("1 2 3 4")
    assert after(table.position, None) == {}
    table.answer(1, "1*2*3*4")
    table.deal("1 1 1 1")
    shown = after(table.position, None)
    assert (shown["round"], shown["possible"]) == (1, True)
    json.dumps(shown)


def test_the_same_chance_deals_the_same_sets_and_type_2_only_solvable_ones():  # TF-2
    values_ = SCHEMA.read({"game_type": "2", "sets": 3})
    dealt = [deal_sets(values_, Random(seed)) for seed in range(40)]
    assert dealt == [deal_sets(values_, Random(seed)) for seed in range(40)]
    assert all(makes(numbers, 24) for sets in dealt for numbers in sets)
    usual = [deal_sets(SCHEMA.defaults(), Random(seed))[0] for seed in range(300)]
    assert not all(makes(numbers, 24) for numbers in usual)
    assert {number for numbers in usual for number in numbers} == set(range(1, 11))


def test_a_deal_of_type_2_ends_even_if_no_set_has_a_solution():
    hopeless = SCHEMA.read({"game_type": "2", "number_range": 1, "target": 9999})
    assert deal_sets(hopeless, Random(1)) == [(1, 1, 1, 1)]


def referee(**line: object) -> dict:
    row, out = json.dumps({"id": 7, "game": "twenty-four", "players": ["A", "B"], **line}), io.StringIO()
    main(["--jsonl"], io.StringIO(row), out, io.StringIO())
    return json.loads(out.getvalue())


A, B = {"player": "A"}, {"player": "B"}


def test_the_round_of_the_issue():
    moves = [
        {**A, "at": 1.5, "answer": ["8/(3-8/3)"]},
        {**B, "at": 2, "impossible": True},
        {**A, "at": 3, "x": "3/2"},
        {**A, "at": 61, "proof": ["8/8*3/3"]},
    ]
    line = {"type": 12, "target": 24, "sets": [[3, 3, 8, 8]], "answer_time": 60}
    why = {"A": "not_in_this_type", "B": "first_impossible"}
    assert referee(**line, moves=moves) == {
        "id": 7, "points": {"A": 0, "B": 1}, "winner": "B", "draw": False, "why": why,
    }  # fmt: skip
    moves[2]["x"], moves[0:1] = 1, []
    why = {"A": "best_x", "B": "beaten_impossible"}
    assert referee(**line, moves=moves) == {
        "id": 7, "points": {"A": 1, "B": 0}, "winner": "A", "draw": False, "why": why,
    }  # fmt: skip


@pytest.mark.parametrize("kind", [10, 11, 12, 20, 21, 22])
def test_an_x_at_the_answer_time_is_late_and_a_proof_has_no_limit(kind):  # TF-R-1
    moves = [{**A, "at": 59.9, "x": "8/3"}, {**B, "at": 60, "x": "1"}, {**A, "at": 5000, "proof": ["3*3-8+8"]}]
    shown = referee(type=kind, sets=[[3, 3, 8, 8]], answer_time=60, moves=moves)
    assert shown["why"] == {"A": "wrong_proof", "B": "x_late"}
    assert shown["winner"] is None


def test_type_1_with_several_players_and_type_2_without_a_solution_are_scored():
    for kind in (0, 1, 2):
        moves = [{**A, "at": 1, "impossible": True}, {**B, "at": 1, "impossible": True}]
        assert referee(type=kind, sets=[[1, 1, 1, 1]], moves=moves)["draw"]
        moves = [{**A, "at": 1, "impossible": True}, {**B, "at": 1, "answer": ["1+1+1+1"]}]
        assert referee(type=kind, sets=[[1, 1, 1, 1]], moves=moves)["points"] == {"A": 0, "B": -1}


@pytest.mark.parametrize("x", [1.5, "3/2", "1.5", "6/4"])
def test_an_x_may_be_a_number_or_a_text(x):
    moves = [{**A, "at": 1, "x": x}, {**B, "at": 2, "impossible": True}, {**A, "at": 3, "proof": "(8-8+3)/2"}]
    assert referee(type=11, sets=[[2, 3, 8, 8]], moves=moves)["winner"] == "A"


def test_a_round_without_moves_has_no_winner():
    for kind in (0, 10, 12, 22):
        shown = referee(type=kind, sets=[[3, 3, 8, 8]], moves=[])
        assert (shown["winner"], shown["draw"], shown["points"]) == (None, False, {"A": 0, "B": 0})


@pytest.mark.parametrize(
    "line, code",
    [
        ({"sets": []}, "wrong_count"),
        ({"sets": [[1, 2], [1, 2, 3]]}, "wrong_count"),
        ({"sets": [[0, 1]]}, "out_of_range"),
        ({"sets": [[1, 2]], "type": 3}, "unknown_type"),
        ({"sets": [[1, 2], [1, 2]], "type": 20}, "wrong_count"),
        ({"sets": [[1, 2]], "moves": [{"player": "C", "at": 1, "impossible": True}]}, "unknown_player"),
        ({"sets": [[1, 2]], "moves": [{"player": "A", "at": 1}]}, "not_a_move"),
        ({"sets": [[1, 2]], "moves": [{"player": "A", "at": -1, "x": "1"}]}, "no_time"),
        ({"sets": [[1, 2]], "players": ["A", "A"]}, "wrong_players"),
        ({"sets": [[1, 2]], "game_type": 10}, "unknown_field"),
    ],
)
def test_a_line_that_cannot_be_scored_has_a_code(line, code):
    assert referee(**{"moves": [], **line})["error"]["code"] == code
