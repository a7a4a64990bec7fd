"""Rulings on pairs of methods that need several judges, as judges see them: on the list, on the pair's page, in the
queue."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.html import flat
from tests.tournament.making import boxes, make_user
from tournament.models import PairRuling, Result, Verdict
from tournament.organiser import actions as events
from tournament.same_method_rulings import actions as same_method_rulings

pytestmark = pytest.mark.django_db

PLAIN, TURNED = "(5-1)*(9-3)", "(1-5)*(3-9)"


@pytest.fixture
def colleague(event, organiser, judge_user):
    user = make_user("cleo", first_name="Cleo")
    event.memberships.create(user=user, role="judge")
    events.change(by=organiser, event=event, judges_per_ruling=2)
    return user


@pytest.fixture
def written(colleague, add_round, entrant, hand_in, work_through):
    asked = boxes(((1, 3, 5, 9), 24), ((5, 3, 6, 6), 24), ((2, 3, 4, 1), 24))
    hand_in(add_round("twenty_four", asked, number_to=10), entrant, [(0, PLAIN), (0, TURNED)])
    work_through()
    return {verdict.text: verdict for verdict in Verdict.objects.all()}


@pytest.fixture
def address(written) -> str:
    return reverse("pair", args=["spring", written[PLAIN].pk, written[TURNED].pk])


@pytest.fixture
def proposed(event, written, judge_user) -> PairRuling:
    event.refresh_from_db()
    return same_method_rulings.rule(
        by=judge_user,
        event=event,
        first=written[PLAIN],
        second=written[TURNED],
        says="same",
        reason="Turned twice.",
    )


def page(client, name: str) -> str:
    return client.get(reverse(name, args=["spring"])).content.decode()


def sign_address(ruling: PairRuling) -> str:
    return reverse("pair-sign", args=["spring", ruling.pk])


def test_a_ruling_is_told_as_a_proposal_and_waits_for_the_colleagues(judge, address):
    shown = judge.get(address).content.decode()
    assert "It changes no points until 2 judges have signed it" in shown
    answer = judge.post(address, {"says": "same", "reason": "Turned."}, follow=True).content.decode()
    assert "Proposed. It takes effect when 1 more judge signs." in answer
    assert "Waits for your colleagues" in answer
    assert "You have signed. It takes effect when 1 more judge signs." in answer
    assert sign_address(PairRuling.objects.get()) not in answer


@pytest.mark.parametrize("name", ["pairs", "judge-queue"])
def test_it_waits_for_a_colleague_s_signature_with_a_link_to_the_pair(client, colleague, proposed, written, name):
    client.force_login(colleague)
    shown = page(client, name)
    ids = [written[text].pk for text in (proposed.first_text, proposed.second_text)]
    assert f'href="{reverse("pair", args=["spring", *ids])}"' in shown
    assert f'action="{sign_address(proposed)}"' in shown
    assert "1 of 2 judges have signed" in shown
    assert "No pair to decide" not in shown
    assert "Nothing waits for you" not in shown


def test_the_pair_s_page_offers_to_sign_and_tells_afterwards_who_has(
    client, colleague, proposed, address, work_through
):
    client.force_login(colleague)
    before = client.get(address).content.decode()
    assert f'action="{sign_address(proposed)}"' in before
    assert "Earlier ruling withdrawn" in before, "what nobody wants is set aside by a ruling too"
    answer = client.post(sign_address(proposed), follow=True)
    assert "count once from now on" in answer.content.decode()
    after = client.get(address).content.decode()
    assert f"Signed by {proposed.given_by}, {colleague}" in flat(after)
    assert sign_address(proposed) not in after
    work_through()
    assert Result.objects.get().points == 10


def test_a_proposal_that_was_overtaken_is_told_as_not_taken_up(client, event, colleague, proposed, written, judge_user):
    event.refresh_from_db()
    other = same_method_rulings.rule(
        by=colleague,
        event=event,
        first=written[PLAIN],
        second=written[TURNED],
        says="different",
        reason="Two ideas.",
    )
    same_method_rulings.sign(by=judge_user, ruling=other)
    client.force_login(colleague)
    late = client.post(sign_address(proposed), follow=True).content.decode()
    assert "Another ruling is now in force here." in late
    assert "set aside" in client.get(reverse("pairs", args=["spring"])).content.decode()
    assert "in force" in late


@pytest.mark.postgresql
def test_a_ruling_of_another_event_cannot_be_signed_here(client, colleague, proposed):
    client.force_login(colleague)
    assert client.post(reverse("pair-sign", args=["spring", 10**9])).status_code == 404
    assert client.get(sign_address(proposed)).status_code == 405


def test_the_queue_takes_as_many_queries_for_three_proposals_as_for_one(
    client, event, colleague, proposed, written, add_round, add_player, hand_in, work_through, judge_user
):
    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            assert page(client, "judge-queue")
        return len(seen)

    client.force_login(colleague)
    one = queries()
    round_ = add_round("hit_the_target", boxes(((1, 3, 5, 9), 24), ((2, 6, 5, 9), 16), ((1, 7, 4, 8), 24)))
    pairs = [("(6-2)*(9-5)", "(2-6)*(5-9)"), ("(7-1)*(8-4)", "(1-7)*(4-8)")]
    hand_in(round_, add_player(), [(at, text) for at, both in enumerate(pairs, 1) for text in both])
    work_through()
    for both in pairs:
        first, second = (Verdict.objects.get(text=text) for text in both)
        same_method_rulings.rule(
            by=judge_user, event=event, first=first, second=second, says="same", reason="Turned twice."
        )
    assert queries() == one
    assert page(client, "judge-queue").count("1 of 2 judges have signed") == 3
