"""From the record to points: the same whenever it is asked, and what a ruling would change before it is given."""

import pytest

from tournament.models import Result
from tournament.scoring.loader import EntrantInRound, Scoring
from tournament.scoring.what_if import WhatIf

pytestmark = pytest.mark.django_db

HITS, UNREADABLE = "1*2*3*4", "1 2 3 four"


def score_of(round_, entrant, answers=None):
    return Scoring([round_], [entrant.pk]).score(EntrantInRound(round_.pk, entrant.pk), answers)


def test_without_a_line_there_is_no_score(round_24, entrant):
    assert score_of(round_24, entrant) is None


def test_replaying_twice_gives_the_same_and_what_is_stored(round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, HITS), (0, "4*3*2*1"), (0, UNREADABLE), (2, "4+4*4+4")])
    work_through()
    first = score_of(round_24, entrant)
    assert first == score_of(round_24, entrant)
    stored = Result.objects.get()
    assert (stored.points, stored.provisional) == (first.points, first.provisional)
    assert [line["points"] for line in stored.lines] == [line.points for line in first.lines]


def test_the_order_of_the_paper_decides_which_line_is_credited(round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(1, "5!/(3!-6/6)"), (0, "4*3*2*1"), (0, HITS)])
    work_through()
    lines = score_of(round_24, entrant).lines
    assert [(line.box, line.number) for line in lines] == [(0, 1), (0, 2), (1, 1)]
    assert [line.points for line in lines[:2]] == [10, 0]


def test_supposing_an_answer_changes_only_that_line(round_24, entrant, hand_in, work_through):
    unread, _ = hand_in(round_24, entrant, [(0, UNREADABLE), (0, HITS)])
    work_through()
    marking = Scoring([round_24], [entrant.pk]).question_of(EntrantInRound(round_24.pk, entrant.pk)).marking
    supposed = {unread.pk: marking.worth(unread, 24, "its own")}
    assert score_of(round_24, entrant, supposed).points == 20
    assert score_of(round_24, entrant).points == 10


def test_another_policy_on_near_duplicates_is_tried_without_reading_again(
    round_24, entrant, hand_in, work_through, django_assert_num_queries
):
    hand_in(round_24, entrant, [(0, HITS), (0, "4*3*2*1"), (0, UNREADABLE)])
    work_through()
    paper = EntrantInRound(round_24.pk, entrant.pk)
    recorded = Scoring([round_24], [entrant.pk])
    stands = recorded.score(paper)
    with django_assert_num_queries(0):
        assert recorded.supposing(WhatIf(kin_counts_as="distinct")).score(paper).points == stands.points
