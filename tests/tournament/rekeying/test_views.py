"""The desk's page of a sheet's reading: typed anew, confirmed, dropped, moved."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.html import flat
from tournament.disputes import actions as disputes
from tournament.models import Keying, Sheet
from tournament.organiser import round_steps
from tournament.rekeying import actions as rekeying
from tournament.rekeying.queries import unconfirmed_reading

pytestmark = pytest.mark.django_db

OLD, NEW = [(0, "1*2*3*4"), (0, "1+2+3+4")], [(0, "1*2*3*4"), (0, "(1+2+3)*4")]


@pytest.fixture
def desk(client, judge_user) -> Client:
    client.force_login(judge_user)
    return client


@pytest.fixture
def sheet(typed, round_24, entrant) -> Sheet:
    return typed(round_24, entrant, OLD)[0].sheet


@pytest.fixture
def proposal(sheet, judge_user, hand_in, round_24, entrant) -> Keying:
    rekeying.recall(by=judge_user, sheet=sheet, why="Misread.")
    hand_in(round_24, entrant, NEW)
    return unconfirmed_reading(sheet)


def page(sheet, step: str = "") -> str:
    return reverse(f"reading-{step}" if step else "reading", args=["spring", sheet.code])


def test_the_row_of_a_final_round_does_not_deny_the_sheets_that_are_typed_again(
    client, sheet, judge_user, organiser, volunteer, round_24
):
    def said() -> str:
        return client.get(reverse("keying-rounds", args=["spring"])).content.decode()

    client.force_login(volunteer)
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    assert "final, no more typing" in said()
    rekeying.recall(by=judge_user, sheet=sheet, why="Misread.")
    assert "final, only the sheets above are typed again" in said()
    assert "final, no more typing" not in said()


def test_a_sheet_is_recalled_with_a_reason_from_its_page(desk, sheet):
    assert "Have it typed again" in desk.get(page(sheet)).content.decode()
    answer = desk.post(page(sheet, "recall"), {"why": "A line is missing."}, follow=True)
    html = answer.content.decode()
    assert "will be typed again" in html
    assert "The agreed reading counts until a new one is confirmed." in html
    assert 'action="' + page(sheet, "recall") not in html
    assert "To be typed again" in desk.get(reverse("readings", args=["spring"])).content.decode()


def test_the_page_leads_back_to_an_open_dispute_about_the_sheet(desk, sheet, proposal, organiser):
    filed = disputes.file(by=organiser, sheet=sheet, statement="A line is missing.", late_because="A coach asked.")
    leads = reverse("dispute", args=["spring", filed.dispute.pk])
    confirmed = desk.post(page(sheet, "confirm"), {"keying": proposal.pk}, follow=True)
    assert leads in confirmed.content.decode()


def test_without_a_reason_nothing_is_recalled(desk, sheet):
    answer = desk.post(page(sheet, "recall"), {"why": ""})
    assert answer.status_code == 400
    assert Sheet.objects.get().turn == 1


def test_a_new_reading_stands_beside_the_old_one_with_what_it_changes(desk, sheet, proposal):
    answer = desk.get(page(sheet))
    html = answer.content.decode()
    assert "It differs from the agreed reading in 1 place." in html
    assert "<mark>" in flat(html)
    effect = answer.context["effect"]
    assert [(each.before, each.after) for each in effect.points] == [(10, 20)]
    assert [(each.who.shown, each.total_after) for each in effect.standings[0].moved] == [("101 Ada L.", 20)]


def test_confirming_lets_the_reading_count_that_she_saw_and_no_other(desk, sheet, proposal):
    for seen in ({}, {"keying": sheet.keyings.get(turn=1).pk}):
        assert desk.post(page(sheet, "confirm"), seen).status_code == 409
    answer = desk.post(page(sheet, "confirm"), {"keying": proposal.pk}, follow=True)
    assert "The new reading counts now." in answer.content.decode()
    assert sheet.keyings.get(state="agreed") == proposal
    assert desk.post(page(sheet, "confirm"), {"keying": proposal.pk}).status_code == 409


def test_dropping_leaves_the_old_one(desk, sheet, proposal):
    desk.post(page(sheet, "discard"))
    assert sheet.keyings.get(state="agreed").turn == 1
    assert desk.post(page(sheet, "discard")).status_code == 409


def test_in_a_final_round_the_page_leads_to_a_re_score(desk, sheet, proposal, organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    html = desk.get(page(sheet)).content.decode()
    assert f"{reverse('rescore-propose', args=['spring'])}?keying={proposal.pk}" in html
    assert page(sheet, "confirm") not in html
    answer = desk.post(page(sheet, "confirm"), {"keying": proposal.pk})
    assert answer.status_code == 409
    assert "Only a re-score can change its points" in answer.content.decode()


def test_the_sheet_s_own_page_leads_whoever_may_confirm_it_to_a_new_reading(
    desk, sheet, proposal, judge_user, organiser, volunteer
):
    link, own = (
        f'<a href="{page(sheet)}">Look at it and decide</a>',
        reverse("sheet", args=["spring", sheet.code]),
    )
    for person in (judge_user, organiser):
        desk.force_login(person)
        shown = desk.get(own).content.decode()
        assert link in shown
        assert f"{proposal.keyer} has typed it again." in shown
    desk.force_login(volunteer)
    assert "Look at it and decide" not in desk.get(own).content.decode()
    rekeying.confirm(by=organiser, keying=proposal)
    desk.force_login(organiser)
    assert "Look at it and decide" not in desk.get(own).content.decode()


def test_moving_lines_shows_what_it_changes_for_both_first(desk, sheet, add_player):
    right = add_player()
    answer = desk.get(page(sheet, "move"), {"to": "102", "why": "Wrong number."})
    assert [(each.before, each.after) for each in answer.context["effect"].points] == [(10, None), (None, 10)]
    assert not Sheet.objects.filter(entrant=right).exists()
    desk.post(page(sheet, "move"), {"to": "102", "why": "Wrong number."})
    assert Keying.objects.get(state="agreed").sheet.entrant == right


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"to": "999", "why": "x"}, "No player at this event has the number 999"),
        ({"to": "102", "why": ""}, "required"),
        ({"to": "", "why": "x"}, "required"),
        ({"to": "nobody", "why": "x"}, "digits 0 to 9"),
    ],
)
def test_a_move_that_cannot_be_is_refused_beside_its_field(asked, said, desk, sheet, add_player):
    add_player()
    answer = desk.get(page(sheet, "move"), asked)
    assert (answer.status_code, said in answer.content.decode()) == (400, True)


def test_a_move_that_the_action_refuses_says_why(desk, sheet):
    answer = desk.post(page(sheet, "move"), {"to": "101", "why": "Oops."})
    assert answer.status_code == 400
    assert "already under this name" in answer.content.decode()


def test_a_spare_of_nobody_and_another_events_sheet_are_not_found(desk, round_24):
    spare = Sheet.objects.create(round=round_24, kind="spare")
    assert desk.get(page(spare)).status_code == 404
    assert desk.get(reverse("reading", args=["spring", "K7M4RXF"])).status_code == 404


def test_the_list_takes_as_many_queries_for_many_as_for_one(
    desk, add_player, hand_in, round_24, judge_user, django_assert_num_queries
):
    def fill(count):
        for at in range(count):
            entrant = add_player(team=f"Team {at}")
            sheet = hand_in(round_24, entrant, OLD)[0].sheet
            rekeying.recall(by=judge_user, sheet=sheet, why="Misread.")
            if at % 2:
                hand_in(round_24, entrant, NEW)

    fill(2)
    listed = reverse("readings", args=["spring"])
    with CaptureQueriesContext(connection) as for_two:
        desk.get(listed)
    fill(24)
    with django_assert_num_queries(len(for_two)):
        desk.get(listed)


def test_the_page_of_a_reading_takes_as_many_queries_for_a_crowd(
    desk, sheet, proposal, add_player, django_assert_num_queries
):
    with CaptureQueriesContext(connection) as before:
        desk.get(page(sheet))
    for at in range(20):
        add_player(team=f"Team {at}")
    with django_assert_num_queries(len(before)):
        desk.get(page(sheet))
