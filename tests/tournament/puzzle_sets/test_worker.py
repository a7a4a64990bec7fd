"""The real worker: killed in the middle of a set, nothing is lost and nothing is there twice."""

import pytest

from tournament.jobs import queue
from tournament.models import Job, PuzzleSet
from tournament.puzzle_sets import actions as sets
from tournament.puzzle_sets.generation import DONE, MAKING
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def long_set(organiser, event):
    """A set of twenty-four grids, which takes some seconds."""
    round_ = rounds.add(by=organiser, event=event, format_slug="dmas")
    plan = round_.plan.export()
    plan["values"] |= {"grids": 24}
    round_ = rounds.change(by=organiser, round_=round_, settings=plan)
    return sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))


def made(draft: PuzzleSet) -> list[dict]:
    return PuzzleSet.objects.get(pk=draft.pk).puzzles


def test_a_worker_that_is_killed_loses_no_puzzle_and_makes_none_twice(long_set, worker):
    worker.wait_for(lambda: len(made(long_set)) >= 2)
    worker.kill()
    before = made(long_set)
    assert 2 <= len(before) < 24
    assert PuzzleSet.objects.get(pk=long_set.pk).making == MAKING
    Job.objects.filter(state=Job.State.WORKING).update(lease_until="2020-01-01T00:00Z")  # as after half a minute
    worker.start()
    worker.wait_for(lambda: PuzzleSet.objects.get(pk=long_set.pk).making == DONE, seconds=120)
    after = made(long_set)
    assert all(each["questions"] in [one["questions"] for one in after] for each in before)
    assert [each["position"] for each in after] == list(range(24))


def test_the_same_message_twice_makes_no_puzzle_twice(long_set, worker):
    job = Job.objects.get(kind=Job.MAKE_PUZZLES)
    for _ in range(3):
        queue.send(job.pk, job.kind)
    worker.wait_for(lambda: PuzzleSet.objects.get(pk=long_set.pk).making == DONE, seconds=120)
    assert [each["position"] for each in made(long_set)] == list(range(24))
