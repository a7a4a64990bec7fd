"""Rulings that need several judges, as judges see them: in the queue, on the line's page, with one press to sign."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import make_user
from tests.tournament.set_up import made_once
from tournament.models import Result, Ruling
from tournament.organiser import actions as events
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db

UNREADABLE = "1 2 3 four"


@pytest.fixture
@made_once
def colleague(event, organiser, judge_user):
    user = make_user("cleo", first_name="Cleo")
    event.memberships.create(user=user, role="judge")
    events.change(by=organiser, event=event, judges_per_ruling=2)
    return user


@pytest.fixture
@made_once
def line(colleague, round_24, entrant, typed):
    return typed(round_24, entrant, [(0, UNREADABLE)])[0]


@pytest.fixture
def propose(line, judge_user):
    def give(by=judge_user, **more) -> Ruling:
        decision = {"counts_as": "value", "value": "24", "reason": "It says four."} | more
        return rulings.give(by=by, submission=line, **decision)

    return give


def queue(client) -> str:
    return client.get(reverse("judge-queue", args=["spring"])).content.decode()


def line_page(line) -> str:
    return reverse("judge-line", args=["spring", line.pk])


def sign(client, ruling: Ruling, **more):
    return client.post(reverse("ruling-sign", args=["spring", ruling.pk]), **more)


def test_a_proposal_is_told_as_one(judge, line):
    said = {"counts_as": "nothing", "reason": "No.", "scope": "all", "seen": 0}
    answer = judge.post(line_page(line), said, follow=True).content.decode()
    assert "It takes effect when 1 more judge signs." in answer
    assert "Waits for your colleagues" in answer
    assert "1 of 2 judges have signed" in answer


def test_a_line_with_a_proposal_is_not_offered_as_unseen(client, colleague, line, propose):
    propose()
    client.force_login(colleague)
    shown = queue(client)
    assert "Waits for your signature" in shown
    assert "1 of 2 judges have signed" in shown
    assert "answer is left" not in shown
    assert shown.count(f'href="{line_page(line)}"') == 1


def test_one_press_signs_and_the_points_follow(client, colleague, propose, work_through):
    given = propose()
    client.force_login(colleague)
    answer = sign(client, given, follow=True)
    assert "on 1 sheet; points follow in a moment" in answer.content.decode()
    assert "Waits for" not in queue(client)
    work_through()
    assert Result.objects.get().points == 10


def test_whoever_proposed_it_is_shown_no_button(judge, line, propose):
    given = propose()
    assert reverse("ruling-sign", args=["spring", given.pk]) not in queue(judge)
    page = judge.get(line_page(line)).content.decode()
    assert "You have signed. It takes effect when 1 more judge signs." in page
    assert sign(judge, given).status_code == 302
    assert given.signatures.count() == 1


def test_a_colleague_disagrees_by_proposing_another(client, colleague, line, propose, judge_user):
    given = propose()
    client.force_login(colleague)
    page = client.get(line_page(line)).content.decode()
    assert "Propose something else" in page
    assert reverse("ruling-sign", args=["spring", given.pk]) in page
    said = {"counts_as": "nothing", "reason": "It does not.", "scope": "all", "seen": given.pk}
    assert client.post(line_page(line), said).status_code == 302
    assert "Waits for your colleagues" in queue(client)
    theirs = Ruling.objects.get(counts_as="nothing")
    client.force_login(judge_user)
    sign(client, theirs)
    client.force_login(colleague)
    late = sign(client, given, follow=True)
    assert "Another ruling is now in force here." in late.content.decode()
    listed = client.get(reverse("rulings", args=["spring"])).content.decode()
    assert "set aside" in listed


def test_a_proposal_can_be_set_aside(client, colleague, line, propose):
    propose()
    client.force_login(colleague)
    page = client.get(line_page(line)).content.decode()
    assert "what the program says: no ruling" in page


def test_the_preview_of_a_proposal_shows_its_effect(judge, line):
    said = {"counts_as": "value", "value": "24", "scope": "all", "seen": 0, "preview": "1"}
    answer = judge.post(line_page(line), said)
    assert [(each.before, each.after) for each in answer.context["effect"].points] == [(0, 10)]
    assert not Ruling.objects.exists()


@pytest.mark.postgresql
def test_a_ruling_of_another_event_cannot_be_signed_here(client, colleague, propose):
    client.force_login(colleague)
    assert client.post(reverse("ruling-sign", args=["spring", 10**9])).status_code == 404


def test_the_queue_takes_as_many_queries_for_ten_proposals_as_for_one(
    client, colleague, round_24, add_player, typed, judge_user, propose
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert client.get(reverse("judge-queue", args=["spring"])).status_code == 200
        return len(seen)

    propose()
    client.force_login(colleague)
    one = queries()
    for sheet in range(3):
        written = typed(round_24, add_player(), [(at % 3, f"{UNREADABLE} {sheet} {at}") for at in range(3)])
        for line in written:
            rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.")
    assert queries() == one == 31
