"""Joining by PIN or by invitation, one seat a browser, and what one address may do."""

from datetime import timedelta
from threading import Barrier, Thread
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from puzzles.words import word_lists
from tests.tournament.play.conftest import Browser
from tournament.game_tables import actions, hosting_actions, pins, rate_limits
from tournament.models import AddressUse, Table

HERE = {"REMOTE_ADDR": "203.0.113.7"}


def wrong_pin() -> str:
    return next(pin for pin in ("000000", "000001") if not Table.objects.filter(pin=pin).exists())


def try_pin(pin, **more):
    return Client(**{**HERE, **more}).get(f"/play/?pin={pin}")


@pytest.fixture
def table(open_table):
    return open_table()[0]


def test_a_pin_leads_to_the_page_to_choose_a_name_on_and_so_does_the_qr_code(table):
    client = Client()
    assert client.post("/play/pin/", {"pin": f" {table.pin} "})["Location"] == pins.join_path(table)
    page = client.get(pins.join_path(table))
    assert page.status_code == 200
    joined = client.post(f"/play/{table.code}/join/", {"name": "Ana", "invitation": pins.invitation(table)})
    assert joined["Location"] == f"/play/{table.code}/"
    assert client.get(joined["Location"]).status_code == 200
    assert client.get(pins.join_path(table))["Location"] == f"/play/{table.code}/"
    assert table.seats.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize("given", ["", "0" * 20, "é", "%00"])
def test_an_address_without_the_invitation_leads_to_the_pin(table, given):
    client = Client()
    address = f"/play/{table.code}/join/"
    assert client.get(f"{address}?{urlencode({'invitation': given})}")["Location"] == "/play/"
    assert client.post(address, {"name": "Ana", "invitation": given})["Location"] == "/play/"
    assert ("leads to no open game" in client.get("/play/").content.decode()) is bool(given)
    assert not table.seats.exists()


def test_an_invitation_ends_with_its_game(table, at_table):
    Table.objects.update(ended_at=timezone.now())
    assert Client().get(pins.join_path(table))["Location"] == "/play/"


def test_a_second_child_of_a_name_gets_a_number(table, at_table):
    for name in ("Ada", "ada", "Ada"):
        at_table(table, "seat", name=name)
    assert list(table.seats.order_by("number").values_list("name", flat=True)) == ["Ada", "ada 2", "Ada 3"]


def test_the_host_reads_that_no_phone_can_open_an_address_of_this_computer(open_table, at_table, settings):
    settings.ALLOWED_HOSTS = ["*"]
    table, secret = open_table()
    host = at_table(table, "host", secret).client
    for name, warned in (("127.0.0.1", True), ("192.168.1.20", False)):
        page = host.get(f"/play/{table.code}/host/", headers={"host": name}).content.decode()
        assert f"http://{name}/play/" in page
        assert ("Only this computer can open" in page) is warned


# one seat a browser


def joining(client, table, name="Ana"):
    return client.post(f"/play/{table.code}/join/", {"name": name, "invitation": pins.invitation(table)})


@pytest.mark.django_db(transaction=True)
def test_a_browser_that_asks_ten_times_at_once_gets_one_seat(table):
    first = Client()
    first.get(pins.join_path(table))
    browsers = [Client() for _turn in range(10)]
    for browser in browsers:
        browser.cookies.update(first.cookies)
    burst, seats = Barrier(10), []

    def ask(browser):
        burst.wait()
        joining(browser, table)
        seats.append(browser.cookies["seat"].value)
        connection.close()

    threads = [Thread(target=ask, args=(browser,)) for browser in browsers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seats) == 10
    assert len(set(seats)) == 1
    assert [seat.name for seat in table.seats.all()] == ["Ana"]


def test_a_browser_without_its_secret_sees_the_page_first(table):
    client = Client()
    assert joining(client, table)["Location"] == pins.join_path(table)
    assert not table.seats.exists()
    client.get(pins.join_path(table))
    joining(client, table)
    assert table.seats.count() == 1


def test_two_browsers_have_two_seats_and_a_removed_player_may_come_back(table):
    ana, ben = Client(), Client()
    for client, name in ((ana, "Ana"), (ben, "Ben")):
        client.get(pins.join_path(table))
        joining(client, table, name)
    hosting_actions.remove(table=table, seat=1)
    assert "no seat" in ana.get(f"/play/{table.code}/").content.decode()
    joining(ana, table, "Anna")
    assert list(table.seats.filter(removed_at=None).values_list("number", "name")) == [(2, "Ben"), (3, "Anna")]


# what one address may do


@pytest.fixture
def few(monkeypatch):
    """Small rates: four wrong PINs, three games alone and two tables at once."""
    for name, burst in (("WRONG_PINS", 4), ("GAMES", 3), ("TABLES", 2)):
        monkeypatch.setattr(rate_limits, name, rate_limits.Rate(getattr(rate_limits, name).kind, burst, 60.0))
    monkeypatch.setattr(pins, "WRONG_PINS", rate_limits.WRONG_PINS)


def minutes_pass(count):
    for use in AddressUse.objects.all():
        use.until -= timedelta(minutes=count)
        use.save()


def test_an_address_that_guesses_learns_nothing_more_and_a_link_lets_phones_in(few, table):
    assert [try_pin(wrong_pin()).status_code for _turn in range(6)] == [404] * 4 + [429] * 2
    refused = try_pin(table.pin)
    assert refused.status_code == 429
    assert "Scan the QR code, ask the host for a link" in refused.content.decode()
    phone = Client(**HERE)
    assert phone.get(pins.join_path(table)).status_code == 200
    assert joining(phone, table)["Location"] == f"/play/{table.code}/"
    assert try_pin(table.pin, REMOTE_ADDR="203.0.113.8").status_code == 302
    minutes_pass(1)
    assert [try_pin(pin).status_code for pin in (table.pin, table.pin, wrong_pin(), table.pin)] == [302, 302, 404, 429]


def test_right_pins_are_not_counted(few, table):
    assert {try_pin(table.pin).status_code for _turn in range(10)} == {302}
    assert not AddressUse.objects.exists()


def test_all_ipv6_addresses_of_a_house_are_one_and_ipv4_in_ipv6_is_ipv4(few, table):
    def statuses(*addresses):
        return [try_pin(wrong_pin(), REMOTE_ADDR=address).status_code for address in addresses]

    assert statuses(*(f"2001:db8::{at}" for at in range(1, 6))) == [404] * 4 + [429]
    assert statuses("2001:db8:0:1::1") == [404]
    assert statuses(*(f"::ffff:203.0.113.{at}" for at in range(1, 6))) == [404] * 5


def test_an_address_tries_fewer_than_20_000_pins_in_an_hour():
    rate = rate_limits.WRONG_PINS
    assert rate.burst + 3600 / rate.every < 20_000


def test_a_class_plays_alone_without_tables_and_the_teacher_opens_one(few, open_table, db):
    def opens(**given):
        return Client(**HERE).post("/play/open/duel/", given).status_code

    assert [opens(machine="easy") for _turn in range(4)] == [302] * 4
    assert [opens(preset="usual") for _turn in range(3)] == [302, 302, 429]
    minutes_pass(1)
    assert opens(preset="usual") == 302


def test_the_next_games_of_the_same_players_are_no_opened_tables(few, open_table, at_table):
    for expected in (302, 302, 302, 429):
        table, secret = open_table()
        host: Browser = at_table(table, "host", secret)
        host.send("end")
        again = host.client.post(f"/play/{table.code}/again/", {"as": "host"}, **HERE)
        assert again["Location"].endswith(f"{table.code}/host/") is (expected == 429)


def test_what_no_longer_counts_is_deleted(few, table):
    try_pin(wrong_pin())
    rate_limits.forget_unused()
    assert AddressUse.objects.count() == 1
    minutes_pass(2)
    rate_limits.forget_unused()
    assert not AddressUse.objects.exists()


def rude():
    """A word of the list, which no test has to spell."""
    return word_lists.unsuitable()[0].rstrip("*")


def test_all_names_are_shown_but_those_to_look_at_and_each_can_be_hidden_again(open_table, at_table):
    table, secret = open_table()
    host = at_table(table, "host", secret)
    for name in ("Ana", rude(), "Cem"):
        actions.join(table=table, name=name)

    def press(do, **more):
        host.client.post(f"/play/{table.code}/host/do/", {"do": do, **more})
        return [seat.number for seat in table.seats.exclude(approved_at=None)]

    assert press("approve-all") == [1, 3]
    assert press("approve", seat=2) == [1, 2, 3]
    assert press("hide", seat=1) == [2, 3]
    assert "Ana" not in Client().get(f"/play/{table.code}/screen/").content.decode()


def test_who_joins_late_reads_what_others_call_them_and_the_host_hears_of_it(open_table, at_table):
    table, secret = open_table()
    host, ana = at_table(table, "host", secret), at_table(table, "seat", name="Ana")
    assert "until the host shows your name" in " ".join(ana.frame().content.decode().split())
    waiting = f"/play/{table.code}/host/players/?part=waiting"
    assert "Show all names" not in host.client.get(waiting).content.decode()  # the lobby has the list in sight
    host.send("begin")
    assert "The room does not see 1 name yet." in host.client.get(waiting).content.decode()
    host.client.post(f"/play/{table.code}/host/do/", {"do": "approve-all"})
    assert "Show all names" not in host.client.get(waiting).content.decode()
