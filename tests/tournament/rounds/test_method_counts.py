"""How many methods a question has: counted by the worker once the round is over, after all other work, and stored."""

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.jobs import queue as jobs
from tournament.models import Job, MethodCounts
from tournament.organiser import round_steps
from tournament.rounds import actions as rounds
from tournament.rounds import method_counts, puzzle_actions
from tournament.tasks import KINDS, perform

pytestmark = pytest.mark.django_db

ASKED = boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 33))
COUNTED = [4, 0]


@pytest.fixture
def plain(add_round, organiser):
    """plain(status="closed"): a round with the four operations; 1 2 3 4 make 24 in four ways and 33 in none."""

    def add(status: str = "closed"):
        made = add_round("one_to_many", ASKED, "planned", targets=2)
        made = rounds.change(by=organiser, round=made, edition={"edition": "basic-24"})
        for step in ("open", "closed", "marking"):
            if made.status != status:
                made = round_steps.move(by=organiser, round=made, status=step)
        return made

    return add


def work():
    """Count as the sweeper and the worker do, until nothing is left."""
    method_counts.ensure_next()
    while job := Job.objects.filter(state="waiting").first():
        assert perform(job.pk)
        method_counts.ensure_next()


def counts():
    return [each.counts for each in MethodCounts.objects.all()]


@pytest.mark.parametrize("status", ["planned", "open"])
def test_nothing_is_counted_before_the_round_is_over(plain, status):
    plain(status)
    method_counts.ensure_next()
    assert not Job.objects.exists()


def test_the_questions_are_counted_one_after_the_other(plain):
    plain()
    method_counts.ensure_next()
    method_counts.ensure_next()
    first = Job.objects.get()
    assert perform(first.pk) == 1
    assert counts() == [COUNTED[:1]]
    second = Job.objects.get(state="waiting")
    assert perform(second.pk) == 1
    assert counts() == [COUNTED]
    method_counts.ensure_next()
    assert not Job.objects.exclude(state="done").exists()


def test_counting_what_is_counted_changes_nothing(plain):
    round_ = plain()
    work()
    method_counts.count_next([round_.puzzles.get().active_id], 1)
    assert counts() == [COUNTED]


def test_it_comes_after_all_other_work(plain):
    plain()
    method_counts.ensure_next()
    last = Job.objects.get()
    sheet = jobs.ensure("judge_sheet", 7)
    assert perform(last.pk) == 0
    assert perform(sheet.pk) == 1
    assert perform(last.pk) == 1


def test_one_at_a_time(plain):
    plain()
    plain()
    one, other = (jobs.ensure("count_methods", each) for each in (1, 2))
    assert jobs.claim(one.pk) == [one]
    assert jobs.claim(other.pk) == []


def test_a_corrected_puzzle_is_counted_again(plain, organiser, event):
    round_ = plain("marking")
    work()
    other = boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 10))
    puzzle_actions.set(by=organiser, round=round_, divisions=list(event.divisions.all()), boxes=other)
    work()
    assert [each[0] for each in counts()] == [4, 4]
    assert counts()[1] != COUNTED


def test_other_rules_drop_what_was_counted(plain, organiser):
    round_ = plain()
    work()
    for step in ("open", "planned"):
        round_ = round_steps.move(by=organiser, round=round_, status=step, why="Other rules.")
    rounds.change(by=organiser, round=round_, edition={"edition": "countdown"})
    assert counts() == []


def test_what_cannot_be_counted_is_not_tried_for_ever(plain, monkeypatch):
    plain()
    monkeypatch.setitem(KINDS, "count_methods", (lambda versions, attempt: 1 / 0, list))
    method_counts.ensure_next()
    for _attempt in range(jobs.MOST_ATTEMPTS):
        perform(Job.objects.get().pk)
        Job.objects.filter(state="working").update(state="waiting")
    assert Job.objects.get().state == "failed"
    method_counts.ensure_next()
    assert Job.objects.count() == 1


def test_the_page_of_a_puzzle_says_how_many_there_are(plain, client, event):
    round_ = plain()
    address = reverse("methods", args=[event.slug, round_.position, 3])
    assert client.get(address).content.decode().count("is being counted") == 2
    work()
    page = client.get(address).content.decode()
    assert "is being counted" not in page
    assert ("There are 4 methods in all." in page, "There are 0 methods in all." in page) == (True, True)


def test_large_counts_are_written_in_groups_and_say_their_bound(add_round, client, event):
    round_ = add_round("twenty_four", boxes(*[((1, 3, 4, at), 24) for at in (6, 5, 2)]), "closed")
    version = round_.puzzles.get().version
    MethodCounts.objects.create(version=version, counts=[1_559_130, None, 1], is_complete=True)
    page = client.get(reverse("methods", args=[event.slug, round_.position, 3])).content.decode()
    assert "There are 1,559,130 methods in all with at most one function such as √ or ! on a value." in page
    assert "There is 1 method in all with" in page
    assert page.count("in all") == 2
