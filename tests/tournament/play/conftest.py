"""A table of the smallest game, and people at it."""

import json
from uuid import uuid4

import pytest

from judging.games.live_games import GAMES
from puzzles import games
from tests.tournament.play.quick_quiz import DEALS, QUIZ
from tournament.game_tables import actions, tokens
from tournament.moves import table_cache


@pytest.fixture(autouse=True)
def quick_quiz(patches_for_all):
    patches_for_all.setitem(GAMES, "quick_quiz", QUIZ)
    patches_for_all.setitem(games.DEALS, "quick_quiz", DEALS)
    table_cache.forget()
    yield
    table_cache.forget()


@pytest.fixture
def open_table(db):
    """Opens a table without an event: (table, the host's secret)."""

    def open_(**settings):
        return actions.open_table(by=None, game="quick_quiz", settings=settings)

    return open_


class Browser:
    """A browser at a table: a host's or a player's, by the secret in its cookie."""

    def __init__(self, client, table, role, secret):
        self.client, self.table, self.role = client, table, role
        client.cookies[tokens.HOST_COOKIE if role == "host" else tokens.SEAT_COOKIE] = secret

    def send(self, kind, facts=None, key=None, **more):
        body = {"kind": kind, "facts": facts or {}, "key": key or uuid4().hex, "as": self.role, **more}
        address = f"/play/{self.table.code}/moves/"
        return self.client.post(address, json.dumps(body), content_type="application/json")

    def frame(self):
        return self.client.get(f"/play/{self.table.code}/frame/?as={self.role}")


@pytest.fixture
def at_table(open_table):
    """Makes browsers: `at_table(table, "host", secret)`, or `at_table(table, "seat", name="Ana")`, who joins."""
    from django.test import Client

    def make(table, role, secret=None, name=""):
        if role == "seat" and secret is None:
            _seat, secret = actions.join(table=table, name=name)
        return Browser(Client(), table, role, secret or "")

    return make
