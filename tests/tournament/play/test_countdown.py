"""Countdown at a table of the site: bad input, games from paper, and words that join the event's list."""

import pytest
from django.test import Client

from puzzles.words import word_lists
from tests.tools.recounting import program
from tests.tournament.play.conftest import Browser
from tournament.game_tables import actions
from tournament.models import EventWord, Table, TableMove
from tournament.moves import table_cache
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find

pytestmark = pytest.mark.django_db
RUDE = word_lists.unsuitable()[0].rstrip("*")  # a word of the list, which no test has to spell


@pytest.fixture
def from_paper(at_table):
    """A game of letters from paper, with two players: its host's browser."""

    def begun(event=None):
        made, secret = actions.open_table(by=None, game="countdown", settings={"rounds": "L"}, recorded=True)
        if event is not None:
            Table.objects.filter(pk=made.pk).update(event=event)
            table_cache.forget()
        for name in ("Ada", "Ben"):
            actions.join(table=made, name=name, by_host=True)
        host = Browser(Client(), made, "host", secret)
        assert host.send("begin").status_code == 200
        for letter in "arioeklnn":
            assert host.send("letter", {"letter": letter}).status_code == 200
        return host

    return begun


@pytest.fixture
def live(at_table):
    """A game with two phones, at its first letter: (host, ada, ben)."""
    made, secret = actions.open_table(by=None, game="countdown", settings={"rounds": "LNC"})
    host = at_table(made, "host", secret)
    players = [at_table(made, "seat", name=name) for name in ("Ada", "Ben")]
    assert host.send("begin").status_code == 200
    return host, *players


def scores(host):
    position = find(host.table.code).position
    return find(host.table.code).game.scores(position)


def test_the_host_of_a_game_from_paper_gives_the_letters(from_paper):
    host = from_paper()
    assert find(host.table.code).position.state.current.letters == "arioeklnn"
    assert not TableMove.objects.filter(kind="time_up").exists()


@pytest.mark.parametrize(
    "kind, facts, code",
    [
        ("letter", {"pile": "vowel", "letter": "e"}, "unreadable_move"),
        ("letter", {"pile": "both"}, "unreadable_move"),
        ("letter", {}, "unreadable_move"),
        ("large", {"count": 2}, "not_now"),
        ("target", {}, "no_such_move"),
        ("declare", {"number": 5}, "not_now"),
        ("castle", {}, "no_such_move"),
        ("write", {"text": "a" * 10_000}, "unreadable"),
        ("write", {"text": "a" * 301}, "unreadable_move"),
        ("write", {"text": 7}, "unreadable_move"),
    ],
)
def test_what_cannot_be_is_refused_and_the_game_goes_on(live, kind, facts, code):
    host, ada, ben = live
    answer = ada.send(kind, facts)
    assert answer.status_code >= 400
    assert answer.json()["code"] == code
    assert answer.json()["detail"]
    assert ben.send("letter", {"pile": "vowel"}).json()["code"] == "not_your_turn"
    assert ada.send("letter", {"pile": "vowel"}).status_code == 200


def test_nothing_of_another_players_paper_is_in_a_frame(live):
    host, ada, ben = live
    for pile in "vcvcvcccc":
        ada.send("letter", {"pile": "vowel" if pile == "v" else "consonant"})
    host.send("start_clock")
    before = [(each.frame()["X-Frame"], each.frame().content) for each in (host, ben)]
    assert ada.send("write", {"text": "phone\nxylophones"}).status_code == 200
    assert [(each.frame()["X-Frame"], each.frame().content) for each in (host, ben)] == before
    table_cache.forget()
    assert b"phone\nxylophones" in ada.frame().content


@pytest.mark.parametrize("word, points", [("l4nkier", 0), ("lankier aileron", 0), ("allure", 0), ("lankier", 7)])
def test_what_is_given_is_kept_word_for_word(from_paper, word, points):
    host = from_paper()
    host.send("declare", {"number": 7}, seat=1)
    host.send("declare", {"number": 0}, seat=2)
    assert host.send("present", {"text": word}, seat=1).status_code == 200
    assert TableMove.objects.get(kind="present").facts["text"] == word
    assert scores(host) == {1: points, 2: 0}


@pytest.mark.parametrize("role, joins", [("organiser", True), ("judge_user", True), ("volunteer", False)])
def test_a_word_joins_the_events_list_when_a_judge_rules_otherwise(request, from_paper, event, role, joins):
    who = request.getfixturevalue(role)
    host = from_paper(event)
    host.send("declare", {"number": 7}, seat=1)
    host.send("declare", {"number": 0}, seat=2)
    host.send("present", {"text": "Kornile"}, seat=1)
    about = TableMove.objects.get(kind="present").number
    ruling = Sent("rule", "host", None, {"about": about, "facts": {"valid": True}}, "a key of mine", now(), user=who)
    record(host.table, ruling)
    assert scores(host) == {1: 7, 2: 0}
    assert list(EventWord.objects.values_list("word", "is_accepted")) == ([("kornile", True)] if joins else [])


def test_a_rude_answer_is_covered_until_the_host_lets_it_count(from_paper):
    host = from_paper()
    screen = f"/play/{host.table.code}/frame/?as=screen"
    for seat in (1, 2):
        host.send("declare", {"number": len(RUDE)}, seat=seat)
    host.send("present", {"text": RUDE}, seat=1)
    assert RUDE not in Client().get(screen).content.decode()
    assert "• • •" in Client().get(screen).content.decode()
    assert RUDE in host.frame().content.decode()
    host.send("rule", {"about": TableMove.objects.get(kind="present").number, "facts": {"valid": True}})
    assert RUDE in Client().get(screen).content.decode()


@pytest.mark.parametrize("counts", [False, True])
def test_the_text_of_a_game_has_a_rude_word_only_if_it_counts(from_paper, counts):
    host = from_paper()
    for seat in (1, 2):
        host.send("declare", {"number": len(RUDE)}, seat=seat)
    host.send("present", {"text": RUDE}, seat=1)
    if counts:
        host.send("rule", {"about": TableMove.objects.get(kind="present").number, "facts": {"valid": True}})
    host.send("close_round")
    host.send("end")
    address = f"/play/{host.table.code}/transcript/"
    assert (RUDE in Client().get(address).content.decode()) is counts
    assert program.differences(Client().get(address).content.decode()) == []
