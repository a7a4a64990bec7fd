"""A table of practice: played by the rules of the live game from the record that its browser sends (CD-41, DU-M-1 to
DU-M-5)."""

import json
import re
from random import Random
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.test import Client

from judging.games.duel.rules import OPERATIONS
from judging.games.live.game import MACHINE
from tests import transcripts
from tools import recount_game
from tournament.common import limits
from tournament.moves import recording
from tournament.practice import rounds, tables

DUEL = {"game": "duel", "settings": {"machine": "easy", "hints": "on"}, "seed": "1", "moves": []}
FOUR = {"game": "twentyfour", "settings": {"players": "1", "game_type": "1"}, "seed": "1", "moves": []}
LETTERS = {"game": "countdown", "settings": {"rounds": "L", "alone": "on"}, "seed": "1", "moves": []}


class Clock:
    now = 1_795_000_000_000

    def wait(self, seconds):
        self.now += round(seconds * 1000)


@pytest.fixture
def clock(monkeypatch):
    """The server's clock: `clock.wait(seconds)`."""
    cache.clear()
    made = Clock()
    monkeypatch.setattr(recording, "time", SimpleNamespace(time_ns=lambda: made.now * 1_000_000))
    return made


class Page:
    """A page of practice, which has the record of its table."""

    def __init__(self, record, **settings):
        self.record = {**record, "settings": {**record["settings"], **settings}}
        self.client = Client()
        self.look()

    def send(self, kind=None, status=200, **facts):
        move = {"kind": kind, "facts": facts} if kind else None
        body = json.dumps({**self.record, "move": move})
        answer = self.client.post("/practice/move/", body, content_type="application/json")
        assert answer.status_code == status, answer.content
        shown = answer.json()
        if status == 200:
            self.record |= {"began": shown["began"], "moves": shown["moves"]}
            self.shown, self.text = shown, " ".join(shown["html"].split())
        return shown

    look = send

    @property
    def known(self):
        read = tables.read(json.dumps(self.record).encode())
        return recording.with_due_moves(tables.table(read), tables.now())


def test_a_game_against_the_machine_needs_no_row_and_no_query(clock):
    page = Page(DUEL, machine="medium")
    assert "The machine (medium)" in page.text
    assert page.send("turn", text="+1", turn=1)["wait"] == 1000
    assert "The machine is to play." in page.text
    clock.wait(0.9)
    assert page.look()["wait"] == 100, "one sees the own turn first"
    clock.wait(0.2)
    page.look()
    assert re.search(r"The machine (adds|subtracts|multiplies|divides)", page.text)
    assert page.send("turn", text="+2", turn=3)["moves"][-1] == ["turn", {"text": "+2", "turn": 3}, clock.now]


def play(page, clock, random):
    """Play any turns until somebody has won."""
    while not page.look()["is_over"]:
        board = page.known.position.state.board
        if page.known.position.state.seat == MACHINE:
            clock.wait(1)
        else:
            text = f"{random.choice(OPERATIONS)}{random.choice(board.numbers[board.turn])}"
            page.send("turn", text="?" if random.random() < 0.1 else text)
        clock.wait(1)


@pytest.mark.parametrize("seed", range(6))
def test_the_perfect_machine_never_loses_as_second_player_and_its_record_replays(clock, seed):
    page = Page(DUEL, machine="strong")
    play(page, clock, Random(seed))
    known = page.known
    assert known.position.state.winner == MACHINE
    text = page.shown["transcript"]
    assert page.shown["result"] == {"points": 0, "solved": False, "made": None}
    assert f'seat {MACHINE} | "The machine"' in text
    assert transcripts.differences(transcripts.parse(text), known.game) == []
    assert recount_game.differences(text) == []


def test_the_machine_plays_the_same_from_the_same_seed_and_nobody_plays_for_it(clock):
    games = []
    for _game in range(2):
        page = Page(DUEL, starts="second")
        page.send("turn", text="+1", status=409)
        page.send("machine", text="+1", status=409)
        play(page, clock, Random(1))
        games.append([each.text for each in page.known.position.state.turns])
    assert games[0] == games[1]


def test_a_hint_is_given_once_a_turn(clock):
    page = Page(DUEL)
    page.send("hint", turn=1)
    assert "No turn wins" in page.text, "who begins cannot win"
    page.send("hint", turn=1, status=409)


def test_24_alone_says_what_is_wrong_and_how_it_can_be_made(clock):
    page = Page(FOUR, game_type="2")
    assert page.send("answer", texts=["1+1"])["result"] == {"points": -1, "solved": False, "made": None}
    assert "Use each number exactly once" in page.text
    assert "tf-methods" in page.text
    assert not Page(FOUR, game_type="2").send("impossible")["result"]["solved"]


def test_letters_are_chosen_and_answered_without_a_declaration_and_the_clock_is_kept(clock):
    page = Page(LETTERS, start_after="1", seconds="30")
    for _each in range(9):
        page.send("letter", pile="consonant")
    clock.wait(1)
    assert "data-ends" in page.look()["html"]
    clock.wait(31)
    assert "data-next" in page.look()["html"], "the script sends what is written"
    assert page.send("present", text="zzz")["result"] == {"points": 0, "solved": False, "made": None}
    assert "The letters do not make it" in page.text
    assert page.send("next")["is_over"]


def test_the_cards_are_those_of_the_round_that_the_seed_names(clock):
    for kind in ("letters", "numbers", "conundrum"):
        name = f"{kind}.0011223344556677"
        page = Page({**LETTERS, "seed": name})
        assert "tile" in page.text
        answer = rounds.deal(name).answer
        assert not answer or answer not in page.text
        page.send("answer" if answer else "present", text=answer)
        assert page.shown["result"]["solved"] == bool(answer)


def test_a_whole_game_goes_on_from_round_to_round(clock):
    page = Page(LETTERS, rounds="LNC")
    for _each in range(9):
        page.send("letter", pile="vowel")
    page.send("present", text="")
    page.send("next")
    page.send("large", count=2)
    page.send("present", text="1+1000")
    assert "1000 is not one of the given numbers" in page.text
    page.send("next")
    page.send("answer", text="wrong")
    assert page.send("next")["is_over"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"settings": {"machine": "none"}},  # a game of two
        {"settings": {"machine": "clever"}},
        {"settings": 3},
        {"moves": [["turn", {"text": "+1"}, 1]]},  # before its beginning
        {"moves": [["turn", {"text": "+1"}, 10**20]]},
        {"moves": [["end", {}, 1_795_000_000_000]], "began": 1},
        {"moves": [["hint", {}, 1]] * limits.PRACTICE_MOVES, "began": 1},
        {"moves": [[]]},
        {"move": "turn"},
        {"seed": "\x00"},
        {"began": "yesterday"},
    ],
    ids=str,
)
def test_what_is_no_record_is_refused_with_a_sentence(clock, wrong):
    answer = Client().post("/practice/move/", json.dumps({**DUEL, **wrong}), content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["detail"]


@pytest.mark.parametrize("body", [b"", b"[", b"3", b"[" * 10_000, b'"' + b"1" * 60_000 + b'"'])
def test_what_is_no_json_is_refused(clock, body):
    assert Client().post("/practice/move/", body, content_type="application/json").status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("game", "chosen"),
    [("duel", {"preset": "easy"}), ("twentyfour", {"preset": "practice"}), ("countdown", {"alone": "on"})],
)
def test_a_game_for_one_needs_no_table(client, game, chosen):
    answer = client.post(f"/play/open/{game}/", chosen)
    assert answer["Location"].startswith(f"/practice/{game}/?")
    assert client.get(answer["Location"]).status_code == 200
