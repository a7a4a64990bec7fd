"""A finished game as a page of text: when there is one, for whom, and whose names stand in it."""

import pytest
from django.test import Client

from tests import transcripts
from tests.tournament.play.quick_quiz import QUIZ
from tournament.game_tables import actions, hosting_actions
from tournament.models import Event, Table

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(open_table, at_table):
    """A table at which Ana and Ben said a number; Ana's name is approved, and the game is over."""
    made, secret = open_table()
    host = at_table(made, "host", secret)
    ana, ben = at_table(made, "seat", name="Ana"), at_table(made, "seat", name="Ben")
    hosting_actions.approve(table=made, seats=[1])
    host.send("begin")
    assert ana.send("say", {"number": 7}).status_code == ben.send("say", {"number": 8}).status_code == 200
    host.send("time_up")
    made.host = host
    return made


def page(table, client=None):
    return (client or Client()).get(f"/play/{table.code}/transcript/")


def test_a_finished_game_replays_from_its_page_to_the_same_points(table):
    table.host.send("end")
    answer = page(table)
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    read = transcripts.parse(answer.content.decode())
    assert read.points == {1: 0, 2: 1}
    assert transcripts.differences(read, QUIZ) == []


def test_there_is_none_while_the_game_is_played_not_even_for_its_host(table):
    assert page(table).status_code == page(table, table.host.client).status_code == 404


def test_a_name_that_the_host_has_not_approved_does_not_stand_in_it(table):
    table.host.send("end")
    text = page(table).content.decode()
    assert "Ana" in text
    assert "Ben" not in text


def test_a_game_of_a_hidden_event_is_for_those_at_the_table_and_its_helpers(table, event, organiser):
    table.host.send("end")
    event.visibility = Event.Visibility.HIDDEN
    event.save()
    Table.objects.filter(pk=table.pk).update(event=event, changes=1_000)
    helper = Client()
    helper.force_login(organiser)
    assert page(table).status_code == 404
    assert page(table, helper).status_code == page(table, table.host.client).status_code == 200


def test_the_pages_of_host_and_phone_lead_to_it_once_the_game_is_over(db, at_table):
    made, secret = actions.open_table(by=None, game="duel", settings={})
    host, phones = at_table(made, "host", secret), [at_table(made, "seat", name=name) for name in ("Ana", "Ben")]
    link = f"/play/{made.code}/transcript/"
    host.send("begin")
    assert link not in host.frame().content.decode()
    host.send("end")
    assert all(link in each.frame().content.decode() for each in (host, *phones))
    assert link not in Client().get(f"/play/{made.code}/frame/?as=screen").content.decode()
