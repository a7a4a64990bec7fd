"""What waits for a signature stands with each person who can give it, and is counted in the navigation."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.common.refusals import Refused
from tournament.models import Event, Verdict
from tournament.organiser import actions as events
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.rulings import actions as rulings
from tournament.same_method_rulings import actions as same_method_rulings
from tournament.to_sign.queries import count, inbox
from tournament.web.permissions import capabilities

pytestmark = pytest.mark.django_db

WRITTEN = [(0, "1*2*3*4"), (0, "(1+2+3)*4"), (1, "5 3 6 six")]


@pytest.fixture
def colleague(event, organiser):
    user = make_user("cleo", first_name="Cleo")
    event.memberships.create(user=user, role="judge")
    return user


@pytest.fixture
def two(event, organiser, judge_user, colleague) -> Event:
    return events.change(by=organiser, event=event, judges_per_ruling=2, rescore_needs_second=True)


@pytest.fixture
def lines(round_24, entrant, hand_in, work_through):
    found = hand_in(round_24, entrant, WRITTEN)
    work_through()
    return found


def counted(event: Event, *users) -> list[int]:
    """As the navigation counts them, which must be as the page lists them."""
    found = []
    for user in users:
        able = capabilities(user, event)
        assert inbox(user, event, able).count == count(user, event, able)
        found.append(count(user, event, able))
    return found


def test_a_ruling_waits_for_the_other_judge_until_it_is_signed(two, lines, judge_user, colleague, organiser):
    given = rulings.give(by=judge_user, submission=lines[2], counts_as="nothing", reason="No.")
    assert counted(two, judge_user, colleague, organiser) == [0, 1, 0]
    rulings.sign(by=colleague, ruling=given)
    assert counted(two, judge_user, colleague, organiser) == [0, 0, 0]


def test_a_ruling_on_the_answer_spelled_otherwise_overtakes_one_that_waits(
    two, round_24, add_player, hand_in, work_through, judge_user, colleague
):
    first, second = hand_in(round_24, add_player(), [(1, "5 3 6 six"), (1, "5  3 6 SIX")])
    work_through()
    rulings.give(by=judge_user, submission=first, counts_as="nothing", reason="No.")
    other = rulings.give(by=judge_user, submission=second, counts_as="value", value="24", reason="Six is 6.")
    assert counted(two, colleague) == [2]
    rulings.sign(by=colleague, ruling=other)
    assert counted(two, colleague) == [0]


def test_a_ruling_that_can_no_longer_be_signed_does_not_wait(two, lines, judge_user, colleague, round_24, organiser):
    rulings.give(by=judge_user, submission=lines[2], counts_as="nothing", reason="No.")
    type(round_24).objects.update(status="final")
    assert counted(two, colleague) == [0]


def test_lowering_the_number_of_judges_leaves_what_waits(two, lines, judge_user, colleague, organiser):
    rulings.give(by=judge_user, submission=lines[2], counts_as="nothing", reason="No.")
    lowered = events.change(by=organiser, event=two, judges_per_ruling=1)
    assert counted(lowered, colleague) == [1]


def test_a_pair_waits_for_the_other_judge(two, lines, judge_user, colleague, organiser):
    first, second = Verdict.objects.filter(method_key__isnull=False).select_related("puzzle_version__puzzle__round")
    same_method_rulings.rule(by=judge_user, event=two, first=first, second=second, says="same", reason="Alike.")
    assert counted(two, judge_user, colleague, organiser) == [0, 1, 0]


def test_a_re_score_waits_for_all_who_may_apply_it_but_who_proposed_it(
    two, lines, judge_user, colleague, organiser, round_24
):
    void = proposals.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[0])
    rescores.propose(by=organiser, event=two, changes=[void], reason="A misprint.")
    assert counted(two, judge_user, colleague, organiser) == [1, 1, 0]
    ruled = proposals.ruling(by=judge_user, submission=lines[2], counts_as="nothing", reason="No.")
    rescore = rescores.propose(by=judge_user, event=two, changes=[ruled], reason="A ruling.")
    assert counted(two, judge_user, colleague, organiser) == [1, 2, 0], "another judge must apply a ruling"
    rescores.apply(by=colleague, rescore=rescore)
    assert counted(two, judge_user, colleague, organiser) == [1, 1, 0]


def test_a_re_score_that_anybody_may_apply_waits_for_nobody(event, lines, judge_user, organiser, round_24):
    void = proposals.void(by=organiser, puzzle=round_24.puzzles.get(), boxes=[0])
    rescores.propose(by=organiser, event=event, changes=[void], reason="A misprint.")
    assert counted(event, judge_user, organiser) == [0, 0]


def test_the_navigation_counts_and_the_page_lists(client, two, lines, judge_user, colleague):
    given = rulings.give(by=judge_user, submission=lines[2], counts_as="nothing", reason="Nobody can read it.")
    address = reverse("to-sign", args=["spring"])
    client.force_login(judge_user)
    assert address not in client.get(reverse("event", args=["spring"])).content.decode()
    client.force_login(colleague)
    assert f'href="{address}"' in client.get(reverse("event", args=["spring"])).content.decode()
    text = flat(client.get(address).content.decode())
    assert "Nobody can read it." in text
    assert "1 of 2 judges have signed" in text
    client.post(reverse("ruling-sign", args=["spring", given.pk]))
    assert "Nothing waits for your signature" in client.get(address).content.decode()


def test_the_count_takes_three_queries_for_none_and_two_for_many(two, lines, judge_user, colleague):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            count(colleague, two, frozenset({"rule", "desk"}))
        return len(seen)

    assert queries() == 3
    for line in lines:
        rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="No.")
    assert (queries(), counted(two, colleague)) == (2, [3])


def test_a_judge_whose_signature_is_needed_is_not_removed(two, organiser, judge_user, colleague):
    membership = two.memberships.get(user=colleague, role="judge")
    with pytest.raises(Refused, match="1 would be left .Jude") as refused:
        people.take_role(by=organiser, membership=membership)
    assert refused.value.code == "too_few_judges"
    events.change(by=organiser, event=two, judges_per_ruling=1)
    people.take_role(by=organiser, membership=membership)
    assert two.memberships.filter(role="judge").count() == 1


def test_an_account_that_is_closed_signs_nothing(event, organiser, judge_user, colleague):
    type(colleague).objects.filter(pk=colleague.pk).update(is_active=False)
    with pytest.raises(Refused, match="1 can rule here .Jude") as refused:
        events.change(by=organiser, event=event, judges_per_ruling=2)
    assert set(refused.value.fields) == {"judges_per_ruling"}
