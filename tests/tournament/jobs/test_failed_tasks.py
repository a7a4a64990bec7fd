"""Tasks of the worker that failed every time: the organiser sees them, and has them tried again."""

import pytest
from django.urls import reverse

from tests.tournament.making import make_user
from tournament.jobs import queue as jobs
from tournament.jobs.actions import try_again
from tournament.jobs.failed_tasks import failed_tasks
from tournament.models import AuditEntry, Event, Job, PuzzleSet
from tournament.organiser import actions as events
from tournament.puzzle_sets import actions as sets
from tournament.set_library import library
from tournament.tasks import KINDS, perform

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed(round_24, entrant, hand_in, monkeypatch) -> Job:
    """The points of a sheet of 101 could not be stored, however often."""
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    return fail(Job.objects.get(), monkeypatch)


@pytest.fixture
def failed_set(organiser, event, monkeypatch) -> Job:
    """A set of the library could not be made."""
    library.make_set(by=organiser, event=event, name="Spares", format_slug="classic", count=2)
    return fail(Job.objects.get(kind=Job.MAKE_PUZZLES), monkeypatch)


def fail(job: Job, monkeypatch) -> Job:
    """The job, after it went wrong as often as it is tried."""
    with monkeypatch.context() as patch:
        patch.setitem(KINDS, job.kind, (lambda subjects, attempt: 1 / 0, list))
        for _attempt in range(jobs.MOST_ATTEMPTS):
            perform(job.pk)
            Job.objects.filter(state="working").update(state="waiting")
    job.refresh_from_db()
    assert job.state == "failed"
    return job


@pytest.fixture
def page(client, organiser, event):
    client.force_login(organiser)

    def read(name: str, *args) -> str:
        return client.get(reverse(name, args=[event.slug, *args])).content.decode()

    return read


def test_the_list_says_what_failed_and_the_pages_that_it_holds_up_lead_there(failed, page, event):
    (task,) = failed_tasks(event)
    assert (task.job, task.sheet.pk, task.holds_up) == (failed, failed.subject, True)
    listed = page("failed-tasks")
    assert "Verdicts and points of a sheet" in listed
    assert task.sheet.code in listed
    assert "ZeroDivisionError" in listed
    there = reverse("failed-tasks", args=[event.slug])
    assert "1 task failed" in page("run")
    for name, args in (("run", ()), ("round-run", (1,)), ("board", (1,))):
        assert there in page(name, *args), name
    assert "The verdicts of 1 sheet failed: see Failed tasks." in page("board", 1)


def test_trying_again_does_the_work_and_clears_the_list(failed, client, organiser, event, work_through):
    client.force_login(organiser)
    address = reverse("failed-task-again", args=[event.slug, failed.pk])
    assert client.post(address).status_code == 302
    assert failed_tasks(event) == []
    assert client.post(address).status_code == 302
    assert Job.objects.filter(state="waiting").count() == 1
    assert AuditEntry.objects.filter(verb="round.task_tried_again").count() == 1
    work_through()
    assert not Job.objects.exclude(state="done").exists()


def test_what_is_done_by_a_later_task_has_not_failed_any_more(failed, event, work_through):
    jobs.judge([failed.subject])
    work_through()
    assert failed_tasks(event) == []


def test_a_set_that_could_not_be_made_is_listed_and_tried_again(failed_set, page, client, event, work_through):
    (task,) = failed_tasks(event)
    assert (task.set.pk, task.round, task.holds_up) == (failed_set.subject, None, False)
    listed = page("failed-tasks")
    assert reverse("made-set", args=[event.slug, task.set.pk]) in listed
    assert "Puzzles of a set" in listed
    assert reverse("failed-tasks", args=[event.slug]) in page("run")
    address = reverse("failed-task-again", args=[event.slug, failed_set.pk])
    assert [client.post(address).status_code for _ in range(2)] == [302, 302]
    assert AuditEntry.objects.filter(verb="set.gone_on").count() == 1
    assert failed_tasks(event) == []
    while work_through():
        pass
    assert client.post(address).status_code == 302
    assert PuzzleSet.objects.get().making == PuzzleSet.Making.DONE


def test_a_set_that_was_stopped_or_deleted_has_no_failed_task(failed_set, organiser, event):
    draft = PuzzleSet.objects.get()
    sets.stop(by=organiser, puzzle_set=draft)
    assert failed_tasks(event) == []
    sets.remove(by=organiser, puzzle_set=draft)
    assert failed_tasks(event) == []


def test_only_tasks_of_the_own_event_are_listed_and_tried_again(failed, event):
    other = make_user("olga", may_create_events=True)
    elsewhere: Event = events.create(by=other, name="Elsewhere", slug="other", held_on=event.held_on, grades=[3])
    assert failed_tasks(elsewhere) == []
    try_again(by=other, event=elsewhere, job=failed)
    failed.refresh_from_db()
    assert failed.state == "failed"


def test_an_event_without_failed_tasks_says_so(page):
    assert "No task has failed." in page("failed-tasks")
    assert "Failed tasks" not in page("run")
