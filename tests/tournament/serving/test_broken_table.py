"""A table that cannot be read or shown: its pages hear so, the log names it, and the other tables go on."""

import logging
from dataclasses import replace

import pytest

from judging.games.live_games import GAMES
from puzzles import games
from tests.tournament.play.quick_quiz import DEALS, QUIZ
from tournament.game_tables import actions
from tournament.models import Table
from tournament.moves import table_cache
from tournament.moves.recording import Sent, now, record
from tournament.serving.table_streams import BROKEN, WatchedTables, Watcher

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _forget():
    table_cache.forget()
    yield
    table_cache.forget()


def watched(*tables: Table) -> tuple[WatchedTables, list[Watcher]]:
    watchers = [Watcher(table.code, "screen", 0, "", "en") for table in tables]
    watching = WatchedTables()
    watching.watched = lambda: watchers
    return watching, watchers


@pytest.mark.postgresql
def test_a_table_that_cannot_be_read_says_so_once_and_the_others_go_on(caplog):
    broken, well = (actions.open_table(by=None, game="duel", settings={})[0] for _each in range(2))
    Table.objects.filter(pk=broken.pk).update(settings={"no": "setting"})
    table_cache.forget()
    watching, (of_broken, of_well) = watched(broken, well)
    with caplog.at_level(logging.ERROR, "tournament.serving.table_streams"):
        states = [watching.look() for _look in range(3)][-1]
    assert states[of_broken] == BROKEN
    assert b"<section" in states[of_well].message
    assert [line.getMessage() for line in caplog.records] == [
        f"the table {broken.code} cannot be read; the others go on"
    ]
    Table.objects.filter(pk=broken.pk).update(settings={})
    watching._broken.clear()  # a second has passed
    assert watching.look()[of_broken] != BROKEN


def test_a_table_that_cannot_be_shown_says_so_once_and_the_others_go_on(caplog, monkeypatch, client):
    def view(position, reader):
        raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")

    monkeypatch.setitem(games.DEALS, "quick_quiz", DEALS)
    monkeypatch.setitem(GAMES, "quick_quiz", replace(QUIZ, view=view))
    broken = actions.open_table(by=None, game="quick_quiz", settings={})[0]
    for name in ("Ana", "Ben"):
        actions.join(table=broken, name=name)
    record(broken, Sent("begin", "host", None, {}, "begin", now()))
    well = actions.open_table(by=None, game="duel", settings={})[0]
    watching, (of_broken, of_well) = watched(broken, well)
    with caplog.at_level(logging.ERROR, "tournament.serving.table_streams"):
        states = [watching.look() for _look in range(3)][-1]
    assert states[of_broken] == BROKEN != states[of_well]
    assert [line.getMessage() for line in caplog.records] == [f"the table {broken.code} cannot be shown to its screen"]
    client.raise_request_exception = False
    assert client.get(f"/play/{broken.code}/frame/?as=screen").status_code == 500, (
        "a page without a stream learns it too"
    )
