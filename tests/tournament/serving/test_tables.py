"""Live tables on the real server: streams tell each reader when what they may see has changed, and nothing else."""

import pytest

from tests.tournament.serving.test_serving import Stream, get, stream
from tournament.game_tables import actions, hosting_actions, tokens
from tournament.models import Event, Seat, Table
from tournament.moves.recording import Sent, now, record
from tournament.moves.table_cache import find

pytestmark = pytest.mark.django_db(transaction=True)

QUIET = 0.6  # seconds in which several looks at the tables happen


class At:
    """A browser at a table: what it sends with each request."""

    def __init__(self, table: Table, role: str, secret: str = ""):
        self.table, self.role = table, role
        name = {"host": tokens.HOST_COOKIE, "room": tokens.ROOM_COOKIE}.get(role, tokens.SEAT_COOKIE)
        cookie = f"{name}={secret}"
        self.headers = {"Cookie": cookie, "Host": "localhost"}

    def frame(self, server):
        return get(server, f"/play/{self.table.code}/frame/?as={self.role}", **self.headers)

    def stream(self, server):
        known = self.frame(server)[1]["X-Frame"]
        return stream(server, f"/play/{self.table.code}/stream?as={self.role}&after={known}", **self.headers)


@pytest.fixture
def seated(db):
    """A letters round whose clock runs: (table, host, ana, ben)."""
    table, secret = actions.open_table(
        by=None, game="countdown", settings={"seconds": 600}
    )  # longer than a busy machine needs
    seats = [actions.join(table=table, name=name)[1] for name in ("Ana", "Ben")]
    host = At(table, "host", secret)
    send(table, "host", "begin")
    for _turn in range(9):
        active = find(table.code).position.state.rounds[-1].active
        send(table, "player", "letter", {"pile": "vowel" if _turn % 2 else "consonant"}, active)
    send(table, "host", "start_clock")
    return (table, host, *(At(table, "seat", each) for each in seats))


def send(table, by, kind, facts=None, seat=None):
    return record(table, Sent(kind, by, seat, facts or {}, f"{kind}-{now()}-{id(facts)}-{seat}", now()))


def hears(page: Stream, seconds: float = 60) -> bool:
    """Whether a change comes within this time."""
    try:
        return "event: change" in page.read(seconds, "event: change")
    except TimeoutError:
        return False


def test_a_reader_hears_of_what_they_may_see_and_of_nothing_else(shared, seated):
    table, host, ana, ben = seated
    server = shared()
    with ana.stream(server) as for_ana, ben.stream(server) as for_ben, At(table, "screen").stream(server) as for_room:
        for page in (for_ana, for_ben, for_room):
            page.read(60, "hello")
        send(table, "player", "write", {"text": "secret"}, 1)
        assert "secret" in for_ana.read(60, "secret"), "the stream brings the frame itself"
        assert not hears(for_ben, QUIET)
        assert not hears(for_room, QUIET)
    assert b"secret" in ana.frame(server)[2]
    for other in (ben, At(table, "screen"), host):
        assert b"secret" not in other.frame(server)[2]


def test_what_one_server_records_the_readers_of_another_hear(shared, seated):
    table, _host, ana, _ben = seated
    one, other = shared(), shared(1)
    with ana.stream(other) as page:
        page.read(60, "hello")
        assert ana.frame(one)[0] == 200
        send(table, "host", "pause")
        assert hears(page)


def test_a_phone_that_lost_its_seat_hears_no_more(shared, seated):
    table, _host, ana, _ben = seated
    server = shared()
    with ana.stream(server) as page:
        page.read(60, "hello")
        offer = hosting_actions.offer(table=table, seat=1)
        hosting_actions.accept(table=table, secret=offer, user=None)
        page.there.sock.settimeout(60)
        assert page.answer.read() is not None  # the stream ends
    assert ana.frame(server)[0] == 403


def test_nobody_hears_of_a_table_whose_event_is_hidden(shared, event, organiser):
    server = shared()
    Event.objects.filter(pk=event.pk).update(visibility=Event.Visibility.HIDDEN)
    table, secret = actions.open_table(by=organiser, game="countdown", settings={}, event=event)
    assert At(table, "screen").frame(server)[0] == 403
    assert get(server, f"/play/{table.code}/screen/", Host="localhost")[0] == 404
    assert At(table, "host", secret).frame(server)[0] == 200
    assert At(table, "host", "forged").frame(server)[0] == 403


def test_the_pin_is_in_the_frames_of_screens_that_a_host_opened(shared, event, organiser):
    table, _secret = actions.open_table(by=organiser, game="countdown", settings={}, event=event)
    room = At(table, "room", tokens.room_token(table))
    server = shared()
    assert table.pin.encode() in room.frame(server)[2]
    assert table.pin.encode() not in At(table, "screen").frame(server)[2]
    assert At(table, "room", "forged").frame(server)[0] == 403
    with room.stream(server) as page:
        page.read(60, "hello")
        hosting_actions.set_doors(table=table, is_locked=True, late_joining=True)
        assert hears(page)
    assert table.pin.encode() not in room.frame(server)[2]


def test_a_phone_that_waits_and_the_host_hear_of_each_other_and_the_screen_hears_nothing(shared, event, organiser):
    table, secret = actions.open_table(by=organiser, game="countdown", settings={}, event=event)
    server, host = shared(), At(table, "host", secret)
    with host.stream(server) as for_host, At(table, "screen").stream(server) as for_room:
        for page in (for_host, for_room):
            page.read(60, "hello")
        ana = At(table, "seat", actions.join(table=table, name="Ana")[1])
        assert hears(for_host)
        assert not hears(for_room, QUIET)
    assert b"Waiting for the host" in ana.frame(server)[2]
    with ana.stream(server) as page:
        page.read(60, "hello")
        hosting_actions.let_in(table=table)
        assert hears(page)
    assert b"You are at the table" in ana.frame(server)[2]


def test_a_host_sees_who_is_away_whichever_process_answers(shared):
    table, secret = actions.open_table(by=None, game="countdown", settings={})
    actions.join(table=table, name="Ana")
    Seat.objects.update(seen_at="2026-01-01T00:00Z")
    assert b"away" in At(table, "host", secret).frame(shared())[2]
