"""A program hosts a table of an event: what it reads there, and its moves."""

import pytest

from tests.tournament.rest.conftest import program  # noqa: F401 - a fixture
from tournament.game_tables import actions
from tournament.models import HostDevice, Relation, TableMove


@pytest.fixture
def table(organiser, event):
    table, _secret = actions.open_table(by=organiser, game="quick_quiz", settings={}, event=event)
    for name in ("Ana", "Ben"):
        actions.join(table=table, name=name, by_host=True)
    return table


@pytest.fixture
def host(program, event, table):  # noqa: F811
    """Sends a request about the table with a token that hosts."""

    def send(method, address, body=None, scopes=("read", "host"), **more):
        return program(
            method, f"/api/v1/events/{event.slug}/tables/{table.code}/{address}", body, scopes=scopes, **more
        )

    return send


def test_a_program_plays_a_round_as_the_host(host, table, organiser):
    begun = host("post", "moves/", {"kind": "begin"})
    assert (begun.status_code, begun.json()["note"]) == (200, None)
    host("post", "moves/", {"kind": "say", "seat": 1, "facts": {"number": 7}})
    seen = host("get", "frame/").json()
    assert (seen["table"]["stage"], seen["clock"]["name"], seen["view"]["said"]) == ("playing", "say", {})
    assert [seat["name"] for seat in seen["seats"]] == ["Ana", "Ben"]
    move = TableMove.objects.get(table=table, kind="say")
    assert (move.by, move.seat, move.user, move.facts) == ("host", 1, organiser, {"number": 7})


def test_a_move_that_is_sent_twice_is_made_once(host, table):
    once = {"Idempotency-Key": "a start"}
    first, second = (host("post", "moves/", {"kind": "begin"}, **once) for _time in range(2))
    assert first.json() == second.json()
    assert TableMove.objects.filter(table=table, kind="begin").count() == 1


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"kind": "fly"}, "no_such_move"),
        ({"kind": "next"}, "not_playing"),
        ({"kind": "begin", "facts": {"x": 1}}, "unreadable_move"),
        ({"kind": "say", "seat": 9, "facts": {"number": 7}}, "no_such_seat"),
        ({"seat": 1}, "invalid"),
    ],
)
def test_a_move_is_refused_as_on_the_page(host, body, code):
    assert host("post", "moves/", body).json()["code"] == code


def test_a_program_that_does_not_host_makes_no_move(host, table, volunteer):
    assert host("post", "moves/", {"kind": "begin"}, scopes=("read", "organise")).status_code == 403
    assert host("post", "moves/", {"kind": "begin"}, scopes=("read", "host"), person=volunteer).status_code == 200


def test_somebody_related_to_a_player_neither_hosts_nor_sees_what_the_host_sees(
    host, table, organiser, event, add_player
):
    player = add_player(101).player
    actions.join(table=table, name="Cy", player=player, by_host=True)
    Relation.objects.create(event=event, user=organiser, player=player)
    for method, address, body in (("post", "moves/", {"kind": "begin"}), ("get", "frame/", None)):
        assert host(method, address, body).json()["code"] == "related"
    assert host("post", "doors/", {"is_locked": True, "late_joining": False}).json()["code"] == "related"


def test_a_program_that_looks_at_the_table_counts_as_its_host_being_here(host, table, volunteer):
    HostDevice.objects.update(seen_at=None)
    host("get", "frame/", person=volunteer)
    assert not HostDevice.objects.exclude(seen_at=None).exists()
    assert host("post", "take-over/", person=volunteer).json()["code"] == table.code
    HostDevice.objects.update(seen_at=None)
    host("get", "frame/", person=volunteer)
    assert [each.user for each in HostDevice.objects.exclude(seen_at=None)] == [volunteer]


def test_a_program_lets_players_in_and_closes_the_door(host, table, event, add_player):
    seat, _secret = actions.join(table=table, name="Cy", player=add_player(101).player)
    assert [each["number"] for each in host("get", "frame/").json()["waiting"]] == [seat.number]
    host("post", "let-in/", {"seat": seat.number})
    host("post", "rename/", {"seat": seat.number, "name": "Cyd"})
    host("post", "remove/", {"seat": 1})
    host("post", "doors/", {"is_locked": True, "late_joining": False})
    seen = host("get", "frame/").json()
    assert [each["name"] for each in seen["seats"] if not each["is_removed"]] == ["Ben", "Cyd"]
    assert (seen["waiting"], seen["table"]["is_locked"]) == ([], True)
