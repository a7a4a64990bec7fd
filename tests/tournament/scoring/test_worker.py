"""A line on which the engine itself fails goes to a judge, and holds nothing up."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tournament.jobs import queue as jobs
from tournament.models import Job, Result, Verdict
from tournament.organiser import round_steps
from tournament.rulings import actions as rulings, queue
from tournament.scoring import verdicts
from tournament.tasks import perform

GOOD, BAD = "1*2*3*4", "4*3*2*1"
pytestmark = pytest.mark.django_db


@pytest.fixture
def failing(monkeypatch):
    """An engine with a bug that one text brings out."""
    whole = verdicts.judge

    def judge(text, *rest):
        if text == BAD:
            raise ZeroDivisionError("a bug")
        return whole(text, *rest)

    monkeypatch.setattr(verdicts, "judge", judge)


def attempts(count: int) -> list[int]:
    """How many jobs each of so many attempts did; each lease is over before the next."""
    done = []
    for _ in range(count):
        done.append(perform(Job.objects.get().pk))
        Job.objects.filter(state="working").update(lease_until=timezone.now() - timedelta(seconds=1))
    return done


def test_the_last_attempt_leaves_a_line_that_the_engine_fails_on_to_a_judge(
    failing, event, organiser, judge_user, round_24, entrant, hand_in
):
    _good, bad = hand_in(round_24, entrant, [(0, GOOD), (0, BAD)])
    assert attempts(jobs.MOST_ATTEMPTS) == [0] * (jobs.MOST_ATTEMPTS - 1) + [1]
    verdict = Verdict.objects.get(text=BAD)
    assert (verdict.outcome, verdict.reasons[0]["code"]) == ("needs_ruling", "engine_failed")
    assert Verdict.objects.get(text=GOOD).outcome == "accepted"
    (group,) = queue.open_groups(event)
    assert [line.pk for line in group.lines] == [bad.pk]
    rulings.give(by=judge_user, submission=bad, counts_as="nothing", reason="The same again.")
    perform(Job.objects.get(state="waiting").pk)
    assert Result.objects.get().points == 10
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    round_24.refresh_from_db()
    assert round_24.status == "final"


def test_a_sheet_on_which_workers_die_is_left_to_a_judge_unread(monkeypatch, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, GOOD)])
    over = timezone.now() - timedelta(seconds=1)
    Job.objects.update(state="working", attempts=jobs.MOST_ATTEMPTS, lease_until=over)
    monkeypatch.setattr(verdicts, "judge", None)  # it would end this worker too
    assert attempts(1) == [1]
    assert Verdict.objects.get().reasons[0]["code"] == "engine_failed"
