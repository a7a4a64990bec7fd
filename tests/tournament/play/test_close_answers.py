"""Answers of 24 that come just after the one that ends the round (TF-O-3)."""

import pytest
from django.test import Client

from tournament.game_tables import actions
from tournament.models import TableMove
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find

pytestmark = pytest.mark.django_db


def test_host_and_room_see_a_close_answer_and_the_host_lets_it_count_instead(at_table):
    table, secret = actions.open_table(by=None, game="twentyfour", settings={"players": 3})
    host = at_table(table, "host", secret)
    for name in ("Ana", "Ben", "Cem"):
        actions.join(table=table, name=name)
    host.send("begin")
    at = now()
    for seat, after in ((1, 0), (2, 30), (3, 150)):
        facts = {"texts": ["1"], "round": 1}
        record(table, Sent("answer", "player", seat, facts, f"a key of {seat}", at + after))
    screen = Client().get(f"/play/{table.code}/frame/?as=screen").content.decode()
    assert "answered 30 ms later" in screen
    assert "answered 150 ms later" not in screen
    assert "Let this answer count instead" in host.frame().content.decode()
    host.send("undo", {"about": TableMove.objects.get(kind="answer", seat=1).number})
    known = find(table.code)
    assert known.game.scores(known.position) == {1: 0, 2: -1, 3: 0}
