"""A game is played again while its table is not locked, and a long one by one thread at a time."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.db import connection

from judging.games.live.moves import Move
from judging.games.live.replay import replay
from judging.games.live_games import GAMES
from tests.tournament.play.quick_quiz import QUIZ
from tournament.moves import table_cache as knowledge
from tournament.moves.locking import locked
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find, in_turn
from tournament.serving.table_streams import WatchedTables, Watcher

pytestmark = pytest.mark.django_db(transaction=True)
LONG = knowledge.limits.LONG_GAME


@pytest.fixture
def under_lock(patches_for_all):
    """The numbers of the moves that the game looked at in a transaction."""
    numbers = set()

    def check(position, move):
        if connection.in_atomic_block:
            numbers.add(move.number)
        return QUIZ.check(position, move)

    patches_for_all.setitem(GAMES, "quick_quiz", replace(QUIZ, check=check))
    return numbers


@pytest.fixture
def played(under_lock, open_table, at_table):
    """A table at which Ana said 7: (table, the host, Ana, the number of that move)."""
    table, secret = open_table()
    host, ana = at_table(table, "host", secret), at_table(table, "seat", name="Ana")
    assert host.send("begin").status_code == 200
    number = ana.send("say", {"number": 7}).json()["number"]
    under_lock.clear()
    return table, host, ana, number


def undo(table, number):
    return record(table, Sent("undo", "host", None, {"about": number}, uuid4().hex, now()))


@pytest.mark.parametrize("kind,facts", [("undo", {}), ("rule", {"facts": {"number": 9}})])
def test_an_undo_or_a_ruling_is_worked_out_before_the_table_is_locked(played, under_lock, kind, facts):
    table, host, _ana, number = played
    assert host.send(kind, {"about": number, **facts}).status_code == 200
    assert under_lock == set()
    after = find(table.code)
    knowledge.forget()
    assert find(table.code) == after


def test_what_another_process_undid_is_read_before_the_table_is_locked(played, under_lock):
    table, _host, _ana, number = played
    undo(table, number)
    knowledge.forget()
    own_number = record(table, Sent("say", "player", 1, {"number": 8}, uuid4().hex, now())).move.number
    assert under_lock == {own_number}


def test_an_undo_that_comes_before_the_lock_is_played_without_it(played, under_lock):
    table, _host, _ana, number = played
    knowledge.forget()
    looks = []

    def meanwhile(learned):
        looks.append(learned.position.notes)
        if len(looks) == 1:
            undo(table, number)
        return learned

    with locked(table, meanwhile) as before:
        assert before.position.notes == {number: "undone"}
    assert looks == [{}, {number: "undone"}]
    assert under_lock == set()


def test_other_moves_that_come_before_the_lock_are_added_to_the_prepared_position(played):
    table, host, _ana, number = played
    learned = find(table.code)
    prepared = knowledge.looking_ahead(
        learned, Move(learned.row.moves_made + 1, "undo", "host", None, 5, {"about": number})
    )
    host.send("pause")
    row = find(table.code).row
    later = Move(row.moves_made + 1, "undo", "host", None, 5, {"about": number})
    after = knowledge.grown(row, knowledge.caught_up(row, prepared), [later])
    assert after.position.paused
    assert after.position == replay(QUIZ, after.settings, after.moves)


def test_while_a_long_game_is_played_again_others_wait_a_little_and_then_see_it_as_it_was(played, monkeypatch):
    table, host, ana, number = played
    monkeypatch.setattr(knowledge.GATE, "seconds", 0.0)
    monkeypatch.setattr(knowledge.limits, "LONG_GAME", 0)
    older = find(table.code)
    undo(table, number)
    knowledge.forget()
    knowledge.remember(older)
    with in_turn(LONG):
        assert find(table.code) == older
        refused = host.send("undo", {"about": number})
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert refused.headers["Retry-After"] == "5"
        knowledge.forget()
        assert ana.frame().status_code == 503
        assert knowledge.find_all([table.code]) == {}
    assert find(table.code).position.notes == {number: "undone"}
    assert host.send("undo", {"about": number}).status_code == 200


def test_streams_show_a_long_game_that_is_busy_as_it_was(played, monkeypatch):
    table, _host, _ana, number = played
    monkeypatch.setattr(knowledge.GATE, "seconds", 0.0)
    monkeypatch.setattr(knowledge.limits, "LONG_GAME", 0)
    older, tables = find(table.code), WatchedTables()
    tables.watched = lambda: [Watcher(table.code, "screen", 0, "", "en")]
    undo(table, number)
    knowledge.forget()
    knowledge.remember(older)
    monkeypatch.setattr("tournament.serving.table_streams.now", lambda: now() + 60_000)  # the clock's end is due
    with in_turn(LONG):
        assert [state.is_public for state in tables.look().values()] == [True]
        assert tables.tables == {table.code: older}
    tables.look()
    assert tables.tables[table.code].position.notes == {number: "undone"}
