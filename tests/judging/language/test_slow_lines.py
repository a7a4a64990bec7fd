"""Lines that once took long, and the search for more. What is held is the counted work, which no machine changes."""

import random

import pytest

from judging.language.limits import LINE_WORK, TooLarge, line_budget, spend
from judging.language.verdict import judge

from . import slow_lines
from .corpus import lines
from .fuzz import own_numbers_of


@pytest.mark.parametrize("line", lines("slow.txt"), ids=lambda line: f"{line.place} {line.parts[0][:40]}")
def test_a_line_that_was_slow_is_decided_or_given_up_for_the_work_that_the_corpus_says(line):
    text, wanted, _ = line.parts
    verdict, most = wanted.split()
    with line_budget() as budget:
        result = judge(text, own_numbers_of(text), 24, line.rules)
    assert verdict in (result.verdict, *(reason.code for reason in result.reasons))
    assert budget.spent <= int(most) <= LINE_WORK


def test_work_beyond_the_budget_is_refused_before_it_is_done():
    with line_budget() as budget:
        spend(LINE_WORK - 1)
        with pytest.raises(TooLarge):
            spend(2)
        spend(1)
    assert budget.spent == LINE_WORK


def test_the_work_of_a_line_is_counted_alike_whatever_was_judged_before():
    counted = []
    for _ in range(2):
        counted += [slow_lines.measured(text).work for text in ("(√2+√3)^9", "1/(√2+root(3,5)+1)", "√(1+√2)+√3")]
    assert counted[:3] == counted[3:]
    assert min(counted) > 0


def test_all_readings_of_a_line_share_one_budget_and_what_they_have_in_common_is_worked_out_once():
    one, both = slow_lines.measured("(√2+√3)^9"), slow_lines.measured("(√2+√3)^9 + √9!")
    assert 0 < both.work < 1.5 * one.work


def test_the_steps_of_a_working_share_one_budget_with_the_method_and_with_each_other():
    step = "(√2+√3+√5+√{0})^9-(√2+√3+√5+√{0})^9+√1"
    spent = []
    for last in ([7], [7, 11], [7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47]):
        with line_budget() as budget:
            verdict = judge("=".join(["1+2", *map(step.format, last)]), (1, 2, 9), 24)
        assert [each.code for each in verdict.reasons] == ["working_shown"]
        spent.append(budget.spent)
    assert 0 < spent[0] < spent[1] < spent[2] <= LINE_WORK


def test_the_search_keeps_the_worst_it_finds_and_stays_within_the_budget():
    result = slow_lines.search(150, seed=5, score=lambda each: each.work)
    assert [each.work for each in result] == sorted((each.work for each in result), reverse=True)
    assert result[0].work > max(slow_lines.measured(text).work for text in slow_lines.LEAVES)
    assert all(each.work <= LINE_WORK and len(each.text) <= 1000 for each in result)


def test_each_change_of_a_line_makes_another():
    chance = random.Random(1)
    for change in slow_lines.CHANGES:
        assert any(change(chance, "(1+√2)^3", "√5") != "(1+√2)^3" for _ in range(20)), change
