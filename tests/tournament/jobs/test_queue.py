"""Work is a row; the message only says that it is there. Losing a message, or a worker, loses nothing."""

import errno
from datetime import timedelta

import pytest
from django.db import IntegrityError, OperationalError, transaction
from django.utils import timezone

from tests.tournament.making import judge_sheets
from tournament.celery import app
from tournament.jobs import queue as jobs
from tournament.models import Job, Result, Sheet
from tournament.tasks import KINDS, perform

pytestmark = pytest.mark.django_db


def test_asking_twice_for_the_same_work_makes_one_job():
    assert jobs.ensure("judge_sheet", 7).pk == jobs.ensure("judge_sheet", 7).pk
    assert Job.objects.count() == 1


def test_work_asked_for_while_the_worker_is_at_it_is_done_again_afterwards():
    first = jobs.ensure("judge_sheet", 7)
    assert jobs.claim(first.pk)
    assert jobs.ensure("judge_sheet", 7).pk != first.pk


@pytest.mark.postgresql
def test_the_database_refuses_a_second_waiting_job_for_a_subject():
    jobs.ensure("judge_sheet", 7)
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(kind="judge_sheet", subject=7, made_at=timezone.now())


def test_many_sheets_wait_once_each_and_are_done_together():
    many = range(1, jobs.BATCH + 6)
    jobs.judge(many)
    jobs.judge(many)
    assert list(Job.objects.order_by("pk").values_list("subject", flat=True)) == list(many)
    first = Job.objects.earliest("pk")
    assert (perform(first.pk), perform(first.pk)) == (jobs.BATCH, 0)
    assert Job.objects.filter(state="waiting").count() == 5


def test_a_job_that_was_begun_before_is_done_alone():
    jobs.judge([7, 8])
    Job.objects.filter(subject=8).update(attempts=1)
    first, again = Job.objects.order_by("subject")
    assert [each.subject for each in jobs.claim(first.pk)] == [7]
    assert [each.subject for each in jobs.claim(again.pk)] == [8]


def test_a_job_is_claimed_once():
    job = jobs.ensure("judge_sheet", 7)
    assert jobs.claim(job.pk)
    assert jobs.claim(job.pk) == []


def test_the_job_of_a_worker_that_died_is_found_by_the_sweeper_and_claimed_again():
    job = jobs.ensure("judge_sheet", 7)
    jobs.claim(job.pk)
    assert jobs.overdue() == []
    Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.overdue() == [(job.pk, job.kind)]
    assert jobs.claim(job.pk)[0].attempts == 2


def test_a_job_whose_message_was_lost_is_found_by_the_sweeper():
    job = jobs.ensure("judge_sheet", 7)
    assert jobs.overdue() == []
    Job.objects.update(made_at=timezone.now() - jobs.WAITS_TOO_LONG)
    assert jobs.overdue() == [(job.pk, job.kind)]


@pytest.fixture
def breaks(monkeypatch):
    """Declares a kind of job by what it does."""

    def declare(act):
        monkeypatch.setitem(KINDS, "breaks", (act, list))
        monkeypatch.setitem(Job.QUEUE_OF, "breaks", "verdicts")

    return declare


def test_an_error_gives_the_job_back_and_the_last_attempt_fails_it(breaks):
    breaks(lambda subjects, attempt: 1 / 0)
    job = jobs.ensure("breaks", 1)
    for attempt in range(1, jobs.MOST_ATTEMPTS + 1):
        assert perform(job.pk) == 0
        job.refresh_from_db()
        assert (job.attempts, "ZeroDivisionError" in job.trouble) == (attempt, True)
        Job.objects.filter(state="working").update(lease_until=timezone.now() - timedelta(seconds=1))
    assert job.state == Job.State.FAILED
    assert jobs.overdue() == []


@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), OperationalError("gone")])
def test_no_number_of_attempts_on_a_full_disk_or_without_a_database_fails_a_job(breaks, error):
    def fails(subjects, attempt):
        raise error

    breaks(fails)
    job = jobs.ensure("breaks", 1)
    for _attempt in range(jobs.MOST_ATTEMPTS + 1):
        assert perform(job.pk) == 0
        job.refresh_from_db()
        assert (job.state, job.attempts) == (Job.State.WORKING, 0)
        Job.objects.update(lease_until=timezone.now() - timedelta(seconds=1))
    assert jobs.overdue() == [(job.pk, job.kind)]


def test_doing_a_sheet_twice_gives_one_result_and_the_same_points(round_24, entrant, hand_in, work_through):
    lines = hand_in(round_24, entrant, [(0, "1*2*3*4"), (0, "4*3*2*1"), (1, "(6+6)*(5-3)")])
    assert work_through() == 1
    first = Result.objects.values("points", "lines").get()
    judge_sheets(lines[0].sheet_id)
    assert Result.objects.values("points", "lines").get() == first
    assert first["points"] == 20


def test_a_job_for_a_sheet_that_belongs_to_nobody_is_done_with_nothing_to_score(round_24):
    spare = Sheet.objects.create(round=round_24, kind="spare")
    job = jobs.ensure("judge_sheet", spare.pk)
    assert perform(job.pk) == 1
    job.refresh_from_db()
    assert (job.state, job.trouble, Result.objects.count()) == (Job.State.DONE, "", 0)


def test_a_line_is_pending_until_the_worker_has_been_there(round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    assert not Result.objects.exists()
    work_through()
    assert Result.objects.get().points == 10


@pytest.mark.django_db(transaction=True)
def test_the_sweeper_asks_for_a_job_outside_of_any_transaction():
    job = jobs.ensure("count_methods", 7)
    assert jobs.ensure("count_methods", 7) == job


def test_less_urgent_kinds_wait_for_those_of_earlier_queues_only():
    order = ["count_methods", "make_puzzles", "prepare_copy", "judge_sheet"]
    waiting = {kind: jobs.ensure(kind, 7) for kind in order}
    for at, kind in enumerate(reversed(order)):
        assert all(jobs.claim(waiting[each].pk) == [] for each in order[: -1 - at])
        taken = jobs.claim(waiting[kind].pk)
        assert [each.kind for each in taken] == [kind]
        jobs.finish(taken)


def test_work_of_a_kind_that_only_a_newer_version_knows_waits_for_a_worker_of_that_version():
    late = timezone.now() - timedelta(minutes=1)
    newer = Job.objects.create(kind="of_next_year", subject=7, made_at=late)
    jobs.send_next()
    assert (jobs.claim(newer.pk), jobs.overdue()) == ([], [])
    newer.refresh_from_db()
    assert (newer.state, newer.attempts) == (Job.State.WAITING, 0)


def test_every_kind_has_a_queue_that_workers_read():
    assert set(Job.QUEUE_OF) == set(KINDS)
    assert [each.name for each in app.conf.task_queues] == list(Job.QUEUES)


def test_a_message_goes_to_the_queue_of_its_kind(broker):
    with app.connection_for_read() as connection:
        channel = connection.default_channel
        for queue in app.conf.task_queues:
            queue(channel).declare()
        for kind in KINDS:
            assert jobs.send(7, kind)
        counts = {
            queue.name: queue(channel).queue_declare(passive=True).message_count for queue in app.conf.task_queues
        }
    assert counts == {name: sum(each == name for each in Job.QUEUE_OF.values()) for name in Job.QUEUES}
