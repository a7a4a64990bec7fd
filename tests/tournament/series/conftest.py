"""Series of the smallest game, whose fixtures are played by sending moves."""

from uuid import uuid4

import pytest

from judging.games.live_games import GAMES
from puzzles import games
from tests.tournament.play.quick_quiz import DEALS, QUIZ
from tournament.models import Fixture, Player, Seat
from tournament.moves import table_cache
from tournament.moves.recording import Sent, now, record
from tournament.series import actions, table_actions


@pytest.fixture(autouse=True)
def quick_quiz(patches_for_all):
    patches_for_all.setitem(GAMES, "quick_quiz", QUIZ)
    patches_for_all.setitem(games.DEALS, "quick_quiz", DEALS)
    table_cache.forget()
    yield
    table_cache.forget()


NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")


@pytest.fixture
def make_series(event, organiser, add_player):
    """make_series(4, kind="knockout", …): a series of quick quizzes among so many players, 101 and on."""

    def make(count=4, kind="round_robin", **more):
        for at in range(count):
            if not Player.objects.filter(event=event, number=101 + at).exists():
                add_player(101 + at, first_name=NAMES[at % len(NAMES)], last_name=f"{chr(65 + at)}x")
        players = list(Player.objects.filter(event=event).order_by("number")[:count])
        return actions.make(
            by=organiser,
            event=event,
            **{"name": "League", "game": "quick_quiz", "kind": kind, "players": players, **more},
        )

    return make


def send(table, kind, facts=None, seat=None, by="host", user=None):
    return record(table, Sent(kind, by, seat, facts or {}, uuid4().hex, now(), user=user))


@pytest.fixture
def play(organiser):
    """play(fixture, {101: 7, 102: 3}): the whole game, entered from paper; each player says a number, the highest
    scores."""

    def played(fixture, numbers, end=True):
        table, _secret = table_actions.open_fixture(by=organiser, fixture=fixture, recorded=True)
        seats = dict(Seat.objects.filter(table=table).values_list("player__number", "number"))
        send(table, "begin")
        for number, value in numbers.items():
            send(table, "say", {"number": value}, seats[number])
        send(table, "time_up")
        if end:
            send(table, "end")
        table.refresh_from_db()
        return table

    return played


@pytest.fixture
def fixture_of():
    """fixture_of(series, 101, 102): the game of these players."""

    def find(series, *numbers):
        fixtures = Fixture.objects.filter(series=series)
        for number in numbers:
            fixtures = fixtures.filter(sides__player__number=number)
        return fixtures.get()

    return find
