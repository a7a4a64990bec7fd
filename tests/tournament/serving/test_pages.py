"""What is kept of the public pages: for whom, for how long, and made how often."""

import asyncio
import gzip
import json
import queue
import re
import threading
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import pytest
from django.core.signals import request_finished, request_started
from django.db import OperationalError, close_old_connections
from django.http import HttpRequest, HttpResponse
from django.test import Client

from tournament.common import limits
from tournament.models import Event
from tournament.organiser import actions as events
from tournament.roster import actions as roster
from tournament.serving.asgi import Application
from tournament.serving.cached_responses import _language, public_request
from tournament.serving.costly_requests import RequestKind
from tournament.serving.django_handler import Handler, ready
from tournament.serving.page_cache import PageCache
from tournament.serving.poller import Poller, PublicState, look
from tournament.serving.request_bodies import NotTaken

PAGE, API = "/events/spring/grade-3/", "/api/v1/events/spring/standings/"


class Looking(Poller):
    """Looks when a test asks for a page, in the test's thread, so that its own transaction is seen."""

    def __init__(self, states=look):
        super().__init__()
        self.see = states

    def look_now(self):
        self.seen = self.see() if callable(self.see) else self.see

    def states(self):
        return self.seen


class Here(Executor):
    """Runs in the test's thread what the event loop gives to threads."""

    def __init__(self):
        self.work = queue.SimpleQueue()

    def submit(self, function, /, *arguments):
        result = Future()
        self.work.put(lambda: self.do(result, function, arguments))
        return result

    def do(self, result, function, arguments):
        try:
            result.set_result(function(*arguments))
        except Exception as error:
            result.set_exception(error)

    def until(self, done):
        """Work until this future is done, and return its result."""
        done.add_done_callback(lambda _done: self.work.put(None))
        while work := self.work.get():
            work()
        return done.result()


async def ask(site, path, numbers=None, method="GET", **headers):
    """status, headers, body. The request's number goes into the list `numbers`."""
    path, _, query = path.partition("?")
    sent = [(b"host", b"testserver")] if "Host" not in headers else []
    sent += [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()]
    scope = {
        "type": "http",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "headers": sent,
        "client": ("127.0.0.1", 1),
        "server": ("testserver", 80),
    }
    answer = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        answer.append(message)

    await site(scope, receive, send)
    numbers = [] if numbers is None else numbers
    numbers += [value.decode() for name, value in answer[0]["headers"] if name == b"x-request-id"]
    shown = {name.decode().title(): value.decode() for name, value in answer[0]["headers"] if name != b"x-request-id"}
    return answer[0]["status"], shown, b"".join(each["body"] for each in answer[1:])


class Asked:
    """A site asked as a browser would."""

    def __init__(self, django, reader):
        self.here = Here()
        self.site = Application(django, reader, self.here)

    def get(self, path, method="GET", **headers):
        self.site.poller.look_now()
        with ThreadPoolExecutor(1) as loop:
            return self.here.until(loop.submit(asyncio.run, ask(self.site, path, method=method, **headers)))


class Counted:
    """Django, and how often it was asked."""

    def __init__(self):
        self.django, self.count = Handler(), 0

    def __call__(self, request):
        self.count += 1
        return self.django(request)


@pytest.fixture(autouse=True)
def _open_connection():
    """As the test client does: requests leave the test's own connection open."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.fixture
def django(db):
    return Counted()


@pytest.fixture
def site(django):
    return Asked(django, Looking())


@pytest.fixture
def full(event, add_player):
    for _ in range(3):
        add_player(team="Owls")
    return event


def test_a_page_is_made_once_while_nothing_changes(site, django, full):
    first, again = site.get(PAGE), site.get(PAGE)
    assert first == again
    assert first[0] == 200
    assert b"Ada L." in first[2]
    assert django.count == 1


def test_a_change_makes_it_anew(site, django, full, add_player):
    site.get(PAGE)
    add_player(number=177, first_name="Zoe")
    assert b"Zoe" in site.get(PAGE)[2]
    assert django.count == 2


def test_what_is_hidden_is_gone_at_once(site, django, full, organiser):
    assert site.get(PAGE)[0] == site.get(API + "?grade=3")[0] == 200
    events.publish(by=organiser, event=full, visibility="hidden")
    assert site.get(PAGE)[0] == site.get(API + "?grade=3")[0] == 404
    events.publish(by=organiser, event=full, visibility="provisional")
    assert site.get(PAGE)[0] == 200


def test_what_hides_an_event_past_the_feed_hides_its_pages_too(site, full):
    site.get(PAGE)
    Event.objects.filter(pk=full.pk).update(visibility="hidden")
    assert site.get(PAGE)[0] == 404


def test_without_the_reader_every_page_is_made_anew(django, full):
    site = Asked(django, Looking(states=lambda: None))
    assert site.get(PAGE)[0] == site.get(PAGE)[0] == 200
    assert django.count == 2


@pytest.mark.parametrize("path", [PAGE, "/events/spring/event.json"])
def test_a_page_that_has_to_wait_too_long_for_its_turn_is_refused(site, django, full, path):
    turns = site.site.turns
    turns.pages = turns.files = RequestKind(0, 1, 0.01, NotTaken(503, "Later."))
    assert site.get(path)[::2] == (503, b"Later.")
    assert django.count == 0


def test_it_says_what_django_says(site, full):
    status, headers, body = site.get(PAGE)
    plain = Client().get(PAGE)
    stored = {name.title(): value for name, value in plain.items()}
    assert body == plain.content
    assert {name: headers.get(name) for name in stored if name != "Vary"} == {
        name: value for name, value in stored.items() if name != "Vary"
    }
    assert set(headers["Vary"].split(", ")) == {*stored["Vary"].split(", "), "Accept-Encoding"}
    assert set(headers) - set(stored) == {"Etag", "Cache-Control"}


def test_a_known_page_is_not_sent_again(site, django, full, add_player):
    tag = site.get(PAGE)[1]["Etag"]
    status, headers, body = site.get(PAGE, If_None_Match=f'"other", {tag}')
    assert (status, body, headers["Etag"]) == (304, b"", tag)
    add_player()
    assert site.get(PAGE, If_None_Match=tag)[0] == 200


def test_whoever_comes_first_with_a_tag_does_not_leave_an_empty_page(site, full):
    tag = site.get(API + "?grade=3")[1]["Etag"]
    other = Asked(Counted(), Looking())
    assert other.get(API + "?grade=3", If_None_Match=tag)[0] == 304
    assert other.get(API + "?grade=3")[0] == 200
    assert other.get(API + "?grade=3", If_None_Match=tag.removeprefix("W/"))[0] == 304


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, gzip;q=0.5", True),
        ("gzip;q=0", False),
        ("br", False),
        ("", False),
        ("GZIP", True),
    ],
)
def test_it_is_packed_for_who_unpacks(site, full, accepted, packed):
    status, headers, body = site.get(PAGE, Accept_Encoding=accepted)
    assert ("Content-Encoding" in headers) is packed
    assert len(body) == int(headers["Content-Length"])
    assert (gzip.decompress(body) if packed else body) == site.get(PAGE)[2]


def test_each_language_has_its_own(site, full, settings):
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
    _language.cache_clear()
    assert b'<html lang="de"' in site.get(PAGE, Accept_Language="de-CH, en;q=0.5")[2]
    assert b'<html lang="en"' in site.get(PAGE, Accept_Language="en")[2]
    assert b'<html lang="de"' in site.get(PAGE, Accept_Language="de")[2]


def test_the_language_chosen_on_a_page_stands_above_that_of_the_browser(site, django, full):
    chosen = {"Cookie": "django_language=es", "Accept_Language": "en"}
    assert b'<html lang="es"' in site.get(PAGE, **chosen)[2]
    assert b'<html lang="es"' in site.get(PAGE, **chosen)[2]
    assert django.count == 1
    assert b'<html lang="en"' in site.get(PAGE, Accept_Language="en")[2]
    assert b'<html lang="en"' in site.get(PAGE, Cookie="django_language=xx")[2]
    assert django.count == 2  # a language that there is not is the usual one


@pytest.mark.parametrize(
    "headers",
    [
        {"Cookie": "sessionid=abc"},
        {"Cookie": "csrftoken=a; sessionid=abc"},
        {"Cookie": "django_language=de; sessionid=abc"},
        {"Cookie": "whatever=1"},
        {"Authorization": "Basic eA=="},
        {"Range": "bytes=0-5"},
        {"Content_Length": "5"},
    ],
)
def test_who_says_who_she_is_neither_takes_nor_leaves_anything(site, django, full, headers):
    for _ in range(2):
        site.get(PAGE, **headers)
    assert django.count == 2
    site.get(PAGE)
    site.get(PAGE, **headers)
    assert django.count == 4


def test_who_is_signed_in_sees_what_is_hers_and_leaves_nothing(site, full, organiser):
    client = Client()
    client.force_login(organiser)
    own = f"sessionid={client.cookies['sessionid'].value}"
    everybody = site.get(PAGE)[2]
    her_reading = site.get(PAGE, Cookie=own)[2]
    assert b"Organise" in her_reading
    assert b"Organise" not in everybody
    assert site.get(PAGE)[2] == everybody


def test_a_cookie_against_forgery_alone_is_everybodys(site, django, full):
    site.get(PAGE)
    site.get(PAGE, Cookie="csrftoken=abc")
    assert django.count == 1


@pytest.mark.parametrize("method", ["POST", "HEAD", "PUT", "OPTIONS"])
def test_only_reading_is_kept(site, django, full, method):
    site.get(PAGE)
    site.get(PAGE, method=method)
    assert django.count == 2


@pytest.mark.parametrize(
    "path", ["/events/spring/grade-9/", "/events/spring/?number=9999", "/events/none/", "/events/spring/run/"]
)
def test_what_is_no_page_is_not_kept(site, django, full, path):
    statuses = [site.get(path)[0] for _ in range(2)]
    assert statuses[0] == statuses[1] != 200
    assert django.count == 2


def test_another_host_is_asked_for_itself(site, full):
    site.get(PAGE)
    assert site.get(PAGE, Host="evil.example")[0] == 400


def test_pages_of_one_event_outlive_changes_of_another(site, django, full, organiser):
    other = events.create(by=organiser, name="Other", slug="other", held_on="2026-05-09", grades=[3])
    events.publish(by=organiser, event=other, visibility="provisional")
    site.get(PAGE)
    roster.add_player(by=organiser, event=other, facts=roster.PlayerFacts(1, "A", "B", 3, ""))
    site.get(PAGE)
    assert django.count == 1


# made once


SPRING = {"spring": PublicState(1, 1, "provisional", None)}


def crowd(site: Application, count: int, path: str = PAGE) -> list:
    async def all_together() -> list:
        return await asyncio.gather(*(ask(site, path) for _ in range(count)), return_exceptions=True)

    with ThreadPoolExecutor(1) as loop:
        return loop.submit(asyncio.run, all_together()).result()


def site_of(django, states=SPRING) -> Application:
    site = Application(django, Looking(states), ThreadPoolExecutor(60))
    site.poller.look_now()
    return site


class Slow:
    """An application that takes its time, and fails as often as it is told to."""

    def __init__(self, fails: int = 0, status: int = 200):
        self.count, self.fails, self.status, self.lock = 0, fails, status, threading.Lock()

    def __call__(self, request):
        with self.lock:
            self.count += 1
            number = self.count
        time.sleep(0.2)
        if number <= self.fails:
            raise RuntimeError("it broke")
        return ready(HttpResponse(b"page %d " % number * 200, status=self.status))


@pytest.mark.parametrize("path", [PAGE, "/events/spring/event.json"])
def test_fifty_at_once_have_one_made(path):
    slow = Slow()
    answers = crowd(site_of(slow), 50, path)
    assert slow.count == 1
    assert {answer[2] for answer in answers} == {b"page 1 " * 200}


def test_one_that_breaks_is_the_loss_of_who_had_it_made_and_of_nobody_else():
    slow = Slow(fails=1)
    site = site_of(slow)
    answers = crowd(site, 50)
    assert sum(isinstance(answer, RuntimeError) for answer in answers) == 1
    answers = [answer for answer in answers if not isinstance(answer, RuntimeError)]
    assert len(answers) == 49
    assert all(answer[0] == 200 for answer in answers)
    before = slow.count
    crowd(site, 10)
    assert slow.count == before + 1
    assert site.pages._pending == {}


def test_what_is_no_page_is_shared_with_nobody():
    slow = Slow(status=503)
    assert {answer[0] for answer in crowd(site_of(slow), 5)} == {503}
    assert slow.count == 5


def test_a_page_begun_before_a_change_is_not_given_to_who_comes_after_it():
    slow = Slow()
    site = site_of(slow)

    async def both():
        early = asyncio.ensure_future(ask(site, PAGE))
        await asyncio.sleep(0.05)
        site.poller.seen = {"spring": PublicState(1, 2, "provisional", None)}
        late = await ask(site, PAGE)
        await early
        return late, await ask(site, PAGE)

    with ThreadPoolExecutor(1) as loop:
        late, again = loop.submit(asyncio.run, both()).result()
    assert late[2].startswith(b"page 2")
    assert again[2].startswith(b"page 2")


def test_memory_is_bounded():
    count = 0

    def page(request):
        nonlocal count
        count += 1
        return ready(HttpResponse(bytes(100_000), content_type="image/png"))

    site = Asked(page, Looking(SPRING))
    pages = site.site.pages = PageCache(1_000_000)
    for at in range(30):
        site.get(f"{PAGE}?at={at}")
    assert pages._answers.currsize <= 1_000_000
    assert len(pages._answers) == 9
    site.get(f"{PAGE}?at=29")
    assert count == 30
    site.get(f"{PAGE}?at=0")
    assert count == 31


def test_an_export_too_long_to_keep_is_kept_packed(monkeypatch):
    monkeypatch.setattr(limits, "PAGE_MEMORY", 100_000)
    text, count = b'{"lines": "' + b"6 x 4 " * 50_000 + b'"}', 0

    def export(request):
        nonlocal count
        count += 1
        return ready(HttpResponse(text, content_type="application/json"))

    site = Asked(export, Looking(SPRING))
    _status, headers, body = site.get(PAGE)
    assert body == text
    assert site.get(PAGE, If_None_Match=headers["Etag"])[0] == 304
    assert gzip.decompress(site.get(PAGE, Accept_Encoding="gzip")[2]) == text
    assert count == 1
    assert site.get(PAGE)[2] == text  # made again for who cannot unpack it
    assert count == 2


def test_an_answer_that_is_long_waits_in_a_file_for_its_reader():
    site = Asked(lambda request: ready(HttpResponse(b"0123456789" * 200_000)), Looking({}))
    status, headers, body = site.get("/somewhere/")
    assert (status, body) == (200, b"0123456789" * 200_000)


@pytest.mark.parametrize(
    "headers",
    [
        ("Set-Cookie", "a=b"),
        ("Cache-Control", "private"),
        ("Cache-Control", "max-age=5, no-store"),
        ("Content-Encoding", "br"),
    ],
)
def test_what_is_one_persons_is_not_kept(headers):
    count = 0

    def page(request):
        nonlocal count
        count += 1
        return ready(HttpResponse(b"own", headers=dict([headers])))

    site = Asked(page, Looking(SPRING))
    site.get(PAGE)
    site.get(PAGE)
    assert count == 2


def test_while_the_database_fails_everybody_reads_so_at_once():
    """No thread waits for a connection; style sheets and health need none."""
    made = []
    site = Asked(lambda request: made.append(request.path) or ready(HttpResponse("made")), Looking(None))
    site.site.poller.failure = OperationalError("connection refused")
    status, headers, page = site.get("/events/spring/run/", Accept_Language="es")
    assert (status, headers["Content-Type"]) == (503, "text/html; charset=utf-8")
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert "La base de datos no responde" in page.decode()
    status, headers, page = site.get("/api/v1/keyings/1/lines/", method="POST")
    assert (status, json.loads(page)["code"]) == (503, "unavailable")
    assert site.get("/healthz")[0] == 200
    assert made == []
    assert site.get("/static/css/site.css")[0] == 200
    site.site.poller.failure = None
    assert site.get("/events/spring/run/")[0] == 200
    assert made == ["/static/css/site.css", "/events/spring/run/"]


def test_every_answer_has_the_number_of_its_request():
    site = Application(
        lambda request: ready(HttpResponse(request.META["HTTP_X_REQUEST_ID"])), Looking(None), ThreadPoolExecutor(1)
    )
    site.poller.look_now()

    def numbers(path: str, **headers) -> tuple[list[str], str]:
        with ThreadPoolExecutor(1) as loop:
            _status, _headers, body = loop.submit(asyncio.run, ask(site, path, sent := [], **headers)).result()
        return sent, body.decode()

    given, body = numbers("/", X_Request_ID="abc-1")
    assert (given, body) == (["abc-1"], "abc-1")
    (own,), body = numbers("/", X_Request_ID="no number: 1")
    assert re.fullmatch("[0-9a-f]{8}", own)
    assert body == own
    assert len(numbers("/healthz")[0]) == len(numbers(f"/?q={'9' * 5000}")[0]) == 1


@pytest.mark.parametrize("query", ["x" * 201, "x" * 4000])
def test_a_long_question_is_not_kept(query):
    request = HttpRequest()
    request.method, request.path_info = "GET", PAGE
    request.META = {"QUERY_STRING": query}
    assert public_request(request) is None
