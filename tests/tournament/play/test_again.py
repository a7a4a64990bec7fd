"""Another game with the same players, at a table of its own."""

from django.test import Client

from tournament.common import limits
from tournament.game_tables import actions, hosting_actions, next_game, tokens
from tournament.models import Seat, Table
from tournament.moves import table_cache
from tournament.moves.queries import next_code


def over(at_table, *names, removed=None):
    """A game that is over: the table, its host and its players, of whom the host may have removed one."""
    table, secret = actions.open_table(by=None, game="duel", settings={})
    host = at_table(table, "host", secret)
    players = [at_table(table, "seat", name=name) for name in names]
    host.send("begin")
    if removed:
        hosting_actions.remove(table=table, seat=removed)
    host.send("end")
    return table, host, players


def press(browser, **more):
    """The answer to the button. A browser keeps its secret of each table; the test's client has one place for both."""
    name = tokens.HOST_COOKIE if browser.role == "host" else tokens.SEAT_COOKIE
    own = browser.client.cookies[name].value
    answer = browser.client.post(f"/play/{browser.table.code}/again/", {"as": browser.role, **more})
    del browser.client.cookies[name]
    browser.client.cookies[name] = own
    return answer


def test_the_host_opens_a_table_with_the_same_seats_in_one_press(at_table, db):
    table, host, _players = over(at_table, "Ana", "Ben")
    hosting_actions.approve(table=table, seats=[1])
    answer = press(host)
    opened = Table.objects.exclude(pk=table.pk).get()
    assert answer["Location"] == f"/play/{opened.code}/host/"
    assert opened.stage == "lobby"
    assert opened.settings == table.settings
    assert [(seat.name, seat.approved_at is not None) for seat in opened.seats.all()] == [("Ana", True), ("Ben", False)]
    assert tokens.digest(answer.cookies[tokens.HOST_COOKIE].value) in table_cache.find(opened.code).hosts
    assert press(host)["Location"] == answer["Location"]
    assert Table.objects.count() == 2


def test_a_phone_goes_on_with_its_seat_and_a_second_time_too(at_table, db):
    table, host, (ana, _ben) = over(at_table, "Ana", "Ben")
    assert b"data-next" not in ana.frame().content
    assert press(ana)["Location"] == f"/play/{table.code}/"  # the host has not pressed yet
    press(host)
    assert b"data-next" in ana.frame().content
    lost = press(ana).cookies[tokens.SEAT_COOKIE].value  # an answer that never arrived
    answer = press(ana)
    code = next_code(table.code)
    assert answer["Location"] == f"/play/{code}/"
    table_after = table_cache.find(code)
    assert table_after.seat_of_token(tokens.digest(lost)) is None
    assert table_after.seat_of_token(tokens.digest(answer.cookies[tokens.SEAT_COOKIE].value)).name == "Ana"
    Seat.objects.filter(table__code=code, number=1).update(seen_at="2026-11-22T10:00Z")
    assert tokens.SEAT_COOKIE not in press(ana).cookies  # the phone that is there keeps its seat


def test_who_was_removed_does_not_come_along(at_table, db):
    table, host, (ana, ben) = over(at_table, "Ana", "Ben", removed=2)
    press(host)
    assert [seat.name for seat in Seat.objects.filter(table__code=next_code(table.code))] == ["Ana"]
    assert press(ben)["Location"] == f"/play/{table.code}/"
    assert press(ana)["Location"] != f"/play/{table.code}/"


def test_once_the_game_is_over_its_players_stay_as_they_are(at_table, db):
    table, host, _players = over(at_table, "Ana", "Ben")
    page = host.client.get(f"/play/{table.code}/host/").content.decode()
    assert "data-over" in page
    for offered in ('value="remove"', 'value="add"'):
        assert offered not in page
    for pressed in ({"do": "remove", "seat": 1}, {"do": "add", "name": "Eva"}):
        table_after = host.client.post(f"/play/{table.code}/host/do/", pressed, follow=True)
        assert "This game is over." in table_after.content.decode()
    assert [seat.removed_at for seat in table.seats.all()] == [None, None]


def test_a_game_that_is_played_and_a_stranger_open_nothing(open_table, at_table):
    table, secret = open_table()
    host = at_table(table, "host", secret)
    assert press(host)["Location"] == f"/play/{table.code}/host/"
    assert Client().post(f"/play/{table.code}/again/", {"as": "host"}).status_code == 302
    assert Table.objects.count() == 1


def test_a_game_of_an_event_is_played_again_by_its_series(event, organiser):
    table, _secret = actions.open_table(by=organiser, game="quick_quiz", settings={}, event=event)
    Table.objects.update(stage="over", ended_at="2026-11-22T10:00Z")
    assert next_game.following(table) is None
    client = Client()
    client.force_login(organiser)
    client.post(f"/play/{table.code}/host/take-over/")
    client.post(f"/play/{table.code}/again/", {"as": "host"})
    assert Table.objects.count() == 1


def test_the_next_game_can_be_another_one_with_the_same_phones(at_table, db):
    table, host, (ana, _ben) = over(at_table, "Ana", "Ben")
    before = [{"game": "duel", "points": {"1": 0, "2": won}} for won in range(limits.EARLIER_GAMES)]
    Table.objects.filter(pk=table.pk).update(earlier=before)
    table_cache.forget()
    assert b"Another game with the same phones" in host.frame().content
    answer = press(host, choice="twentyfour/tony_four")
    opened = Table.objects.exclude(pk=table.pk).get()
    assert (opened.game, opened.settings["game_type"]) == ("twentyfour", "12")
    assert opened.earlier == [*before[1:], {"game": "duel", "points": {"1": 0, "2": 0}}], "the oldest is left out"
    assert press(ana)["Location"] == f"/play/{opened.code}/"
    page = Client().get(f"/play/{opened.code}/screen/").content.decode()
    assert "Games so far" in page
    assert answer["Location"] == f"/play/{opened.code}/host/"


def test_a_game_with_too_few_seats_is_refused_and_the_players_stay(at_table, db):
    table, secret = actions.open_table(by=None, game="twentyfour", settings={"players": 5})
    host = at_table(table, "host", secret)
    for name in ("Ana", "Ben", "Cem"):
        at_table(table, "seat", name=name)
    host.send("begin")
    host.send("end")
    assert press(host, choice="duel/quick")["Location"] == f"/play/{table.code}/host/"
    assert "This game has 2 seats." in host.client.get(f"/play/{table.code}/host/").content.decode()
    assert Table.objects.count() == 1


def test_a_browser_finds_back_to_its_game_and_a_host_takes_no_seat_by_the_pin(client, db):
    code = client.post("/play/open/countdown/", {"preset": "short"})["Location"].split("/")[2]
    table = Table.objects.get(code=code)
    assert f"/play/{code}/" in client.get("/play/").content.decode()
    joining = client.post("/play/pin/", {"pin": table.pin})["Location"]
    assert client.get(joining)["Location"] == f"/play/{code}/host/"
    Table.objects.update(stage="over")
    assert "Back to your game" not in client.get("/play/").content.decode()
    Table.objects.update(stage="playing")
    for sent in ("no such table", f"{code}ABC", "\0" * 12, ""):
        client.cookies["table"] = sent
        assert client.get("/play/").status_code == 200
