"""How often what a person typed was not what was agreed in the end."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import make_user
from tournament.accounts import actions as people
from tournament.double_keying.accuracy import keyers
from tournament.keying import actions as keyings
from tournament.keying.actions import PlaceChoice, settle
from tournament.models import Keying, Role
from tournament.rekeying import actions as rekeying
from tournament.rekeying.queries import unconfirmed_reading
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db

RIGHT = [(0, "1*2*3*4"), (0, "(1+2+3)*4"), (1, "5+3+6+6")]
OTHERWISE = [(0, "1 x 2 x 3 x 4"), (0, "(1+2+3)×4"), (1, "5+3+6+6 = 20")]
MISREAD = [(0, "7*2*3*4"), (0, "(1+2+3)*4")]  # one misread, one left out


@pytest.fixture
def measured(event):
    return lambda: {str(each.user): (each.sheets, each.lines, each.compared, each.errors) for each in keyers(event)}


@pytest.fixture
def round_twice(round_24, organiser):
    return rounds.change(by=organiser, round_=round_24, keying_policy="twice")


def test_lines_that_nobody_else_read_are_no_measure(measured, hand_in, round_24, entrant, event):
    hand_in(round_24, entrant, RIGHT)
    assert measured() == {"Vera": (1, 3, 0, 0)}
    assert keyers(event)[0].rate is None


def test_two_who_agree_are_both_right_however_they_typed(
    measured, hand_in, round_twice, entrant, volunteer, other_volunteer
):
    hand_in(round_twice, entrant, RIGHT, by=volunteer)
    hand_in(round_twice, entrant, OTHERWISE, by=other_volunteer)
    assert measured() == {"Vera": (1, 3, 3, 0), "Viktor": (1, 3, 3, 0)}


def test_who_was_outvoted_by_a_third_differed(
    measured, hand_in, round_twice, entrant, volunteer, other_volunteer, organiser, event
):
    hand_in(round_twice, entrant, RIGHT, by=volunteer)
    hand_in(round_twice, entrant, MISREAD, by=other_volunteer)
    assert measured() == {"Vera": (1, 3, 0, 0), "Viktor": (1, 2, 0, 0)}  # nothing is agreed yet
    third = keyings.open_sheet(by=organiser, round_=round_twice, entrant=entrant)
    settle(by=organiser, keying=third, choices={1: PlaceChoice("left"), 2: PlaceChoice("left")})
    assert measured() == {"Ora": (1, 3, 0, 0), "Vera": (1, 3, 3, 0), "Viktor": (1, 2, 3, 2)}
    rates = {str(each.user): each.rate for each in keyers(event)}
    assert rates == {"Ora": None, "Vera": 0.0, "Viktor": pytest.approx(200 / 3)}


def test_a_reading_that_a_later_turn_replaced_is_held_against_it(
    measured, hand_in, round_24, entrant, volunteer, other_volunteer, organiser
):
    sheet = hand_in(round_24, entrant, MISREAD, by=volunteer)[0].sheet
    rekeying.recall(by=organiser, sheet=sheet, why="Misread.")
    hand_in(round_24, entrant, RIGHT, by=other_volunteer)
    assert measured()["Vera"] == (1, 2, 0, 0)  # the new reading is not confirmed
    rekeying.confirm(by=organiser, keying=unconfirmed_reading(sheet))
    assert measured() == {"Vera": (1, 2, 3, 2), "Viktor": (1, 3, 0, 0)}


def test_what_was_put_back_is_not_counted(measured, volunteer, round_24, entrant):
    keyings.put_back(by=volunteer, keying=keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant))
    assert Keying.objects.get().state == "dropped"
    assert measured() == {}


def test_the_page_takes_as_many_queries_for_many_as_for_one(
    client,
    organiser,
    event,
    add_player,
    hand_in,
    round_twice,
    volunteer,
    other_volunteer,
    django_assert_num_queries,
):
    client.force_login(organiser)
    page = reverse("keyers", args=[event.slug])

    def fill(count):
        for at in range(count):
            make_user(f"keyer{event.memberships.count()}-{at}")
            person = people.give_role(
                by=organiser,
                event=event,
                username=f"keyer{event.memberships.count()}-{at}",
                role=Role.VOLUNTEER,
            )[0].user
            entrant = add_player()
            hand_in(round_twice, entrant, RIGHT, by=person)
            hand_in(round_twice, entrant, RIGHT if at % 2 else MISREAD, by=other_volunteer)

    fill(2)
    with CaptureQueriesContext(connection) as for_two:
        html = client.get(page).content.decode()
    assert "Errors in 100 lines" in html
    fill(20)
    with django_assert_num_queries(len(for_two)):
        client.get(page)
