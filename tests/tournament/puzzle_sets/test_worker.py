"""The real worker: killed in the middle of a set, nothing is lost and nothing is there twice."""

import pytest

from tournament.jobs import queue
from tournament.models import Job, PuzzleSet
from tournament.puzzle_sets import actions as sets
from tournament.puzzle_sets.generation import DONE, MAKING
from tournament.rounds import actions as rounds

# standalone/test_worker.py kills a worker on PostgreSQL
pytestmark = [pytest.mark.one_database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def set_of(organiser, event):
    """set_of(12): a set of as many grids, each of which takes a third of a second or more."""

    def make(grids: int) -> PuzzleSet:
        round_ = rounds.add(by=organiser, event=event, format_slug="dmas")
        plan = round_.plan.export()
        plan["values"] |= {"grids": grids}
        round_ = rounds.change(by=organiser, round_=round_, settings=plan)
        return sets.make_for_grade(by=organiser, round_=round_, division=event.divisions.get(grade=3))

    return make


def made(draft: PuzzleSet) -> list[dict]:
    return PuzzleSet.objects.get(pk=draft.pk).puzzles


def test_a_worker_that_is_killed_loses_no_puzzle_and_makes_none_twice_however_often_the_message_comes(set_of, worker):
    draft = set_of(8)
    worker.wait_for(lambda: len(made(draft)) >= 2)
    worker.kill()
    before = made(draft)
    assert 2 <= len(before) < 8
    assert PuzzleSet.objects.get(pk=draft.pk).making == MAKING
    Job.objects.filter(state=Job.State.WORKING).update(lease_until="2020-01-01T00:00Z")  # as after half a minute
    for job in [*Job.objects.filter(kind=Job.MAKE_PUZZLES)] * 3:
        queue.send(job.pk, job.kind)
    worker.start()
    worker.wait_for(lambda: PuzzleSet.objects.get(pk=draft.pk).making == DONE, seconds=120)
    after = made(draft)
    assert all(each["questions"] in [one["questions"] for one in after] for each in before)
    assert [each["position"] for each in after] == list(range(8))
