"""The feed as a stream: it sends what `changes/` says, to whom that says it, for as long as that does."""

import asyncio
import datetime
import json
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.utils import timezone

from tests.tournament.making import publish
from tests.tournament.serving.test_pages import Asked, Looking, _open_connection, ask, django  # noqa: F401
from tournament.audit import feed as record
from tournament.common import limits
from tournament.models import Membership
from tournament.serving import feed_streams
from tournament.sign_in import api_tokens

STREAM, CHANGES = "/api/v1/events/spring/changes/stream", "/api/v1/events/spring/changes/"
PAUSE = 0.02


@pytest.fixture
def site(django, monkeypatch):  # noqa: F811
    monkeypatch.setattr(feed_streams, "EVERY", PAUSE / 10)
    return Asked(django, Looking())


@pytest.fixture
def bearer(organiser):
    in_a_week = timezone.now() + datetime.timedelta(days=7)
    _token, key = api_tokens.make(by=organiser, name="Screen", scopes=["read"], ends_at=in_a_week)
    return {"authorization": f"Bearer {key}"}


class Open:
    """A stream that is open while `acts` are done one after the other."""

    def __init__(self, site, since=0, acts=(), **headers):
        self.site, self.acts, self.since, self.headers = site, acts, since, headers
        self.text, self.start, self.finished = b"", None, False
        site.site.poller.look_now()
        with ThreadPoolExecutor(1) as loop:
            site.here.until(loop.submit(asyncio.run, asyncio.wait_for(self._run(), 20)))

    async def _run(self):
        self.gone = asyncio.Event()
        headers = [(b"host", b"testserver")]
        headers += [(name.replace("_", "-").encode(), value.encode()) for name, value in self.headers.items()]
        scope = {"type": "http", "method": "GET", "scheme": "http", "path": STREAM, "raw_path": STREAM.encode()}
        scope |= {"query_string": f"since={self.since}".encode(), "headers": headers}
        scope |= {"client": ("127.0.0.1", 1), "server": ("testserver", 80)}
        serving = asyncio.ensure_future(self.site.site(scope, self._receive, self._send))
        for act in self.acts:
            await asyncio.sleep(PAUSE)
            await self.site.site._in_thread(act)
            await self.site.site._in_thread(self.site.site.poller.look_now)
        while self.start is None:
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(PAUSE * 5)
        self.gone.set()
        await serving

    async def _receive(self):
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        if message["type"] == "http.response.start":
            self.start = message
        else:
            self.text += message["body"]
            self.finished = self.finished or not self.gone.is_set() and not message["more_body"]

    @property
    def status(self):
        return self.start["status"]

    @property
    def changes(self) -> list[dict]:
        lines = self.text.decode().splitlines()
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith(("data: ", "{"))]


def test_an_organiser_follows_a_hidden_event_with_a_token(site, event, organiser, bearer, add_player):
    publish(organiser, event, "hidden")
    stream = Open(site, acts=[lambda: add_player(8)], **bearer)
    assert stream.changes == json.loads(site.get(f"{CHANGES}?since=0", **bearer)[2])["changes"]
    assert stream.changes[-1]["kind"] in {"player", "entrant", "team", "roster"}
    assert f"id: {stream.changes[-1]['number']}\nevent: change\n".encode() in stream.text
    assert Open(site).status == 404


def test_as_lines_each_is_a_change(site, event, bearer):
    stream = Open(site, accept="application/x-ndjson", **bearer)
    assert dict(stream.start["headers"])[b"content-type"] == b"application/x-ndjson"
    assert [json.loads(line) for line in stream.text.splitlines()] == stream.changes != []


def test_a_reader_that_was_away_goes_on_where_it_was(site, event, bearer, add_player):
    before = Open(site, **bearer).changes
    add_player(8)
    after = Open(site, since=before[-1]["number"], **bearer).changes
    again = Open(site, since=0, last_event_id=str(before[-1]["number"]), **bearer).changes
    assert after == again != []
    assert before + after == Open(site, **bearer).changes


def test_more_than_fits_one_answer_comes_at_once(site, event, bearer, monkeypatch, add_player):
    whole = Open(site, **bearer).changes
    monkeypatch.setattr(limits, "API_PAGE_MOST", 1)
    assert Open(site, **bearer).changes == whole
    assert len(whole) > 1


def test_under_an_embargo_nothing_moves_and_its_end_is_new(site, event, organiser, add_player):
    """Not even a sign of life comes earlier than it would."""
    publish(organiser, event, "embargoed")
    known = Open(site).changes
    decided = [lambda: add_player(8), lambda: record.add(event, "ruling"), lambda: record.add(event, "result")]
    still = Open(site, since=known[-1]["number"], acts=decided)
    assert (still.changes, still.text) == ([], b":\n\n")
    ended = Open(site, since=known[-1]["number"], acts=[lambda: publish(organiser, event, "provisional")])
    assert {each["kind"] for each in ended.changes} == {"publication"}
    assert Open(site).changes == known + ended.changes  # nothing disappears


def test_a_stream_ends_soon_after_what_let_its_reader_in(site, event, organiser, bearer, monkeypatch):
    """Also without any change: it asks with every heartbeat."""
    monkeypatch.setattr(feed_streams, "HEARTBEAT", PAUSE)
    publish(organiser, event, "hidden")
    assert not Open(site, **bearer).finished
    assert Open(site, acts=[lambda: Membership.objects.filter(user=organiser).delete()], **bearer).finished
    Membership.objects.create(user=organiser, event=event, role="organiser")
    revoke = [lambda: api_tokens.revoke(by=organiser, token=organiser.api_tokens.get())]
    assert Open(site, acts=revoke, **bearer).finished
    assert Open(site, **bearer).status == 401


def test_the_public_s_stream_ends_when_the_event_is_hidden(site, event, organiser):
    publish(organiser, event, "provisional")
    assert Open(site, acts=[lambda: publish(organiser, event, "hidden")]).finished


def test_what_changes_refuses_a_stream_refuses(site, event, bearer):
    refused = Open(site, since="x", **bearer)
    assert (refused.status, json.loads(refused.text)["errors"][0]["place"]) == (400, "since")


def test_their_number_is_bounded(site, event, bearer, monkeypatch):
    monkeypatch.setattr(limits, "FEED_STREAMS_ADDRESS", 0)
    assert Open(site, accept="application/x-ndjson", **bearer).status == 204
    assert not site.site.feeds.of_address


def test_they_end_when_the_server_stops(site, event, bearer):
    assert Open(site, acts=[site.site.end], **bearer).finished
