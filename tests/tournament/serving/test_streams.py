"""The streams of one process, with listeners and a reader of the test's own."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from tournament.common import limits
from tournament.serving import streams as module
from tournament.serving.poller import PublicState
from tournament.serving.streams import Streams


class Reader:
    """Says what it is told to say."""

    def __init__(self, number: int = 7):
        self.listeners: list = []
        self.see(number)

    def see(self, number: int, visibility: str = "provisional") -> None:
        self.state = PublicState(1, number, visibility, None)
        for listener in self.listeners:
            listener({"spring": self.state})

    def states(self):
        return {"spring": self.state}

    def listen(self, listener) -> None:
        self.listeners.append(listener)

    def leave(self, listener) -> None:
        self.listeners.remove(listener)


class Page:
    """An open page: what it was sent; `stuck` stops it from taking any more."""

    def __init__(self):
        self.text, self.finished, self.start = b"", False, None
        self.stuck, self.gone = asyncio.Event(), asyncio.Event()
        self.stuck.set()

    async def send(self, message) -> None:
        await self.stuck.wait()
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.text += message["body"]
            self.finished = not message["more_body"]

    async def receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def new_numbers(self) -> list[int]:
        for _ in range(5):
            await asyncio.sleep(0)
        return [int(line[4:]) for line in self.text.decode().splitlines() if line.startswith("id: ")]


@pytest.fixture
def reader():
    return Reader()


def played(scene):
    """A test that is a coroutine, in a loop and a thread of its own: after a browser test Playwright's loop runs in
    ours."""

    def test(reader, monkeypatch):
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, asyncio.wait_for(scene(reader, monkeypatch), 5)).result()

    test.__name__, test.__doc__ = scene.__name__, scene.__doc__
    return test


def opened(streams: Streams, reader: Reader, known: int | None = None) -> tuple[Page, asyncio.Task]:
    page = Page()
    serving = asyncio.ensure_future(streams.serve("spring", reader.state, known, "192.0.2.1", page.receive, page.send))
    return page, serving


@played
async def test_a_listener_is_told_each_new_number_once(reader, monkeypatch):
    page, _ = opened(Streams(reader), reader)
    assert await page.new_numbers() == []
    reader.see(8)
    assert await page.new_numbers() == [8]
    reader.see(8)
    reader.see(11)
    assert await page.new_numbers() == [8, 11]
    assert page.start["status"] == 200
    assert page.text.startswith(b"retry: 2000\n: hello\n\n")
    assert b"id: 8\nevent: change\ndata: 8\n\n" in page.text


@played
async def test_who_comes_back_is_told_at_once_what_she_missed_as_one(reader, monkeypatch):
    streams = Streams(reader)
    late, _ = opened(streams, reader, known=3)
    up_to_date, _ = opened(streams, reader, known=7)
    ahead, _ = opened(streams, reader, known=9_999)
    assert await late.new_numbers() == [7]
    assert await up_to_date.new_numbers() == []
    assert await ahead.new_numbers() == [7]  # the database was put back to an older state


@played
async def test_a_listener_that_leaves_is_forgotten_and_the_last_one_lets_the_reader_sleep(reader, monkeypatch):
    streams = Streams(reader)
    (one, serving_one), (other, serving_other) = opened(streams, reader), opened(streams, reader)
    await one.new_numbers()
    assert streams.count == 2
    one.gone.set()
    await serving_one
    assert streams.count == 1
    assert reader.listeners
    other.gone.set()
    await serving_other
    assert streams.count == 0
    assert not reader.listeners
    assert streams.heart is None


@played
async def test_for_one_that_is_slow_only_the_newest_waits(reader, monkeypatch):
    streams = Streams(reader)
    (slow, _), (quick, _) = opened(streams, reader), opened(streams, reader)
    await slow.new_numbers()
    slow.stuck.clear()
    for number in (8, 9, 10):
        reader.see(number)
        await quick.new_numbers()
    slow.stuck.set()
    assert await quick.new_numbers() == [8, 9, 10]
    assert await slow.new_numbers() == [8, 10]


@played
async def test_one_that_takes_nothing_is_dropped(reader, monkeypatch):
    streams = Streams(reader)
    slow, serving = opened(streams, reader)
    await slow.new_numbers()
    slow.stuck.clear()
    reader.see(8)
    await asyncio.sleep(0)
    streams._beat()
    assert streams.count == 1
    monkeypatch.setattr(limits, "ANSWER_PAUSE", -1)
    streams._beat()
    await serving
    assert streams.count == 0
    assert not slow.finished


def test_a_message_may_have_several_lines_or_none():
    assert module.event("d1", b"<p>\r\n</p>\n") == b"id: d1\nevent: change\ndata: <p>\ndata: </p>\n\n"
    assert module.event("broken", b"") == b"id: broken\nevent: change\ndata: \n\n"


@played
async def test_streams_of_an_event_that_is_hidden_end(reader, monkeypatch):
    page, serving = opened(Streams(reader), reader)
    await page.new_numbers()
    reader.see(8, visibility="hidden")
    await serving
    assert await page.new_numbers() == [8]  # so that the page looks, and finds nothing
    assert page.finished


@played
async def test_an_event_that_is_no_more_ends_its_streams(reader, monkeypatch):
    page, serving = opened(Streams(reader), reader)
    await page.new_numbers()
    reader.listeners[0]({})
    await serving
    assert page.finished


@played
async def test_a_quiet_stream_says_that_it_lives(reader, monkeypatch):
    monkeypatch.setattr(module, "HEARTBEAT", 0.05)
    page, _ = opened(Streams(reader), reader)
    await asyncio.sleep(0.2)
    assert page.text.count(b":\n\n") >= 2
    assert await page.new_numbers() == []


@played
async def test_a_server_that_stops_ends_its_streams_in_order(reader, monkeypatch):
    streams = Streams(reader)
    page, serving = opened(streams, reader)
    await page.new_numbers()
    streams.end()
    await serving
    assert page.finished
    assert streams.count == 0


@played
async def test_other_events_are_not_disturbed(reader, monkeypatch):
    streams = Streams(reader)
    page, _ = opened(streams, reader)
    await page.new_numbers()
    for listener in reader.listeners:
        listener({"spring": reader.state, "autumn": PublicState(2, 500, "provisional", None)})
    assert await page.new_numbers() == []


@played
async def test_an_address_has_so_many_streams_and_room_again_when_one_ends(reader, monkeypatch):
    monkeypatch.setattr(limits, "STREAMS_ADDRESS", 2)
    streams = Streams(reader)
    (first, _), _second = opened(streams, reader), opened(streams, reader)
    await first.new_numbers()
    assert (streams.has_room("192.0.2.1"), streams.has_room("192.0.2.2")) == (False, True)
    first.gone.set()
    await first.new_numbers()
    assert streams.has_room("192.0.2.1")
