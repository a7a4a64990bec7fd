"""What each waiting answer can change, and the order of the queue that follows."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.making import boxes
from tournament.models import Result, Submission
from tournament.rulings import actions as rulings, case as cases
from tournament.rulings.stakes import AWARD, POINTS, RANK, SAME, entries

pytestmark = pytest.mark.django_db

HITS, OTHERWISE, TWO_WAYS, UNREADABLE = "(1+2+3)*4", "1*2*3*4", "6/2(1+2)", "1 2 3 four"


@pytest.fixture
def round_9(add_round):
    """Hit the Target with one box: 9 from 1 2 2 6."""
    return add_round("hit_the_target", boxes(((1, 2, 2, 6), 9)), rounds=1)


def entry(event, text: str, by=None):
    return next(each for each in entries(event, by) if each.group.first.text == text)


@pytest.mark.postgresql
def test_what_can_change_an_award_comes_before_a_rank_and_points_and_nothing(
    event, round_24, round_9, add_player, typed
):
    typed(round_9, add_player(grade=5), [(0, "6*2*(1+2)"), (0, "2*6(1+2)")])  # alone in the grade, so in first place
    typed(round_24, add_player(grade=5), [(0, "fife")])
    for _ in range(4):
        typed(round_24, add_player(), [(0, HITS), (0, OTHERWISE), (2, "4!+4*(4-4)")])
    typed(round_24, add_player(), [(0, "low")])
    typed(round_24, add_player(), [(0, HITS)])
    typed(round_24, add_player(grade=4), [(0, "far")])
    found = [(each.group.first.text, each.level) for each in entries(event)]
    assert found == [("fife", AWARD), ("low", RANK), ("far", POINTS)]


def test_an_entry_says_the_points_and_the_places_of_its_sheets(event, round_24, add_player, typed):
    first, second = add_player(), add_player()
    typed(round_24, first, [(0, HITS)])
    typed(round_24, second, [(0, HITS), (0, OTHERWISE), (1, UNREADABLE)])
    found = entry(event, UNREADABLE)
    (sheet,) = found.sheets
    assert (sheet.entrant, sheet.stakes.now, sheet.stakes.worst, sheet.stakes.best) == (second, 20, 20, 30)
    assert (sheet.stakes.own.now, sheet.stakes.own.worst, sheet.stakes.own.best) == (1, 1, 1)
    assert found.level == POINTS


def test_the_choices_are_those_of_the_ruling_form_with_what_they_bring(event, round_9, add_player, typed):
    (line,) = typed(round_9, add_player(), [(0, TWO_WAYS)])
    found = entry(event, TWO_WAYS)
    assert [(each.counts_as, each.value, each.least, each.most) for each in found.choices] == [
        ("reading-1", "9", 10, 10),
        ("reading-2", "1", 2, 2),
        ("nothing", "", 0, 0),
    ]
    readings = cases.find(event.pk, line.pk).readings
    assert [each.expression for each in readings] == [each.expression for each in found.choices[:2]]


def test_readings_that_all_miss_change_nothing_and_are_settled_as_nothing(event, add_round, entrant, typed):
    round_ = add_round("twenty_four", boxes(((1, 2, 2, 6), 24)), rounds=1)
    typed(round_, entrant, [(0, TWO_WAYS)])
    found = entry(event, TWO_WAYS)
    assert (found.level, found.settled_as.counts_as, found.hits_alone) == (SAME, "nothing", False)


def test_readings_that_are_equally_far_are_settled_as_the_first(event, add_round, entrant, typed):
    round_ = add_round("hit_the_target", boxes(((1, 2, 2, 6), 5)), rounds=1)
    typed(round_, entrant, [(0, TWO_WAYS)])
    found = entry(event, TWO_WAYS)
    assert (found.level, found.settled_as.counts_as, found.settled_as.most) == (SAME, "reading-1", 6)


def test_a_line_below_a_full_list_changes_nothing_on_this_sheet_alone(event, add_round, add_player, typed):
    round_ = add_round("one_to_many", boxes(((1, 2, 3, 4), 24)), targets=1, points_list=[4])
    typed(round_, add_player(), [(0, HITS), (0, UNREADABLE)])
    found = entry(event, UNREADABLE)
    assert (found.level, found.hits_alone) == (SAME, True)
    typed(round_, add_player(), [(0, UNREADABLE)])
    assert entry(event, UNREADABLE).level == AWARD, "it can hit where nothing else does"


def test_the_points_at_stake_are_those_that_a_ruling_then_gives(
    event, round_9, add_player, typed, judge_user, work_through
):
    ada, ben = add_player(), add_player()
    (line,) = typed(round_9, ada, [(0, TWO_WAYS), (0, "6+2+1-2")])[:1]
    typed(round_9, ben, [(0, TWO_WAYS)])
    foreseen = {each.entrant.pk: each.scores for each in entry(event, TWO_WAYS).sheets}
    for key, method in (("reading-1", "(6/2)*(1+2)"), ("reading-2", "6/(2*(1+2))")):
        rulings.give(by=judge_user, submission=line, counts_as="method", method=method, reason=key)
        work_through()
        points = dict(Result.objects.values_list("entrant", "points"))
        assert points == {pk: scores[key].points for pk, scores in foreseen.items()}


def test_the_queries_do_not_grow_with_what_waits(event, round_24, round_9, add_player, typed):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            entries(event)
        return len(seen)

    typed(round_24, add_player(), [(0, UNREADABLE)])
    typed(round_9, add_player(team="Otters"), [(0, TWO_WAYS)])
    one = queries()
    for at in range(4):
        typed(
            round_24, add_player(grade=3 + at % 3), [(0, f"{UNREADABLE} {at}"), (1, UNREADABLE), (2, "", "illegible")]
        )
        typed(round_9, add_player(team="Otters"), [(0, TWO_WAYS)])
    assert Submission.objects.count() == 18
    assert queries() == one
