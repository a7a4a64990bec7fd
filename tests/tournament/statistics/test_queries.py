"""Score distribution, what was hard, what was rare."""

import pytest
from hypothesis import given, strategies as some

from tests.tournament.making import boxes
from tournament.models import Entrant
from tournament.statistics.queries import BINS, bins, records

SUM_FIRST, PRODUCT, MISSES = "(1+2+3)*4", "1*2*3*4", "1+2+3+4"


@given(some.lists(some.integers(0, 5000), min_size=1, max_size=200))
def test_every_sheet_is_in_one_step_and_steps_leave_no_gap(points):
    steps = bins(points)
    assert sum(step.count for step in steps) == len(points)
    assert len(steps) <= BINS
    for one, following in zip(steps, steps[1:], strict=False):
        assert one.high + 1 == following.low
    for step in steps:
        assert step.count == sum(step.low <= each <= step.high for each in points)


def test_steps_are_as_narrow_as_they_can_be():
    assert [(each.low, each.high, each.count) for each in bins([0, 3, 3])] == [
        (0, 0, 1),
        (1, 1, 0),
        (2, 2, 0),
        (3, 3, 2),
    ]
    assert [(each.low, each.high) for each in bins([18, 71])][:2] == [(10, 19), (20, 29)]
    assert bins([]) == ()


@pytest.fixture
def day(event, round_24, add_player, hand_in, work_through):
    """Four of grade 3 and one of grade 4, all asked the same: three hit in one way, one of them in another as well."""
    for number, texts in ((1, [SUM_FIRST, PRODUCT]), (2, ["4*(1+2+3)"]), (3, [MISSES]), (4, [])):
        lines = [(0, text) for text in texts] or [(0, "", "blank")]
        hand_in(round_24, add_player(number, first_name=f"Child{number}"), lines)
    hand_in(round_24, add_player(5, 4), [(0, SUM_FIRST)])
    work_through()
    return event


pytestmark = pytest.mark.django_db


def test_a_question_put_to_several_grades_is_one_question(day):
    hardest = records(day).hardest
    assert [(each.number, each.hitters, each.sheets) for each in hardest] == [(2, 0, 5), (3, 0, 5), (1, 3, 5)]
    assert [each.grade for each in hardest[2].divisions] == [3, 4]
    assert hardest[2].percent == 60


def test_methods_are_most_found_or_found_by_one_alone(day):
    told = records(day)
    assert [(each.method.text, each.method.count) for each in told.most_frequent] == [
        (SUM_FIRST, 3),
        (PRODUCT, 1),
    ]
    assert [each.method.text for each in told.unusual] == [PRODUCT]
    assert told.unique == 1


def test_what_one_has_most_of_is_told_with_the_name_that_pages_show(day):
    told = records(day)
    assert [(each.name, each.number) for each in told.most_methods][0] == ("Child1 L.", 2)
    assert [(each.name, each.number) for each in told.highest] == [("Child1 L.", 20)]


def test_points_fall_by_grade_and_round(day):
    (third, (scores,)), (fourth, (alone,)) = records(day).by_grade
    assert (third.grade, fourth.grade) == (3, 4)
    assert (scores.sheets, scores.middle) == (4, 0)
    assert [(each.low, each.count) for each in scores.bins if each.count] == [(0, 2), (10, 1), (20, 1)]
    assert alone.middle == 10


def test_who_is_not_ranked_is_in_no_record(day):
    Entrant.objects.filter(player__number=1).update(status="withdrawn")
    told = records(day)
    assert "Child1 L." not in {each.name for each in (*told.most_methods, *told.highest)}
    assert told.unusual == ()


def test_a_round_of_teams_is_in_the_records_of_teams(event, add_round, add_player, hand_in, work_through):
    grid = add_round("dmas", boxes((tuple(range(1, 10)), 13)))
    add_player(1, 3, "Owls")
    hand_in(grid, Entrant.objects.get(team__name="Owls"), [(0, "3*4+1")])
    work_through()
    assert [(each.name, each.number) for each in records(event).highest] == [("Owls", 10)]


def test_before_anything_is_marked_there_are_none(event, add_round):
    add_round("twenty_four", boxes(*[((1, 2, 3, at), 24) for at in (4, 5, 6)]), status="open")
    told = records(event)
    assert (told.scores, told.hardest, told.most_frequent, told.highest) == ((), (), (), ())
