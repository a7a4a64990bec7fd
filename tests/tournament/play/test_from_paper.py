"""A game that is entered from paper: no phone joins, and the last entry can be taken back."""

import pytest

from judging.games.live.game import HOST_READER
from tournament.common.refusals import Refused
from tournament.game_tables import actions
from tournament.game_tables.frames import frame
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_paper(at_table):
    """open_paper("duel", …): a game of Ada and Ben that has begun, and its host."""

    def opened(game, **settings):
        table, secret = actions.open_table(by=None, game=game, settings=settings, recorded=True)
        for name in ("Ada", "Ben"):
            actions.join(table=table, name=name, by_host=True)
        host = at_table(table, "host", secret)
        host.send("begin")
        return table, host

    return opened


def points(table):
    return [seat["points"] for seat in frame(find(table.code), HOST_READER)["seats"]]


def entry_of(host):
    """The number of the last entry on the host's page; None without one."""
    page = host.frame().content.decode()
    _before, separator, after = page.partition('name="about" value="')
    return int(after.partition('"')[0]) if separator else None


def test_no_phone_joins_and_no_pin_is_shown(open_paper):
    table, host = open_paper("duel")
    with pytest.raises(Refused) as refused:
        actions.join(table=table, name="Cleo")
    assert refused.value.code == "table_recorded"
    assert table.pin not in host.frame().content.decode()


def test_letters_are_taken_back_one_after_the_other(open_paper):
    table, host = open_paper("countdown", rounds="L")
    for letter in "ariox":
        host.send("letter", {"letter": letter})
    for _time in range(2):
        assert host.send("undo", {"about": entry_of(host)}).status_code == 200
    for letter in "oeklnn":
        host.send("letter", {"letter": letter})
    assert find(table.code).position.state.current.letters == "arioeklnn"
    assert entry_of(host)


def test_a_typing_error_in_the_last_turn_does_not_end_the_game(open_paper):
    table, host = open_paper("duel")
    for seat, text in ((1, "+9"), (2, "+9"), (1, "*2")):
        host.send("turn", {"text": text}, seat=seat)
    assert find(table.code).row.stage == "over"
    host.send("undo", {"about": entry_of(host)})
    assert find(table.code).row.stage == "playing"
    host.send("turn", {"text": "+2"}, seat=1)
    assert find(table.code).position.state.board.total == 20


def test_an_answer_of_24_is_taken_back_with_its_point(open_paper):
    table, host = open_paper("twentyfour")
    host.send("deal", {"sets": ["3 3 8 8"]})
    host.send("answer", {"texts": ["3*8+8-8"]}, seat=1)
    assert "3*8+8-8" in host.frame().content.decode()
    assert host.send("undo", {"about": entry_of(host)}).status_code == 200
    assert points(table) == [0, 0]
    host.send("answer", {"texts": ["8/(3-8/3)"]}, seat=1)
    assert points(table) == [1, 0]


def test_a_line_of_number_race_is_taken_back(open_paper):  # NR-10
    table, host = open_paper("number_race")
    host.send("deal", {"cards": [1, 2, 3, 4], "target": 10})
    for seat, text in ((1, "1+2+3+4"), (1, "4+3*2*1"), (2, "1*2+3+4")):
        assert host.send("write", {"text": text}, seat=seat).status_code == 200
    page = host.frame().content.decode()
    assert "<bdi>1*2+3+4</bdi>" in page
    assert page.count("<bdi>") == 1, "the key of the method is not for people"
    host.send("undo", {"about": entry_of(host)})
    host.send("write", {"text": "2*3+4*1"}, seat=2)
    host.send("close")
    assert points(table) == [2, 1]


@pytest.mark.parametrize(
    ("kind", "x", "why"),
    [("12", "20", "This does not make 20."), ("22", "3", "This is not 3 away from 24."), ("11", "1/2", "make 1/2.")],
)
def test_it_is_said_why_a_proof_is_wrong(open_paper, kind, x, why):
    _table, host = open_paper("twentyfour", game_type=kind)
    assert host.send("deal", {"sets": ["3 3 8 8"]}).status_code == 200
    for seat, text in ((1, x), (2, "5")):
        assert host.send("x", {"text": text}, seat=seat).status_code == 200
    for seat in (1, 2):
        assert host.send("proof", {"texts": ["3+3+8+8"]}, seat=seat).status_code == 200
    assert why in host.frame().content.decode()


def test_only_the_last_entry_is_taken_back(open_paper):
    table, host = open_paper("countdown", rounds="L")
    for letter in "ari":
        host.send("letter", {"letter": letter})
    assert host.send("undo", {"about": entry_of(host) - 1}).json()["detail"] == "This cannot be taken back."
    host.send("undo", {"about": entry_of(host)})
    assert host.send("undo", {"about": entry_of(host) + 1}).status_code != 200  # a second time


def test_in_a_live_game_a_letter_is_not_taken_back(at_table):
    table, secret = actions.open_table(by=None, game="countdown", settings={"rounds": "L"})
    for name in ("Ada", "Ben"):
        actions.join(table=table, name=name, by_host=True)
    host = at_table(table, "host", secret)
    host.send("begin")
    host.send("letter", {"pile": "vowel"})
    number = find(table.code).moves[-1].number
    with pytest.raises(Refused, match="cannot be taken back"):
        record(table, Sent("undo", "host", None, {"about": number}, "key", now()))
