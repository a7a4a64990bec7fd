"""Puzzle sets: repeatable, proved, within their constraints, and ended where nothing satisfies these."""

import subprocess
import sys
from collections import Counter, deque
from fractions import Fraction
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from judging.games.formats import FORMATS as PAPER_FORMATS
from judging.language.editions import EDITIONS
from judging.language.verdict import judge
from puzzles.rating.model import rank_in
from puzzles.sets import search
from puzzles.sets.generate import FORMATS, SetMaker, reporter_of
from puzzles.sets.puzzles import Emptied, GeneratedPuzzle, Reporter, easy_first
from puzzles.sets.settings import for_grade
from puzzles.solver import Solver
from puzzles.words import word_lists
from tests.laws import seeds, some
from tests.puzzles.counts import texts

ROOT = Path(__file__).parents[2]
WITH_NUMBERS = [name for name, each in FORMATS.items() if not each.words]


def made(format_slug, count=3, seed=7, rules=None, accepted=(), earlier=(), **values):
    edition = EDITIONS[rules] if rules else None
    return list(islice(SetMaker(format_slug, values, seed, earlier, edition).puzzles(accepted), count))


@cache
def three(format_slug):
    """A set of three puzzles, made once for all tests that only read it."""
    return made(format_slug)


def questions(puzzles):
    return [question for puzzle in puzzles for question in puzzle.questions]


@pytest.mark.parametrize("format_slug", FORMATS)
def test_the_same_seed_makes_the_same_set_also_after_a_stop(format_slug):
    first = three(format_slug)
    assert [GeneratedPuzzle.read(each.as_dict()) for each in first] == first
    assert made(format_slug, 1, accepted=first[:2]) == first[2:]
    assert [each.position for each in first] == [0, 1, 2]
    assert made(format_slug, 1, seed=8) != first[:1]


def test_another_process_makes_the_same_set():
    program = (
        "from itertools import islice; from puzzles.sets.generate import SetMaker; "
        "print([each.as_dict() for each in islice(SetMaker('one_to_many', {}, 2**127 + 5).puzzles(), 2)])"
    )
    environment = {"PYTHONHASHSEED": "0", "PYTHONPATH": "."}  # this process has another seed
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout == f"{[each.as_dict() for each in made('one_to_many', 2, 2**127 + 5)]}\n"


@pytest.mark.parametrize("format_slug", WITH_NUMBERS)
def test_every_question_is_proved_by_methods_that_the_judge_accepts(format_slug):
    rules = EDITIONS[FORMATS[format_slug].edition]
    for numbers, target, report in questions(three(format_slug)):
        if format_slug == "closest_to":
            assert (report.solvable, report.methods, report.simplest) == (False, 0, ())
            assert report.nearest == Solver(rules).solve(numbers, target).value != target
            continue
        assert (report.solvable, report.nearest, report.needs_functions) == (True, target, False)
        for text in report.simplest:
            verdict = judge(text, numbers, target, rules)
            assert (verdict.verdict, verdict.on_target) == ("accepted", True), text
        assert (report.step in range(1, 6)) == (len(numbers) < 6)  # a sample of longer ones takes too long


@pytest.mark.parametrize("format_slug", ["hit_the_target", "twenty_four", "countdown_numbers", "tony_four"])
def test_the_number_of_methods_is_the_solvers(format_slug):
    edition = EDITIONS["countdown" if format_slug == "countdown_numbers" else "basic-24"]
    for numbers, target, report in questions(three(format_slug)[:2]):
        assert report.at_least is False
        assert report.methods == len(texts(Solver(edition), numbers, target))


@pytest.mark.parametrize("format_slug", WITH_NUMBERS)
def test_nothing_comes_twice_nor_what_an_earlier_set_has(format_slug):
    first = three(format_slug)[:2]
    keys = [each.key for each in questions(first)]
    if format_slug != "smash":  # its hands are for one target each
        assert len(keys) == len(set(keys))
    assert not {each.key for each in questions(made(format_slug, 2, earlier=set(keys)))} & set(keys)


@pytest.mark.parametrize(
    ("values", "holds"),
    [
        ({"methods_least": 6}, lambda question: question.report.methods >= 6),
        ({"methods_most": 2}, lambda question: 1 <= question.report.methods <= 2),
        ({"whole_steps": True}, lambda question: question.report.whole_steps),
        ({"step_least": 4}, lambda question: question.report.step >= 4),
        ({"step_most": 1}, lambda question: question.report.step == 1),
        ({"solvable": "impossible", "methods_least": 0}, lambda question: question.report.solvable is False),
        ({"number_from": 5, "number_to": 6, "target_from": 10}, lambda question: set(question.numbers) <= {5, 6}),
        ({"target_from": 30, "target_to": 31}, lambda question: question.target in (30, 31)),
        ({"numbers_count": 6}, lambda question: len(question.numbers) == 6),
        ({"target_kind": "product", "number_to": 7}, lambda question: question.target not in (11, 13, 23)),
    ],
)
def test_constraints_hold(values, holds):
    rules = "basic-24" if values.get("solvable") else None
    for question in questions(made("hit_the_target", 4, rules=rules, **values)):
        assert holds(question)


# difficulty: compared with the questions of a kind, easy first, rising with the grade


@pytest.mark.parametrize("format_slug", ["hit_the_target", "twenty_four", "one_to_many", "many_to_one", "smash"])
def test_each_step_has_about_a_fifth_of_the_questions_of_the_kind(format_slug):
    values = {"no_repeats": False, "sets": 1, "targets": 1, "last_number": 8}
    values = {name: value for name, value in values.items() if name in FORMATS[format_slug].schema.names()}
    reporter = reporter_of(format_slug, values, EDITIONS["basic-24"])
    maker = SetMaker(format_slug, values, 3, reporter=Reporter(EDITIONS["basic-24"]))
    plain = questions(maker.puzzle(at, 0, ()) for at in range(160 if format_slug != "smash" else 20))
    steps = Counter(reporter.report(each.numbers, each.target).step for each in plain)
    assert all(0.08 < steps[step] / steps.total() < 0.4 for step in range(1, 6)), steps


def test_a_question_just_as_hard_as_most_is_in_the_middle():
    assert [rank_in((1, 2, 2, 2, 2, 2, 2, 2, 3), each) for each in (0, 1, 2, 2.5, 3, 4)] == [0, 0, 4, 8, 8, 9]


@pytest.mark.sampled
@pytest.mark.parametrize("format_slug", ["hit_the_target", "twenty_four", "one_to_many", "many_to_one"])
def test_a_set_is_easy_first_and_sets_rise_with_the_grade(format_slug):
    rules, before = PAPER_FORMATS[format_slug], 0.0
    for grade in some(range(3, 9), of=2):
        played = rules.settings_for(rules.presets[0].slug, grade)
        values = for_grade(FORMATS[format_slug].schema, dict(played), grade)
        count = 1 if FORMATS[format_slug].several else rules.box_count(played)
        reports = [
            each.report
            for each in questions(islice(SetMaker(format_slug, values, grade, count=count).puzzles(), count))
        ]
        steps = [report.step for report in reports]
        assert steps == sorted(steps)
        assert sum(steps) / len(steps) >= before
        assert (min(steps), max(steps)) == {
            3: (1, 2), 4: (1, 3), 5: (2, 4), 6: (2, 5), 7: (3, 5), 8: (4, 5),
        }[grade]  # fmt: skip
        before = sum(steps) / len(steps)


def test_a_set_without_a_grade_spreads_over_all_steps_and_a_replaced_box_is_as_hard_as_the_old_one():
    first = list(islice(SetMaker("hit_the_target", {}, 7, count=5).puzzles(), 5))
    assert [each.report.step for each in questions(first)] == [1, 2, 3, 4, 5]
    others = [each for each in first if each.position != 2]
    assert SetMaker("hit_the_target", {}, 7, count=5).puzzle(2, 1, others).questions[0].report.step == 3
    shuffled = easy_first(reversed(first))
    assert [each.position for each in shuffled] == [0, 1, 2, 3, 4]
    assert [each.questions for each in shuffled] == [each.questions for each in first]


def test_questions_that_need_functions():
    for numbers, target, report in questions(made("hit_the_target", 2, solvable="functions")):
        assert (report.solvable, report.needs_functions, report.methods) == (True, True, 0)
        assert Solver(EDITIONS["basic-24"]).solve(numbers, target).solvable is False
        assert judge(report.simplest[0], numbers, target).on_target


def test_one_to_many_has_different_targets_of_one_set():
    values = {"target_to": 120, "target_negatives": True, "target_fractions": True}
    targets = [each.target for puzzle in made("one_to_many", 6, **values) for each in puzzle.questions]
    for puzzle in made("one_to_many", 6, **values):
        own = [each.target for each in puzzle.questions]
        assert len(set(own)) == len(own) == 10
        assert len({each.numbers for each in puzzle.questions}) == 1
    assert any(target < 0 for target in targets)
    assert any(type(target) is Fraction for target in targets)


def test_tony_four_shares_a_value_over_all_sets():
    for puzzle in made("tony_four", 2, sets=3):
        assert {each.target for each in puzzle.questions} == {puzzle.facts["value"]}
        largest = Fraction(puzzle.facts["largest_common_value"])
        assert all(Solver(EDITIONS["basic-24"]).solve(each.numbers, largest).solvable for each in puzzle.questions)
        assert len(puzzle.questions) == 3


def test_tony_four_of_sets_without_a_value_in_common_names_none():
    (puzzle,) = made("tony_four", 1, solvable="impossible", numbers_count=2, sets=4)
    assert list(puzzle.facts) == ["value"]


def test_tony_four_of_long_sets_lists_no_other_values():
    (puzzle,) = made("tony_four", 1, sets=2, numbers_count=6, number_to=9)
    assert list(puzzle.facts) == ["value"]


def test_smash_deals_a_hand_for_each_number():
    for puzzle in made("smash", 2):
        assert [each.target for each in puzzle.questions] == list(range(1, 21))
        assert all(len(each.numbers) == 3 and set(each.numbers) <= set(range(1, 14)) for each in puzzle.questions)


@pytest.mark.parametrize("large", range(5))
def test_a_countdown_selection_has_as_many_large_numbers_as_asked(large):
    ((numbers, target, _),) = questions(made("countdown_numbers", 1, large=large))
    assert (len(numbers), sum(each > 10 for each in numbers)) == (6, large)
    assert 100 <= target <= 999


def test_letters_have_vowels_and_a_best_word_as_asked():
    for puzzle in made("letters", 5, vowels_from=4, vowels_to=4, best_from=7, best_to=8):
        letters = puzzle.facts["letters"]
        assert (len(letters), sum(each in "aeiou" for each in letters)) == (9, 4)
        best = word_lists.standard().best_words(letters)
        assert puzzle.facts["best_words"] == best[:5]
        assert len(best[0]) == puzzle.facts["longest"] in (7, 8)


def test_one_puzzle_is_replaced_and_the_others_stay():
    first = made("hit_the_target", 4)
    others = [first[0], *first[2:]]
    maker = SetMaker("hit_the_target", {}, 7)
    new = maker.puzzle(1, 1, others)
    assert (new.position, new.questions[0].key in {each.key for each in questions(first)}) == (1, False)
    assert maker.puzzle(1, 2, others) != new


# what nothing satisfies


@pytest.mark.parametrize(
    ("format_slug", "values", "constraint", "every"),
    [
        ("twenty_four", {"number_to": 1}, "solvable", True),
        ("hit_the_target", {"methods_least": 500}, "methods_least", False),
        ("hit_the_target", {"number_from": 7, "number_to": 7, "target_from": 14, "target_to": 14}, "no_repeats", True),
        ("hit_the_target", {"target_kind": "product", "target_from": 11, "target_to": 11}, "target_kind", True),
        ("one_to_many", {"number_to": 1}, "solvable", True),
        ("one_to_many", {"target_from": 5, "target_to": 9}, "targets", True),
        ("closest_to", {"number_to": 2, "solvable": "four_operations"}, "solvable", True),
        ("many_to_one", {"methods_most": 1, "number_to": 2}, "no_repeats", True),
        ("letters", {"vowels_from": 0, "vowels_to": 0, "best_from": 9}, "best_from", False),
        ("countdown_numbers", {"target_from": 50_000, "target_to": 100_000, "methods_least": 900}, None, False),
    ],
)
def test_what_nothing_satisfies_ends_with_the_constraint(format_slug, values, constraint, every, monkeypatch):
    monkeypatch.setattr(search, "MOST_COST", 600)
    monkeypatch.setattr(search, "MOST_DRAWS", 3000)
    with pytest.raises(Emptied) as ended:
        made(format_slug, 30, **values)
    assert ended.value.every is every
    assert constraint in (None, ended.value.constraint)
    assert str(ended.value.message) == str(ended.value)
    assert ended.value.tries > 0 or constraint in ("target_kind", "targets")


def test_a_grid_of_more_numbers_than_can_be_searched_ends():
    maker = SetMaker("dmas", {"number_to": 101, "numbers_count": 25}, 7)
    report = maker._reporter.report(range(40, 65), 12, functions=False)
    assert report.at_least is True


def test_the_sentence_names_the_setting_and_the_tries():
    with pytest.raises(Emptied) as ended:
        made("twenty_four", 1, number_to=1)
    assert str(ended.value) == "Solvable: nothing satisfies this. There is 1 possible question, and it was tried."


def test_a_set_ends_where_it_did_before_a_stop(monkeypatch):
    monkeypatch.setattr(search, "MOST_COST", 100)
    monkeypatch.setattr(search, "MADE_COST", 10)
    hard = {"step_least": 5, "methods_most": 1, "target_to": 30}
    result = deque()
    with pytest.raises(Emptied) as ended:
        result.extend(SetMaker("hit_the_target", hard, 3).puzzles())
    assert result
    with pytest.raises(Emptied) as again:
        made("hit_the_target", 100, 3, accepted=list(result), **hard)
    assert (again.value.constraint, again.value.tries) == (ended.value.constraint, ended.value.tries)


@pytest.mark.parametrize(
    ("format_slug", "values", "field"),
    [
        ("hit_the_target", {"number_from": 9, "number_to": 3}, "number_to"),
        ("hit_the_target", {"target_from": 9, "target_to": 3}, "target_to"),
        ("hit_the_target", {"methods_least": 5, "methods_most": 3}, "methods_most"),
        ("hit_the_target", {"step_least": 5, "step_most": 3}, "step_most"),
        ("hit_the_target", {"numbers_count": 0}, "numbers_count"),
        ("hit_the_target", {"solvable": "perhaps"}, "solvable"),
        ("letters", {"vowels_from": 5, "vowels_to": 4}, "vowels_to"),
        ("letters", {"best_from": 9, "best_to": 3}, "best_to"),
        ("countdown_numbers", {"large": 5}, "large"),
    ],
)
def test_settings_that_cannot_be_are_said_at_the_field(format_slug, values, field):
    (problem,) = FORMATS[format_slug].schema.problems(values)
    assert (problem.name, str(problem.message).endswith(".")) == (field, True)
    with pytest.raises(ValueError):
        made(format_slug, 1, **values)


@pytest.mark.parametrize("seed", seeds(8, 40))
def test_random_constraints_end_with_a_set_or_with_the_constraint(seed, monkeypatch):
    monkeypatch.setattr(search, "MOST_COST", 800)
    monkeypatch.setattr(search, "MOST_DRAWS", 3000)
    chance = Random(seed)
    format_slug = chance.choice(list(FORMATS))
    schema = FORMATS[format_slug].schema
    values = {}
    for setting in chance.sample(schema.settings, min(4, len(schema.settings))):
        if setting.kind == "int":
            values[setting.name] = chance.randint(setting.minimum, min(setting.maximum, 60))
        elif setting.kind == "bool":
            values[setting.name] = chance.random() < 0.5
        else:
            values[setting.name] = chance.choice(setting.choices)[0]
    if schema.problems(values):
        return
    try:
        outcome = len(made(format_slug, 2, seed, **values))
    except Emptied as end:
        outcome = end.constraint
    assert outcome == 2 or outcome in schema.names()


@pytest.mark.parametrize("format_slug", [name for name, each in FORMATS.items() if each.another])
def test_single_questions_of_a_puzzle_are_replaced_and_the_others_stay(format_slug):
    several = {name: 4 for name in ("sets", "targets") if name in FORMATS[format_slug].schema.names()}
    (puzzle,) = made(format_slug, 1, **several)
    maker = SetMaker(format_slug, several, 7)
    away = {question.key for question in puzzle.questions[1:2]} or {puzzle.questions[0].key}
    stay = [question for question in puzzle.questions if question.key not in away]
    again = maker.with_others_for(puzzle, away, 1, [puzzle])
    assert len(again.questions) == len(puzzle.questions)
    assert [question for question in again.questions if question in stay] == stay
    assert away.isdisjoint(question.key for question in again.questions)
    assert again == SetMaker(format_slug, several, 7).with_others_for(puzzle, away, 1, [puzzle])
    assert again != maker.with_others_for(puzzle, away, 2, [puzzle])
    whole = maker.with_others_for(puzzle, {each.key for each in puzzle.questions}, 1, [puzzle])
    assert whole == SetMaker(format_slug, several, 7).puzzle(0, 1, [])
