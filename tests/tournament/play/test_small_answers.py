"""What the pages around a game say: used links, the list of players, very many questions."""

import pytest
from django.test import Client

from tournament.common import limits
from tournament.game_tables import hosting_actions
from tournament.models import Seat
from tournament.templatetags.countdown import to_give

pytestmark = pytest.mark.django_db


def test_a_used_link_says_so(open_table, at_table):
    table, _secret = open_table()
    at_table(table, "seat", name="Ana")
    link = f"/play/{table.code}/take/{hosting_actions.offer(table=table, seat=1)}/"
    assert Client().post(link).status_code == 302
    again = Client().post(link)
    assert again.status_code == 409
    assert "This link was used already" in again.content.decode()


def test_the_host_s_list_of_players_comes_alone(open_table, at_table):
    table, secret = open_table()
    host, ana = at_table(table, "host", secret), at_table(table, "seat", name="Ana")
    result = host.client.get(f"/play/{table.code}/host/players/").content.decode()
    assert "Ana" in result
    assert "<html" not in result
    assert "csrfmiddlewaretoken" in result
    assert ana.client.get(f"/play/{table.code}/host/players/").status_code == 403
    assert Seat.objects.count() == 1


@pytest.mark.parametrize(
    ("address", "method", "limit"),
    [("/play/reading/?text=1", "get", "READINGS_ADDRESS"), ("/practice/move/", "post", "PRACTICE_ADDRESS")],
)
def test_an_address_that_asks_very_often_waits(client, monkeypatch, address, method, limit):
    monkeypatch.setattr(limits, limit, 2)
    result = [getattr(client, method)(address, REMOTE_ADDR="198.51.100.7") for _question in range(4)]
    assert result[-1].status_code == 429
    assert "Try again in a minute" in result[-1].json()["detail"]


@pytest.mark.parametrize(
    ("written", "declared", "kind", "given"),
    [
        ("cat, lankier\nrail aileron", 7, "letters", "aileron"),
        ("cat", 7, "letters", ""),
        ("50*8\n50*8+29\n", 429, "numbers", "50*8+29"),
        ("", 429, "numbers", ""),
    ],
)
def test_what_was_written_need_not_be_typed_again(written, declared, kind, given):
    assert to_give({"written": written, "declared": {"number": declared}}, kind) == given
