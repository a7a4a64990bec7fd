"""What waits for a judge, and in what order."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.making import boxes
from tournament.keying import actions as keyings
from tournament.models import Submission
from tournament.organiser import actions as events, round_steps
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.rulings import actions as rulings, queue

pytestmark = pytest.mark.django_db

UNREADABLE = "1 2 3 four"
TWO_WAYS = "6/2(1+2)"


@pytest.fixture
def typed(hand_in, work_through):
    """typed(round, entrant, [(box, text), …]) hands a sheet in and has it judged"""

    def type_in(round_, entrant, written, **more) -> list[Submission]:
        lines = hand_in(round_, entrant, written, **more)
        work_through()
        return lines

    return type_in


def texts(event, **more) -> list[tuple[str, int]]:
    return [(group.first.text, group.sheets) for group in queue.open_groups(event, **more)]


def test_only_what_the_engine_cannot_decide_waits(event, round_24, entrant, typed):
    written = [
        (0, "1*2*3*4"),
        (0, "1+1"),
        (0, UNREADABLE),
        (0, "", "illegible"),
        (0, "1 2 3 five", "struck_out"),
        (1, "", "blank"),
    ]
    typed(round_24, entrant, written)
    assert {(group.first.text, group.first.mark) for group in queue.open_groups(event)} == {
        (UNREADABLE, "written"),
        ("", "illegible"),
    }


@pytest.mark.postgresql
def test_what_has_two_readings_waits_and_brings_its_verdict(event, add_round, entrant, typed):
    round_ = add_round("twenty_four", boxes(((1, 2, 2, 6), 24)), rounds=1)
    typed(round_, entrant, [(0, TWO_WAYS)])
    (group,) = queue.open_groups(event)
    assert group.verdict.outcome == "needs_ruling"
    assert (group.question.numbers, group.question.target) == ((1, 2, 2, 6), 24)


def test_a_sheet_not_judged_yet_is_counted_and_not_listed(event, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, UNREADABLE), (1, UNREADABLE)])
    assert (texts(event), queue.not_judged(event).count()) == ([], 1)
    work_through()
    assert (len(texts(event)), queue.not_judged(event).count()) == (2, 0)


@pytest.mark.postgresql
def test_equal_answers_of_a_box_are_one_and_the_most_shared_comes_first(event, round_24, add_player, typed):
    ada, ben, cora = add_player(), add_player(), add_player(grade=5)
    typed(round_24, ada, [(0, "mine"), (0, UNREADABLE), (0, UNREADABLE), (2, UNREADABLE)])
    for entrant in (ben, cora):
        typed(round_24, entrant, [(0, UNREADABLE)])
    assert texts(event) == [(UNREADABLE, 3), ("mine", 1), (UNREADABLE, 1)]
    assert [len(group.lines) for group in queue.open_groups(event)] == [4, 1, 1]


def test_earlier_rounds_come_first(event, round_24, add_round, add_player, typed):
    later = add_round("twenty_four", boxes(((1, 2, 3, 4), 24)), rounds=1)
    ada, ben = add_player(), add_player()
    for entrant in (ada, ben):
        typed(later, entrant, [(0, "popular")])
    typed(round_24, ada, [(0, "rare")])
    assert texts(event) == [("rare", 1), ("popular", 2)]
    assert texts(event, round_=later) == [("popular", 2)]


def test_grades_with_puzzles_of_their_own_are_ruled_apart(event, organiser, add_player, typed):
    made = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    for division, last in zip(event.divisions.all(), (4, 5, 6), strict=True):
        asked = boxes(((1, 2, 3, last), 24), ((1, 1, 3, last), 24), ((2, 2, 3, last), 24))
        puzzle_actions.assign(by=organiser, round_=made, divisions=[division], boxes=asked)
    for step in ("open", "closed", "marking"):
        made = round_steps.move(by=organiser, round_=made, status=step)
    for grade in (3, 4, 5):
        typed(made, add_player(grade=grade), [(0, UNREADABLE)])
    assert texts(event) == [(UNREADABLE, 1)] * 3


@pytest.mark.postgresql
def test_illegible_lines_stay_apart_even_on_one_sheet(event, round_24, entrant, typed):
    typed(round_24, entrant, [(0, "", "illegible"), (0, "", "illegible")])
    groups = queue.open_groups(event)
    assert [(group.sheets, group.verdict) for group in groups] == [(1, None), (1, None)]


def test_a_text_that_can_be_read_in_one_box_does_not_wait_there(event, add_round, entrant, typed):
    round_ = add_round("twenty_four", boxes(((1, 2, 2, 6), 24), ((1, 2, 6, 6), 24)), rounds=2)
    typed(round_, entrant, [(0, TWO_WAYS), (1, TWO_WAYS)])
    waiting = {group.box for group in queue.open_groups(event)}
    assert waiting == {0}, "in the other box neither reading uses the given numbers"


@pytest.mark.postgresql
def test_what_was_ruled_leaves_and_comes_back_when_the_ruling_is_withdrawn(
    event, round_24, add_player, typed, judge_user
):
    ada, ben = add_player(), add_player()
    (line,) = typed(round_24, ada, [(0, UNREADABLE)])
    typed(round_24, ben, [(0, UNREADABLE)])
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.", only_this_sheet=True)
    assert texts(event) == [(UNREADABLE, 1)]
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No, for all.")
    assert texts(event) == []
    rulings.give(by=judge_user, submission=line, counts_as="withdrawn", reason="Too fast.")
    assert texts(event) == [(UNREADABLE, 1)], "the ruling for the one sheet still stands"


def test_drafts_and_sheets_put_back_do_not_wait(event, round_24, entrant, volunteer):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    keyings.put_back(by=volunteer, keying=keying)
    assert texts(event) == []


def test_a_final_round_has_left_the_queue(event, round_24, entrant, typed, organiser):
    typed(round_24, entrant, [(0, UNREADABLE)])
    final = round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    assert texts(event) == []
    assert texts(event, round_=final) == [(UNREADABLE, 1)], "what was left is still to be found"


def test_another_event_has_its_own_queue(event, round_24, entrant, typed, organiser):
    typed(round_24, entrant, [(0, UNREADABLE)])
    other = events.create(
        by=organiser, name="Autumn Day", slug="autumn", held_on=datetime.date(2026, 10, 3), grades=[3]
    )
    assert texts(other) == []


def test_the_queue_takes_as_many_queries_for_ten_lines_as_for_one(event, round_24, add_player, typed):
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            queue.open_groups(event)
        return len(seen)

    typed(round_24, add_player(), [(0, UNREADABLE)])
    one = queries()
    for sheet in range(2):
        written = [(at % 3, f"{UNREADABLE} {sheet} {at}") for at in range(4)] + [(0, "", "illegible")]
        typed(round_24, add_player(), written)
    assert len(queue.open_groups(event)) == 11
    assert queries() == one == 6
