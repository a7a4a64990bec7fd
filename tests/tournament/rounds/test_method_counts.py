"""How many methods a question has: counted by the worker once the round is over, after all other work, and stored."""

import pytest
from django.urls import reverse

from judging.language.editions import edition as read_edition
from puzzles.listing import listing, simplest
from tests.tournament.making import boxes, list_methods
from tournament.jobs import queue as jobs
from tournament.models import Job, MethodCounts
from tournament.organiser import round_steps
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds, method_counts
from tournament.tasks import KINDS, perform

pytestmark = pytest.mark.django_db

ASKED = boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 33))
COUNTED = [4, 0]


@pytest.fixture
def plain(add_round, organiser):
    """plain(status="closed"): a round with the four operations; 1 2 3 4 make 24 in four ways and 33 in none."""

    def add(status: str = "closed"):
        made = add_round("one_to_many", ASKED, "planned", targets=2)
        made = rounds.change(by=organiser, round_=made, edition={"edition": "basic-24"})
        for step in ("open", "closed", "marking"):
            if made.status != status:
                made = round_steps.move(by=organiser, round_=made, status=step)
        return made

    return add


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
    list_methods()
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
    list_methods()
    other = boxes(((1, 2, 3, 4), 24), ((1, 2, 3, 4), 10))
    puzzle_actions.assign(by=organiser, round_=round_, divisions=list(event.divisions.all()), boxes=other)
    list_methods()
    assert [each[0] for each in counts()] == [4, 4]
    assert counts()[1] != COUNTED


def test_other_rules_drop_what_was_counted(plain, organiser):
    round_ = plain()
    list_methods()
    for step in ("open", "planned"):
        round_ = round_steps.move(by=organiser, round_=round_, status=step, why="Other rules.")
    rounds.change(by=organiser, round_=round_, edition={"edition": "countdown"})
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
    assert client.get(address).content.decode().count("The methods nobody found are being worked out.") == 2
    list_methods()
    page = client.get(address).content.decode()
    assert "being worked out" not in page
    assert ("There are 4 methods in all." in page, "There are 0 methods in all." in page) == (True, True)


def listed(count: int = 0, covers: str = "all") -> dict:
    methods = [[f"{at} + 1", f"key {at}", f"kin {at}", ""] for at in range(count)]
    return {"methods": methods, "covers": covers, "only_basic": True, "most_numbers": 4}


def test_large_counts_are_written_in_groups_and_say_their_bound(add_round, client, event):
    round_ = add_round("twenty_four", boxes(*[((1, 3, 4, at), 24) for at in (6, 5, 2)]), "closed")
    version = round_.puzzles.get().version
    known = {"counts": [1_559_130, None, 1], "lists": [listed()] * 3}
    MethodCounts.objects.create(version=version, **known, is_complete=True)
    page = client.get(reverse("methods", args=[event.slug, round_.position, 3])).content.decode()
    assert "There are 1,559,130 methods in all with at most one function such as √ or ! on a value." in page
    assert "There is 1 method in all with" in page
    assert page.count("in all") == 2


def test_the_simplest_methods_are_stored_with_their_keys(add_round):
    round_ = add_round("twenty_four", boxes(*[((2, 3, 5, at), 24) for at in (6, 5, 3)]), "closed")
    list_methods()
    numbers, edition = (2, 3, 5, 6), read_edition(round_.edition)
    stored = method_counts.of_version(round_.puzzles.get().version)[0]
    every = simplest(listing(numbers, 24, edition), numbers, 24, edition)
    assert len(every) > len(stored.methods) == method_counts.METHODS_STORED
    assert [each[:3] for each in stored.methods] == [each[:3] for each in every[: len(stored.methods)]]
    assert all(each.mathematics.startswith("<math ") for each in stored.methods)
    assert stored.covers == "simple"
    assert stored.count > len(every)


def test_pages_read_what_is_stored_and_solve_nothing(add_round, client, event, monkeypatch):
    round_ = add_round("twenty_four", boxes(*[((1, 3, 4, at), 24) for at in (6, 5, 2)]), "closed")
    known = {"counts": [14, 14, 14], "lists": [listed(14)] * 3}
    MethodCounts.objects.create(version=round_.puzzles.get().version, **known, is_complete=True)
    monkeypatch.setattr(method_counts, "listing", None)
    monkeypatch.setattr(method_counts, "simplest", None)
    address = reverse("methods", args=[event.slug, round_.position, 3])
    page = client.get(address).content.decode()
    assert page.count("The 12 simplest:") == 3
    assert ("11 + 1" in page, "12 + 1" in page) == (True, False)
    table = client.get(reverse("methods-file", args=[event.slug, round_.position, 3, "json"])).json()
    assert [row["method"] for row in table["rows"][:14]] == [f"{at} + 1" for at in range(14)]
