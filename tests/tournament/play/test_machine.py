"""The machine at a table of Countdown Duel, and hints (DU-M-3 to DU-M-5)."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.test import Client

from judging.games.duel.rules import OPERATIONS
from judging.games.live import transcript
from judging.games.live.game import MACHINE
from judging.games.live.replay import replay
from tests.tournament.play.conftest import Browser
from tools import recount_game
from tournament.common.refusals import Refused
from tournament.game_tables import actions, solo, tokens
from tournament.models import Seat, Table, TableMove
from tournament.moves import recording, table_cache
from tournament.moves.queries import next_code
from tournament.play import table_views

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """The server's clock: `clock.wait(seconds)`."""

    class Clock:
        now = 1_795_000_000_000

        def wait(self, seconds):
            self.now += round(seconds * 1000)

    made = Clock()
    for module in (recording, actions, solo, table_views):
        monkeypatch.setattr(module, "now", lambda: made.now)
    return made


def press(preset="easy", game="duel", **values):
    """Open a table as a browser does: its client, and where it goes."""
    client = Client()
    answer = client.post(f"/play/open/{game}/", values or {"preset": preset})
    return client, answer


def opened(preset="easy", **values):
    """The phone that plays the machine."""
    client, answer = press(preset, **values)
    table = Table.objects.latest("pk")
    assert answer["Location"] == f"/play/{table.code}/"
    return Browser(client, table, "seat", client.cookies[tokens.SEAT_COOKIE].value)


def position(phone):
    return table_cache.find(phone.table.code).position


def turn(phone, text):
    return phone.send("turn", {"text": text, "turn": len(position(phone).state.turns) + 1})


def look(phone):
    """What a stream or a page does when it looks at the table."""
    return phone.client.get(f"/play/{phone.table.code}/").content.decode()


def test_one_press_begins_a_game_against_the_machine(clock):
    phone = opened("medium")
    page = " ".join(look(phone).split())
    assert "The machine (medium)" in page
    assert "The host's page" in page.replace("&#x27;", "'")
    assert Seat.objects.filter(table=phone.table).count() == 1
    assert turn(phone, "+1").status_code == 200
    assert "The machine is to play." in look(phone)
    clock.wait(0.9)
    assert len(position(phone).state.turns) == 1, "one sees the own turn first"
    clock.wait(0.2)
    assert re.search(r"The machine (adds|subtracts|multiplies|divides)", look(phone))
    move = TableMove.objects.get(table=phone.table, kind="machine")
    assert (move.by, move.seat, move.at) == ("server", None, clock.now - 100)
    assert turn(phone, "+2").status_code == 200


def play(phone, clock, random):
    """Play any turns until somebody has won."""
    while position(phone).stage != "over":
        board = position(phone).state.board
        if position(phone).state.seat == MACHINE:
            clock.wait(1)
        else:
            text = f"{random.choice(OPERATIONS)}{random.choice(board.numbers[board.turn])}"
            assert turn(phone, "?" if random.random() < 0.1 else text).status_code == 200
        look(phone)
    return position(phone)


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_machine_never_loses_as_second_player_and_its_record_replays(clock, seed):
    phone = opened("strong")
    after = play(phone, clock, Random(seed))
    assert after.state.winner == MACHINE
    read = table_cache.find(phone.table.code)
    assert replay(read.game, read.settings, read.moves) == after
    table_cache.forget()
    assert position(phone) == after
    text = phone.client.get(f"/play/{phone.table.code}/transcript/").content.decode()
    assert transcript.parse(text).differences(read.game) == []
    assert recount_game.differences(text) == []
    assert f'seat {MACHINE} | "The machine"' in text


def test_the_machine_plays_the_same_from_the_same_seed(clock):
    games = []
    for _game in range(2):
        phone = opened("easy")
        Table.objects.filter(pk=phone.table.pk).update(seed="5" * 32)
        table_cache.forget()
        play(phone, clock, Random(1))
        games.append([each.text for each in position(phone).state.turns])
    assert games[0] == games[1]


def test_nobody_plays_for_the_machine_or_takes_its_seat(clock):
    phone = opened(machine="strong", starts="second", turn_time="0", name="")
    host = Browser(Client(), phone.table, "host", phone.client.cookies[tokens.HOST_COOKIE].value)
    assert position(phone).state.seat == MACHINE, "the machine begins if the settings say so"
    assert host.send("turn", {"text": "+1"}, seat=MACHINE).json()["code"] == "no_such_seat"
    assert host.send("machine", {"text": "+1"}, seat=MACHINE).json()["code"] == "no_such_move"
    assert phone.send("machine").json()["code"] == "no_such_move"
    for do in ("remove", "rename", "offer"):
        host.client.post(f"/play/{phone.table.code}/host/do/", {"do": do, "seat": MACHINE, "name": "Eva"})
    assert "Turn of" not in host.frame().content.decode()
    with pytest.raises(Refused, match="full"):
        actions.join(table=phone.table, name="Ben", by_host=True)
    clock.wait(1)
    look(phone)
    assert position(phone).state.seat == 1


def test_no_time_is_measured_for_the_machine_and_a_pause_stops_it(clock):
    phone = opened(machine="medium", turn_time="30", starts="first", name="")
    host = Browser(Client(), phone.table, "host", phone.client.cookies[tokens.HOST_COOKIE].value)
    assert position(phone).clock.name == "turn"
    turn(phone, "+1")
    assert position(phone).clock is None
    host.send("pause")
    clock.wait(60)
    look(phone)
    assert position(phone).state.seat == MACHINE
    host.send("resume")
    look(phone)
    assert position(phone).state.seat == 1
    assert position(phone).clock.ends == clock.now + 30_000
    clock.wait(31)
    look(phone)
    assert not position(phone).paused, "nobody hosts, and the game goes on"
    assert [each.code for each in position(phone).state.turns][2] == "turn_time"


def test_playing_again_keeps_the_machine_and_needs_no_host(clock):
    phone = opened("easy")
    assert b"Play again" not in phone.frame().content
    play(phone, clock, Random(2))
    assert b"Play again" in phone.frame().content
    assert b"Play again" not in Client().get(f"/play/{phone.table.code}/frame/?as=screen").content
    answer = phone.client.post(f"/play/{phone.table.code}/again/", {"as": "seat"})
    after = table_cache.find(next_code(phone.table.code))
    assert answer["Location"] == f"/play/{after.row.code}/"
    assert (after.position.stage, after.machine) == ("playing", "easy")
    assert [seat.name for seat in after.seats] == [seat.name for seat in phone.table.seats.all()]
    assert after.seat_of_token(tokens.digest(answer.cookies[tokens.SEAT_COOKIE].value)).number == 1
    assert tokens.digest(answer.cookies[tokens.HOST_COOKIE].value) in after.hosts


def test_a_hint_wins_and_only_its_phone_shows_it(at_table):
    table, secret = actions.open_table(by=None, game="duel", settings={"hints": True})
    host = at_table(table, "host", secret)
    ana, ben = at_table(table, "seat", name="Ana"), at_table(table, "seat", name="Ben")
    host.send("begin")
    assert ben.send("hint").json()["code"] == "not_your_turn"
    assert ana.send("hint", {"turn": 1}).status_code == 200
    assert "No turn wins" in ana.frame().content.decode(), "who begins cannot win"
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


def test_there_are_no_hints_unless_the_host_allows_them(at_table):
    table, secret = actions.open_table(by=None, game="duel", settings={})
    host, ana, _ben = at_table(table, "host", secret), *(at_table(table, "seat", name=name) for name in ("Ana", "Ben"))
    host.send("begin")
    assert "Give me a hint" not in ana.frame().content.decode()
    assert ana.send("hint").json()["code"] == "no_hints"


def test_the_machine_plays_in_no_event_and_in_no_game_from_paper(event, organiser):
    with pytest.raises(Refused, match="event"):
        actions.open_table(by=organiser, game="duel", settings={"machine": "easy"}, event=event)
    _client, answer = press(machine="easy", starts="first", turn_time="0", name="", recorded="on")
    assert answer.status_code == 400
    assert "A game from paper has two players." in answer.content.decode()
    assert not Table.objects.exists()


def test_a_table_of_24_is_full_with_the_players_of_its_settings(db):
    table, _secret = actions.open_table(by=None, game="twentyfour", settings={"players": 2})
    for name in ("Ana", "Ben"):
        actions.join(table=table, name=name)
    with pytest.raises(Refused, match="it has 2 seats"):
        actions.join(table=table, name="Cem")
