"""The 24 family and Countdown Duel at tables in the database, and what their pages ask for."""

import pytest

from puzzles.games.twentyfour import review
from tests.html import flat
from tournament.game_tables import actions
from tournament.models import TableMove

pytestmark = pytest.mark.django_db


@pytest.fixture
def sit(db):
    """sit(game, settings, names) -> the table, the host's secret and each player's."""

    def play(game, names=("Ana", "Ben"), **settings):
        table, host = actions.open_table(by=None, game=game, settings=settings)
        return table, host, [actions.join(table=table, name=name)[1] for name in names]

    return play


def cards(table):
    facts = TableMove.objects.filter(table=table, kind="deal").latest("number").facts
    return [tuple(map(int, text.split())) for text in facts["sets"]]


def test_a_round_of_24_and_a_ruling(sit, at_table, client):
    table, secret, (ana, ben) = sit("twentyfour")
    host = at_table(table, "host", secret)
    assert host.send("begin").status_code == 200
    [numbers] = cards(table)
    first = at_table(table, "seat", ana)
    assert b"tf-card" in first.frame().content
    text = str(numbers[0])  # wrong, whatever was dealt
    assert first.send("answer", {"texts": [text], "round": 1}).status_code == 200
    late = at_table(table, "seat", ben).send("answer", {"texts": [text], "round": 1}).json()
    assert late["note"] in ("round_over", "received_later")
    move = TableMove.objects.get(table=table, kind="answer", seat=1)
    address = f"/play/{table.code}/ruling/{move.number}/"
    assert client.get(address).status_code == 404, "only the host rules"
    page = host.client.get(address).content.decode()
    assert "Round 1, target 24." in page and "It counts as wrong now." in page  # noqa: PT018
    assert "Ana: −1 → 1 points" in page and "Ana wins round" in page  # noqa: PT018
    assert page.count('name="right"') == 1, "a ruling that changes nothing has no button"
    assert host.client.post(address, {"right": "yes", "reason": "seen again"}).status_code == 302
    assert "+1" in host.frame().content.decode()
    assert host.client.get(f"/play/{table.code}/ruling/1/").status_code == 404, "nothing to rule on"


def test_after_a_round_of_tony_four_the_room_reads_the_largest_common_x(sit, at_table):
    table, secret, _seats = sit("twentyfour", game_type="10", sets=1)
    host = at_table(table, "host", secret)
    host.send("begin")
    best = review("largest", 24, tuple(cards(table)))
    assert host.send("close").status_code == 200
    assert f"Largest common x: <strong>{best['x']}</strong>" in flat(host.frame().content.decode())


@pytest.mark.parametrize(
    ("text", "why"), [("99", "Use each number exactly once"), ("1+", "This cannot be read."), ("", "does not make 24")]
)
def test_it_is_said_what_is_wrong_with_an_answer(sit, at_table, text, why):
    table, secret, (ana, _ben) = sit("twentyfour", number_range=2)
    host = at_table(table, "host", secret)
    host.send("begin")
    [numbers] = cards(table)
    at_table(table, "seat", ana).send("answer", {"texts": [text or "+".join(map(str, numbers))], "round": 1})
    assert why in host.frame().content.decode()


def test_a_phone_sees_no_other_players_x(sit, at_table):
    table, secret, (ana, ben) = sit("twentyfour", game_type="21")
    at_table(table, "host", secret).send("begin")
    other = at_table(table, "seat", ben)
    before = other.frame()
    assert "note" not in at_table(table, "seat", ana).send("x", {"text": "777/13", "round": 1}).json()
    after = other.frame()
    assert b"777/13" not in after.content, "the times of the clock may have 777 in them"
    assert before.headers["X-Frame"] != after.headers["X-Frame"], "that they have entered one is seen in type 21"


def test_in_type_20_not_even_the_digest_of_a_frame_says_who_has_entered(sit, at_table):
    table, secret, (ana, ben) = sit("twentyfour", game_type="20")
    at_table(table, "host", secret).send("begin")
    other = at_table(table, "seat", ben)
    before = other.frame().headers["X-Frame"]
    at_table(table, "seat", ana).send("x", {"text": "777/13", "round": 1})
    assert other.frame().headers["X-Frame"] == before


def test_a_duel(sit, at_table):
    table, secret, (ana, ben) = sit("duel")
    at_table(table, "host", secret).send("begin")
    one, other = at_table(table, "seat", ana), at_table(table, "seat", ben)
    assert one.send("turn", {"text": "+7", "turn": 1}).status_code == 200
    assert one.send("turn", {"text": "+8", "turn": 2}).json()["code"] == "not_your_turn"
    assert other.send("turn", {"text": "*9", "turn": 2}).status_code == 200
    page = other.frame().content.decode()
    assert "Ben wins the game!" in page
    table.refresh_from_db()
    assert table.stage == "over"


@pytest.mark.parametrize("text, several", [("8/(3-8/3)", False), ("8/3(3-8)", True)])
def test_the_reading_of_a_line_says_nothing_of_its_value(client, text, several):
    result = client.get("/play/reading/", {"text": text}).json()
    assert "<math" in result.pop("reading")
    assert result == {"several": several}
    assert client.get("/play/reading/", {"text": "(" * 400}).json()["reading"] == ""


def test_the_form_of_a_new_table_has_room_for_all(client):
    assert client.get("/play/open/twentyfour/").context["form"]["players"].value() == "40"


def test_a_game_of_24_from_paper(at_table):
    table, secret = actions.open_table(by=None, game="twentyfour", settings={}, recorded=True)
    host = at_table(table, "host", secret)
    for name in ("Ana", "Ben"):
        actions.join(table=table, name=name, by_host=True)
    host.send("begin")
    assert b"deal-1" in host.frame().content
    refused = host.send("deal", {"sets": ["3 3 8"]}).json()
    assert refused["detail"] == "A set is 4 numbers from 1 to 10, with spaces between them."
    assert host.send("deal", {"sets": ["3 3 8 8"]}).status_code == 200
    assert host.send("impossible", seat=1).status_code == 200
    assert host.send("answer", {"texts": ["8/(3-8/3)"]}, seat=2).status_code == 200
    assert "The answer is right." in host.frame().content.decode()


def test_the_host_enters_what_a_player_without_a_phone_says(sit, at_table):
    table, secret, _tokens = sit("twentyfour", players=3)
    actions.join(table=table, name="Eva", by_host=True)
    host = at_table(table, "host", secret)
    host.send("begin")
    page = host.frame().content.decode()
    assert 'data-seat="3"' in page and 'data-seat="1"' not in page  # noqa: PT018
    assert "Eva: Impossible" in page
    host.send("impossible", seat=3)
    [numbers] = cards(table)
    host.send("answer", {"texts": ["+".join(map(str, numbers))]}, seat=3)
    assert TableMove.objects.get(table=table, kind="answer").seat == 3
    assert 'id="result-1-3"' in host.frame().content.decode()
