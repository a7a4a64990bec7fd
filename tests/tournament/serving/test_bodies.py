"""A request takes a thread when all of it is here; who sends slowly, or reads slowly, holds none."""

import asyncio
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path

import pytest
from django.db import OperationalError

from tests.tournament.serving.test_pages import Looking
from tests.tournament.serving.test_serving import PAGE, get
from tournament.common import limits
from tournament.serving import asgi, request_bodies
from tournament.serving.asgi import Application
from tournament.serving.cached_responses import ReadyResponse
from tournament.serving.poller import Poller
from tournament.serving.request_bodies import Bodies, Gone, NotTaken, Pace, declared_length

SCOPE = {"headers": [(b"content-length", b"6")]}


def in_a_loop(coroutine):
    """Its result, from a loop in a thread of its own: after a browser test Playwright's loop runs in ours."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()


def pieces(*sent: bytes | float | None):
    """A sender: bytes are a piece, a number is a pause in seconds, None means that it left."""
    coming = list(sent)

    async def receive():
        while coming and isinstance(coming[0], float):
            await asyncio.sleep(coming.pop(0))
        if not coming:
            await asyncio.sleep(60)
        piece = coming.pop(0)
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(coming)}

    return receive


def read(bodies: Bodies, *sent, scope=SCOPE) -> bytes:
    async def all_of_it() -> bytes:
        async with bodies.whole(scope, pieces(*sent)) as file:
            return file.read()

    return in_a_loop(all_of_it())


def test_a_body_is_put_together_from_its_pieces():
    assert read(Bodies(), b"abc", b"de", b"f") == b"abcdef"
    assert read(Bodies(), scope={"headers": []}) == b""


@pytest.mark.parametrize(
    "pace,sent",
    [
        (Pace(seconds=30, pause=0.02), (b"abc", 5.0, b"def")),
        (Pace(seconds=0.05, rate=1_000_000, pause=30), (b"a", 0.03, b"b", 0.03, b"c", 0.03, b"def")),
    ],
    ids=["a pause", "a trickle"],
)
def test_who_sends_too_slowly_is_told_so(pace, sent):
    bodies = Bodies(pace)
    with pytest.raises(NotTaken, match="took too long") as refused:
        read(bodies, *sent)
    assert refused.value.status == 408
    assert not bodies.held


def test_a_request_that_is_cut_off_is_not_taken_for_a_whole_one():
    with pytest.raises(Gone):
        read(Bodies(), b"abc", None)


def test_a_request_that_is_cut_off_is_one_line_in_the_log(caplog):
    scope = {**SCOPE, "type": "http", "method": "POST", "path": "/api/v1/keyings/1/", "query_string": b"q=Ada"}
    site = Application(None, Poller(), None)
    in_a_loop(site._django(scope, pieces(b"abc", None), None))
    assert caplog.messages == ["The browser left before its request was here: POST /api/v1/keyings/1/"]


def test_what_is_much_larger_than_a_request_is_refused_and_what_is_larger_is_read_and_not_kept(monkeypatch):
    monkeypatch.setattr(limits, "REQUEST", 10)
    large = {"headers": [(b"content-length", b"11")]}
    assert read(Bodies(), b"x" * 11, scope=large) == b""
    with pytest.raises(NotTaken) as refused:
        read(Bodies(), b"x", scope={"headers": [(b"content-length", b"41")]})
    assert refused.value.status == 413
    with pytest.raises(NotTaken) as refused:
        read(Bodies(), b"x" * 11, scope={"headers": [(b"transfer-encoding", b"chunked")]})
    assert refused.value.status == 413


def test_all_bodies_together_have_a_limit():
    with pytest.raises(NotTaken) as refused:
        read(Bodies(total=5), b"abc", b"def")
    assert refused.value.status == 503


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a full disk is easy to have only on Linux")
@pytest.mark.parametrize("buffering", [0, 4096], ids=["at once", "at the end"])
def test_a_body_that_finds_no_room_is_refused_once_all_of_it_was_read(monkeypatch, buffering):
    full = open("/dev/full", "r+b", buffering=buffering)  # noqa: SIM115 - closed by who uses it
    monkeypatch.setattr(request_bodies, "SpooledTemporaryFile", lambda most: full)
    stored = Bodies()
    with pytest.raises(NotTaken, match="The disk is full") as refused:
        read(stored, b"abc", b"def")
    assert refused.value.status == 503
    assert not stored.held


def test_where_too_many_are_read_the_one_silent_longest_gives_way():
    async def three() -> list:
        bodies = Bodies(most=2)

        async def one(*sent):
            async with bodies.whole(SCOPE, pieces(*sent)) as file:
                return file.read()

        running = []
        for sent in ((b"abc", 60.0, b"def"), (b"abc", 0.05, b"def"), (b"abcdef",)):
            running.append(asyncio.ensure_future(one(*sent)))
            await asyncio.sleep(0.01)
        return await asyncio.gather(*running, return_exceptions=True)

    silent, slow, quick = in_a_loop(three())
    assert isinstance(silent, NotTaken)
    assert (slow, quick) == (b"abcdef", b"abcdef")


@pytest.mark.parametrize(
    "headers,length",
    [
        ([], 0),
        ([(b"content-length", b"12")], 12),
        ([(b"transfer-encoding", b"chunked")], None),
        ([(b"content-length", b"12"), (b"transfer-encoding", b"chunked")], None),
    ],
)
def test_the_length_that_a_request_declares(headers, length):
    assert declared_length({"headers": headers}) == length


@pytest.mark.parametrize("error", [OSError("gone"), None], ids=["leaves", "takes nothing"])
def test_a_reader_who_leaves_or_takes_nothing_gets_no_more(monkeypatch, error):
    monkeypatch.setattr(limits, "ANSWER_PAUSE", 0.02)
    monkeypatch.setattr(asgi, "PIECE", 10)
    file, taken = BytesIO(b"x" * 1000), []

    async def send(message):
        taken.append(message)
        if len(taken) == 3:
            if error:
                raise error
            await asyncio.sleep(60)

    in_a_loop(Application(None, Poller(), None)._send(ReadyResponse(200, (), file), send))
    assert len(taken) == 3
    assert file.closed


def test_what_is_sent_while_the_database_fails_is_read_before_the_answer():
    """A browser that is still sending sees a broken connection otherwise, and no reason."""
    site, order = Application(None, Looking(None), None), []
    site.poller.look_now()
    site.poller.failure = OperationalError("connection refused")
    pieces = [{"type": "http.request", "body": b"x" * 9, "more_body": at < 2} for at in range(3)]

    async def receive():
        order.append("read")
        return pieces.pop(0)

    async def send(message):
        order.append(message.get("status", "body"))

    scope = {"type": "http", "method": "POST", "path": "/x/", "raw_path": b"/x/", "query_string": b"", "scheme": "http"}
    headers = [(b"host", b"testserver"), (b"content-length", b"27")]
    in_a_loop(site({**scope, "headers": headers, "client": ("127.0.0.1", 1)}, receive, send))
    assert order == ["read", "read", "read", 503, "body"]


# the real server


HALF = (
    b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Content-Length: 1000\r\n\r\nusername=pia"
)
OWN_PAGE = f"GET {PAGE} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: sessionid=x\r\n\r\n".encode()


@pytest.mark.django_db(transaction=True)
def test_forty_halves_of_a_request_and_forty_idle_connections_hold_no_thread(shared, event, add_player):
    add_player()
    server = shared()
    with ExitStack() as open_ones:
        for sent in [HALF, HALF[:60], OWN_PAGE] * 40:  # half a body, half a head, an answer that nobody reads
            there = open_ones.enter_context(socket.create_connection(("127.0.0.1", server.port)))
            there.sendall(sent)
        before = time.monotonic()
        assert get(server, PAGE, Cookie="sessionid=x")[0] == 200
        assert get(server, "/sign-in/")[0] == 200
        assert time.monotonic() - before < limits.BODY_SECONDS  # then the halves are sent away
