"""A page cannot show what its reader may not know."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from judging.games.live.game import Position, TableReader
from judging.games.live.moves import SERVER
from judging.games.twentyfour.settings import SCHEMA
from judging.games.twentyfour.view import view
from tests.judging.games.twentyfour.tables import Table
from tests.laws import examples

READERS = (None, 1)
XS = st.sampled_from([None, "1", "2", "1/3", "576", "impossible"])


def entered(game_type: int, *xs: str | None) -> Table:
    table = Table(len(xs), game_type=str(game_type))
    table.deal("3 3 8 8")
    for seat, x in enumerate(xs, 1):
        if x is not None:
            assert (table.impossible(seat) if x == "impossible" else table.x(seat, x)) is None
    return table


@examples(60)
@given(one=XS, other=XS)
def test_whether_and_which_x_others_have_entered_is_hidden_in_types_10_and_20(one, other):  # TF-X-3
    for game_type in (10, 20):
        for reader in READERS:
            assert entered(game_type, "3", one, None).view(reader) == entered(game_type, "3", other, None).view(reader)


@examples(60)
@given(one=XS.filter(bool), other=XS.filter(bool))
def test_which_x_others_have_entered_is_hidden_in_types_11_and_21(one, other):  # TF-X-3
    for game_type in (11, 21):
        for reader in READERS:
            shown = entered(game_type, "3", one, None).view(reader)
            assert shown == entered(game_type, "3", other, None).view(reader)
            assert [row["done"] for row in shown["players"]] == [True, True, False]


def test_every_x_is_seen_in_types_12_and_22_at_once_and_else_in_the_second_phase():  # TF-X-4, TF-X-5
    assert [row["x"] for row in entered(12, "3", "4", None).view()["players"]] == ["3", "4", None]
    table = entered(11, "3", "impossible")
    assert table.phase == "proof"
    assert [row["x"] for row in table.view()["players"]] == ["3", "impossible"]


def test_only_the_host_sees_who_has_pressed_impossible_in_the_classic_game():
    table = entered(0, "impossible", None)
    readers = TableReader("host"), TableReader("screen"), TableReader("seat", 2)
    seen = [[row["x"] for row in view(table.position, reader)["players"]] for reader in readers]
    assert seen == [["impossible", None], [None, None], [None, None]]


@pytest.mark.parametrize("reader", READERS)
def test_proofs_of_others_are_hidden_until_the_round_is_over(reader):  # TF-X-5
    def proved(text: str) -> Table:
        table = entered(11, "576", "577", "578")
        table.proof(2, text)
        return table

    assert proved("3*3*8*8").view(reader) == proved("3*3").view(reader)
    assert proved("3*3*8*8").view(2)["you"]["texts"] == ["3*3*8*8"]


@pytest.mark.parametrize("reader", READERS)
def test_who_has_pressed_impossible_is_hidden_in_classic(reader):  # TF-C-5
    pressed, idle = Table(3), Table(3)
    for table in (pressed, idle):
        table.deal("3 3 8 8")
    pressed.impossible(2)
    assert pressed.view(reader) == idle.view(reader)
    assert pressed.view(2)["you"] == {
        "seat": 2, "can": ["answer"], "plays": True, "x": None, "impossible": True, "texts": [],
    }  # fmt: skip


def test_nothing_says_whether_a_set_has_a_solution():
    one, other = Table(), Table()
    one.deal("3 3 8 8")
    other.deal("1 1 1 1")
    for reader in READERS:
        shown = one.view(reader), other.view(reader)
        assert {**shown[0], "sets": []} == {**shown[1], "sets": []}


def test_a_view_is_plain_json_at_every_moment():
    json.dumps(view(Position(SCHEMA.defaults()), TableReader("host")))
    table = Table(game_type="12")
    for moment in ("lobby", "dealt", "entered", "over"):
        if moment == "dealt":
            table.deal("3 3 8 8")
        if moment == "entered":
            table.x(1, "1/3")
        if moment == "over":
            table.at(60).make("time_up", SERVER)
            table.proof(1, "8/(8*3)*3")
        for reader in READERS:
            json.dumps(table.view(reader))


def test_history_is_bounded():
    table = Table(game_type="1")
    for _ in range(30):
        table.deal("1 2 3 4")
        table.answer(1, "1*2*3*4")
    shown = table.view()
    assert (len(shown["history"]), shown["rounds_ended"], shown["last"]["number"]) == (20, 30, 30)
