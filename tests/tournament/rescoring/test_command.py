"""`manage.py rescore --check` proves the stored points equal to the record, or names those that are not."""

import io

import pytest
from django.core.management import CommandError, call_command

from tests.tournament.set_up import made_once
from tournament.models import Result, Submission
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


def check(*events: str) -> tuple[int, str]:
    out = io.StringIO()
    try:
        call_command("rescore", *events, check=True, stdout=out)
    except SystemExit as stop:
        return stop.code, out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
@made_once
def played(round_24, add_player, hand_in, work_through, judge_user):
    for texts in (["1*2*3*4", "(1+2+3)*4", "4*3*2*1"], ["1+2", "√9!"]):
        hand_in(round_24, add_player(), [(0, text) for text in texts])
    work_through()
    line = Submission.objects.get(text="√9!")
    rulings.give(by=judge_user, submission=line, counts_as="value", value="24", reason="As on the paper.")
    work_through()


def test_points_from_the_worker_equal_a_replay_of_the_record(played):
    code, said = check("spring")
    assert (code, "no results differ" in said) == (0, True)


def test_points_changed_behind_the_record_s_back_are_found(played):
    Result.objects.filter(points=20).update(points=21)
    code, said = check()
    assert (code, "stored 21, worked out 20" in said) == (1, True)


def test_a_missing_result_is_found(played):
    Result.objects.filter(points=20).delete()
    assert check()[0] == 1


def test_an_unknown_event_is_a_usage_error():
    with pytest.raises(CommandError, match="no event"):
        check("nowhere")


def test_the_check_asks_no_more_questions_for_more_sheets(
    played, round_24, add_player, hand_in, work_through, django_assert_max_num_queries
):
    for _ in range(20):
        hand_in(round_24, add_player(), [(0, "1*2*3*4")])
    work_through()
    with django_assert_max_num_queries(12):
        assert check()[0] == 0
