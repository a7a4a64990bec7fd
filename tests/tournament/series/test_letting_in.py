"""The PIN of an event's game is for the room, and its host lets the players in."""

import pytest
from django.test import Client

from tests.tournament.play.conftest import Browser
from tournament.common.refusals import Refused
from tournament.game_tables import actions, hosting_actions, pins
from tournament.models import Event, Fixture, Table, TableMove
from tournament.moves.table_cache import find
from tournament.series import table_actions
from tournament.series.results import results

pytestmark = pytest.mark.django_db


@pytest.fixture
def opened(make_series, organiser):
    """The table of a game between players 101 and 102, and a browser that hosts it."""
    fixture = make_series(2).fixtures.get()
    table, secret = table_actions.open_fixture(by=organiser, fixture=fixture)
    return table, Browser(Client(), table, "host", secret)


def asks(table, number):
    """A phone that asks for the seat of this player."""
    player = Fixture.objects.get(table=table).sides.get(player__number=number).player
    client = Client()
    client.get(pins.join_path(table))
    given = {"player": player.pk, "invitation": pins.invitation(table)}
    assert client.post(f"/play/{table.code}/join/", given)["Location"] == f"/play/{table.code}/"
    return Browser(client, table, "seat", client.cookies["seat"].value)


def press(host, do, seat=""):
    return host.client.post(f"/play/{host.table.code}/host/do/", {"do": do, "seat": seat}, follow=True).content.decode()


def shows(phone):
    text = phone.client.get(f"/play/{phone.table.code}/").content.decode()
    signs = {"waits": "Waiting for the host to let you in", "sits": "You are at the table", "none": "has no seat"}
    return [name for name, sign in signs.items() if sign in text]


def seated(table):
    return find(table.code).position.seats


# the PIN


def test_the_pin_is_on_a_screen_that_a_host_or_a_helper_opened_and_on_no_other(opened, client, volunteer):
    table, host = opened

    def screen(browser):
        shown = browser.get(f"/play/{table.code}/screen/").content.decode()
        role = "room" if "?as=room" in shown else "screen"
        frame = browser.get(f"/play/{table.code}/frame/?as={role}").content.decode()
        return [sign in shown for sign in (table.pin, "screen-join")] + [table.pin in frame]

    assert screen(client) == [False] * 3
    assert client.get(f"/play/{table.code}/frame/?as=room").status_code == 403
    assert screen(host.client) == [True] * 3
    del host.client.cookies["host"]
    assert screen(host.client) == [True] * 3  # this browser remains a screen of the room
    phone = asks(table, 101)
    assert screen(phone.client) == [False] * 3
    client.force_login(volunteer)
    assert screen(client) == [True] * 3


def test_the_host_s_link_makes_another_computer_a_screen_of_the_room(opened, client):
    table, host = opened
    page = host.client.get(f"/play/{table.code}/host/").content.decode()
    link = next(part.split('"')[0] for part in page.split('href="') if "/screen/?room=" in part[:60])
    assert client.get(f"/play/{table.code}/screen/?room=guess").content.decode().count(table.pin) == 0
    Event.objects.update(visibility="embargoed")
    assert client.get(f"/play/{table.code}/screen/").status_code == 404
    assert client.get(link)["Location"] == f"/play/{table.code}/screen/"
    assert table.pin in client.get(f"/play/{table.code}/screen/").content.decode()
    other = Table.objects.create(code="b" * 12, pin="999999", event=table.event, game=table.game, seed="0", made_at="2026-01-01T00:00Z")  # fmt: skip  # noqa: E501
    assert client.get(f"/play/{other.code}/screen/").status_code == 404


def test_outside_events_every_screen_shows_the_pin_and_nobody_waits(client):
    table, _secret = actions.open_table(by=None, game="quick_quiz", settings={})
    assert table.pin in client.get(f"/play/{table.code}/screen/").content.decode()
    assert table.pin in client.get(f"/play/{table.code}/frame/?as=room").content.decode()
    actions.join(table=table, name="Ana")
    assert seated(table) == (1,)


# letting in


def test_who_joins_waits_until_the_host_lets_all_in_with_one_press(opened):
    table, host = opened
    ada, ben = asks(table, 101), asks(table, 102)
    assert (shows(ada), shows(ben), seated(table)) == (["waits"], ["waits"], ())
    page = host.client.get(f"/play/{table.code}/host/").content.decode()
    assert "2 phones wait to be let in" in page
    part = host.client.get(f"/play/{table.code}/host/players/?part=waiting").content.decode()
    assert "Ada A." in part and "Ben B." in part  # noqa: PT018
    assert 'name="player"' not in page  # nobody who waits is offered as a player without a phone
    assert "Ada A." not in Client().get(f"/play/{table.code}/screen/").content.decode()
    assert "to be let in" not in press(host, "let-all-in")
    assert (shows(ada), shows(ben), seated(table)) == (["sits"], ["sits"], (1, 2))
    press(host, "let-all-in")
    assert list(TableMove.objects.values_list("kind", flat=True)) == ["join", "join"]


def test_who_waits_sees_and_does_nothing_of_the_game(opened):
    table, host = opened
    asks(table, 101)
    press(host, "let-in", 1)
    ben = asks(table, 102)
    assert host.send("begin").status_code == 200
    assert shows(ben) == ["waits"]
    assert "Ada" not in ben.frame().content.decode()
    for kind, facts in (("join", {}), ("say", {"number": 5}), ("leave", {})):
        assert ben.send(kind, facts).json()["code"] == "not_let_in"
    press(host, "let-in", 2)  # late: the game has begun
    assert seated(table) == (1, 2)
    assert ben.send("say", {"number": 5}).status_code == 200


def test_a_refused_phone_has_no_seat_and_may_ask_again(opened):
    table, host = opened
    thief = asks(table, 101)
    press(host, "remove", 1)
    assert shows(thief) == ["none"]
    assert not table.seats.exists()
    ada = asks(table, 101)
    press(host, "let-all-in")
    assert shows(ada) == ["sits"]
    assert table.seats.get().name == "Ada A."


def test_of_two_phones_that_ask_for_one_player_the_host_says_which(opened):
    table, host = opened
    thief, ada, ben = asks(table, 101), asks(table, 101), asks(table, 102)
    page = host.client.get(f"/play/{table.code}/host/").content.decode()
    assert page.count("several phones ask for this player") == 2
    assert "Ask who it is" not in press(host, "let-all-in")
    assert (shows(thief), shows(ada), shows(ben)) == (["waits"], ["waits"], ["sits"])
    assert "Several phones ask for the same player. Ask who it is" in press(host, "let-all-in")
    press(host, "let-in", 2)
    assert (shows(thief), shows(ada)) == (["none"], ["sits"])
    assert [seat.player.number for seat in table.seats.order_by("number")] == [101, 102]


def test_a_player_whom_the_host_adds_leaves_nobody_waiting_for_the_seat(opened):
    table, host = opened
    ada = asks(table, 101)
    player = Fixture.objects.get(table=table).sides.get(player__number=101).player
    host.client.post(f"/play/{table.code}/host/do/", {"do": "add", "player": player.pk})
    assert (shows(ada), len(seated(table))) == (["none"], 1)


def test_only_a_few_phones_wait_for_one_player(opened):
    table, _host = opened
    for _phone in range(actions.limits.WAITING_PLAYER):
        asks(table, 101)
    player = Fixture.objects.get(table=table).sides.get(player__number=101).player
    with pytest.raises(Refused, match="Too many phones wait"):
        actions.join(table=table, name="Ada", player=player)
    asks(table, 102)


def test_a_game_that_ends_while_somebody_waits_counts_them_as_absent(opened):
    table, host = opened
    asks(table, 101)
    press(host, "let-all-in")
    ben = asks(table, 102)
    host.send("end")
    assert "The game is over" in ben.client.get(f"/play/{table.code}/").content.decode()
    assert "to be let in" not in host.client.get(f"/play/{table.code}/host/").content.decode()
    assert "This game is over." in press(host, "let-all-in")
    (result,) = results(table.event, Fixture.objects.get().series)
    assert {side.player.number: side.points for side in result.sides} == {101: 0, 102: None}
    assert find(table.code).position.stage == "over"


def test_nobody_is_let_in_in_an_archived_event(opened):
    table, _host = opened
    asks(table, 101)
    Event.objects.update(archived_at="2026-01-01T00:00Z")
    with pytest.raises(Refused, match="archived"):
        hosting_actions.let_in(table=table)


def test_who_waits_does_not_watch_what_is_held_back(opened):
    table, host = opened
    ada = asks(table, 101)
    Event.objects.update(visibility="embargoed")
    assert ada.client.get(f"/play/{table.code}/screen/").status_code == 404
    press(host, "let-all-in")
    assert ada.client.get(f"/play/{table.code}/screen/").status_code == 200


def test_a_new_name_lets_nobody_in(opened):
    table, host = opened
    ada = asks(table, 101)
    host.client.post(f"/play/{table.code}/host/do/", {"do": "rename", "seat": 1, "name": "Ada"})
    press(host, "approve", 1)
    press(host, "approve-all")
    assert shows(ada) == ["waits"]
