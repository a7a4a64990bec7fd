"""Hints at a table of Countdown Duel (DU-M-3), and which tables there are not (DU-M-4)."""

import re

import pytest

from tournament.common.refusals import Refused
from tournament.game_tables import actions
from tournament.models import Table, TableMove

pytestmark = pytest.mark.django_db


def test_a_hint_wins_and_only_its_phone_shows_it(at_table):
    table, secret = actions.open_table(by=None, game="duel", settings={"hints": True})
    host = at_table(table, "host", secret)
    ana, ben = at_table(table, "seat", name="Ana"), at_table(table, "seat", name="Ben")
    host.send("begin")
    assert ben.send("hint").json()["code"] == "not_your_turn"
    assert ana.send("hint", {"turn": 1}).status_code == 200
    shown = ana.frame().content.decode()
    assert "No turn wins" in shown, "who begins cannot win"
    assert re.search(r"[-+×÷−]\d\s+makes\s+it hardest", shown)
    ana.send("turn", {"text": "+7", "turn": 1})
    assert ben.send("hint", {"turn": 2}).status_code == 200
    assert ben.send("hint", {"turn": 2}).json()["code"] == "done_already"
    best = TableMove.objects.filter(table=table, kind="hint").latest("number").facts["best"]
    shown = [each.frame().content.decode() for each in (ben, ana, host)]
    assert [re.search(r'id="hint"', each) is not None for each in shown] == [True, False, False]
    ben.send("turn", {"text": best, "turn": 2})
    over = ana.frame().content.decode()
    assert "(with a hint)" in over
    assert "Player 2 wins the game!" in over
    assert "who begins loses if the other player makes no mistake" in over


def test_there_are_no_hints_unless_the_host_allows_them(at_table):
    table, secret = actions.open_table(by=None, game="duel", settings={})
    host, ana, _ben = at_table(table, "host", secret), *(at_table(table, "seat", name=name) for name in ("Ana", "Ben"))
    host.send("begin")
    assert "Give me a hint" not in ana.frame().content.decode()
    assert ana.send("hint").json()["code"] == "no_hints"


def test_the_machine_plays_in_no_event_and_in_no_game_from_paper(event, organiser, client):
    with pytest.raises(Refused, match="One player alone practises"):
        actions.open_table(by=organiser, game="duel", settings={"machine": "easy"}, event=event)
    answer = client.post("/play/open/duel/", {"machine": "easy", "starts": "first", "turn_time": "0", "recorded": "on"})
    assert answer.status_code == 409
    assert "One player alone practises." in answer.content.decode()
    assert not Table.objects.exists()


def test_a_table_of_24_is_full_with_the_players_of_its_settings(db):
    table, _secret = actions.open_table(by=None, game="twentyfour", settings={"players": 2})
    for name in ("Ana", "Ben"):
        actions.join(table=table, name=name)
    with pytest.raises(Refused, match="it has 2 seats"):
        actions.join(table=table, name="Cem")
