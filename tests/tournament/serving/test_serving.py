"""The real servers, in processes of their own: one and two of them."""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from django.db import connection

from tests import web
from tests.conftest import database_of_test
from tests.tournament.making import make_user
from tournament.common import limits
from tournament.models import ChangeHead
from tournament.organiser import actions as events
from tournament.standalone.broker import wait
from tournament.standalone.supervisor import start, stop

pytestmark = pytest.mark.django_db(transaction=True)

ROOT = Path(__file__).parents[3]
PAGE, STREAM, CHANGES = "/events/spring/grade-3/", "/events/spring/changes/stream", "/events/spring/changes/"


def number(event) -> int:
    return ChangeHead.objects.get(event=event).number


def get(server, path, **headers):
    """status, headers, body"""
    there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    try:
        there.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = there.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        there.close()


class Stream:
    """An EventSource without a browser."""

    def __init__(self, there, answer):
        self.there, self.answer = there, answer

    def line(self) -> str:
        return self.answer.fp.readline().decode()

    def read(self, seconds: float, wanted: str) -> str:
        """All that comes until `wanted` is in it."""
        self.there.sock and self.there.sock.settimeout(seconds)
        message = ""
        while wanted not in message:
            piece = self.answer.read1(500)
            if not piece:
                break
            message += piece.decode()
        return message


@contextmanager
def stream(server, path=STREAM, **headers):
    there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    there.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = there.getresponse()
    try:
        assert answer.status == 200, answer.status
        assert answer.headers["Content-Type"].startswith("text/event-stream")
        yield Stream(there, answer)
    finally:
        there.close()


@pytest.fixture
def full(event, add_player):
    add_player(team="Owls")
    return event


def test_a_stream_says_a_change_soon_and_a_late_comer_hears_it_at_once(shared, full, add_player):
    server = shared()
    with stream(server, f"{STREAM}?after={number(full)}") as page:
        assert "retry: 2000" in page.read(60, "hello")
        add_player()
        message = page.read(60, "data")
        assert f"id: {number(full)}\nevent: change\ndata: {number(full)}\n" in message
    with stream(server, f"{STREAM}?after={number(full)}", Last_Event_ID=str(number(full) - 1)) as again:
        assert f"id: {number(full)}\n" in again.read(60, "data")


def test_two_servers_see_what_is_changed_through_neither(serve, full, add_player):
    servers = [serve(), serve()]
    before = [get(server, PAGE, Host="localhost")[2] for server in servers]
    assert before[0] == before[1]
    with stream(servers[0]) as one, stream(servers[1]) as other:
        add_player(number=177, first_name="Zoe")
        assert f"id: {number(full)}" in one.read(60, "data")
        assert f"id: {number(full)}" in other.read(60, "data")
    for server in servers:
        assert b"Zoe" in get(server, PAGE)[2]


@pytest.mark.one_database
def test_a_hidden_event_answers_as_if_there_were_none(serve, full, organiser):
    server = serve()
    assert get(server, CHANGES)[0] == 200
    with stream(server) as page:
        page.read(60, "hello")
        events.publish(by=organiser, event=full, visibility="hidden")
        page.read(60, "no such thing")  # until it ends
    for path in (STREAM, CHANGES, PAGE):
        missing = path.replace("spring", "nowhere")
        assert get(server, path)[0] == get(server, missing)[0] == 404
        assert get(server, path)[2].replace(b"spring", b"") == get(server, missing)[2].replace(b"nowhere", b"")


@pytest.mark.one_database
def test_who_asks_is_told_the_number_and_nothing_twice(shared, full, add_player):
    server = shared()
    status, headers, body = get(server, CHANGES)
    assert json.loads(body) == {"number": number(full)}
    assert get(server, CHANGES, If_None_Match=headers["ETag"])[0] == 304
    add_player()
    end = time.monotonic() + 60
    while get(server, CHANGES, If_None_Match=headers["ETag"])[0] == 304 and time.monotonic() < end:
        time.sleep(0.05)
    assert json.loads(get(server, CHANGES)[2]) == {"number": number(full)}


@pytest.mark.one_database
def test_a_page_is_given_packed_unchanged_and_as_it_is(shared, full):
    server = shared()
    plain = get(server, PAGE)
    packed = get(server, PAGE, Accept_Encoding="gzip")
    assert plain[0] == packed[0] == 200
    assert packed[1]["Content-Encoding"] == "gzip"
    assert len(packed[2]) < len(plain[2])
    assert get(server, PAGE, If_None_Match=plain[1]["ETag"])[0] == 304
    assert "default-src 'none'" in packed[1]["Content-Security-Policy"]


@pytest.mark.one_database
def test_signing_in_and_forms_work_behind_the_loop(shared, full, transactional_db):
    server = shared()
    user = make_user("pia")
    user.set_password("a long password")
    user.save()
    there = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    there.request("GET", "/sign-in/")
    answer = there.getresponse()
    page = answer.read().decode()
    token = page.partition('name="csrfmiddlewaretoken" value="')[2].partition('"')[0]
    cookie = answer.headers["Set-Cookie"].partition(";")[0]
    form = f"csrfmiddlewaretoken={token}&username=pia&password=a+long+password"
    there.request(
        "POST",
        "/sign-in/",
        form,
        {"Cookie": cookie, "Content-Type": "application/x-www-form-urlencoded"},
    )
    answer = there.getresponse()
    answer.read()
    assert answer.status == 302
    assert any("sessionid" in each for each in answer.headers.get_all("Set-Cookie"))
    there.close()


@pytest.mark.one_database
def test_a_form_that_is_cut_off_is_not_taken_for_a_whole_one(shared, full):
    server = shared()
    before = len(server.log.read_text())
    with socket.create_connection(("127.0.0.1", server.port)) as there:
        there.sendall(
            b"POST /sign-in/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
            b"Content-Length: 1000\r\n\r\nusername=pia&password=x"
        )
        time.sleep(0.3)
    assert get(server, "/sign-in/")[0] == 200
    message = server.log.read_text()[before:]
    assert "Traceback" not in message
    assert "left before its request was here: POST /sign-in/" in message


STRANGE = (
    b"/events/spring/grade-3/?q=\xff\xfe",
    b"/events/spring/grade-3/?q=%ff%fe",
    b"/events/spring/%ff/",
    b"/events/spring%00/",
    b"/events/../events/spring/",
    b"//events/spring/",
    b"/events/" + b"x" * 3000 + b"/",
)


def test_a_strange_address_breaks_nothing(shared, full):
    server = shared()
    for target in STRANGE:
        with socket.create_connection(("127.0.0.1", server.port), 60) as there:
            there.sendall(b"GET " + target + b" HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            status = int(there.makefile("rb").readline().split()[1])
        assert status in {200, 301, 400, 404}, target
        assert get(server, PAGE)[0] == 200, target


@pytest.mark.one_database
def test_an_address_that_is_too_long_is_answered_with_a_page(shared, full):
    """A search for 10 kB ends its connection; the next request works."""
    server = shared()
    status, headers, page = get(server, f"/events/spring/?q={'9' * 10_000}")
    assert (status, headers["Content-Type"]) == (414, "text/html; charset=utf-8")
    assert b"The address is longer than the server takes." in page
    assert get(server, PAGE)[0] == 200


@pytest.mark.one_database
def test_a_connection_that_brings_no_whole_headers_ends(shared, full):
    server = shared()
    began = time.monotonic()
    with ExitStack() as open_:
        sockets = [open_.enter_context(socket.create_connection(("127.0.0.1", server.port), 60)) for _ in range(2)]
        sockets[1].sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
        for each in sockets:
            each.settimeout(limits.HEADER_SECONDS + 60)
            assert each.recv(1) == b""
    assert time.monotonic() - began >= limits.HEADER_SECONDS - 1
    assert get(server, PAGE)[0] == 200


@pytest.mark.one_database
def test_a_length_of_thousands_of_digits_is_answered(shared, full):
    server = shared()
    with socket.create_connection(("127.0.0.1", server.port), 60) as there:
        there.sendall(b"POST /play/pin/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: " + b"9" * 5000 + b"\r\n\r\n")
        assert b" 400 " in there.makefile("rb").readline()
    assert get(server, PAGE)[0] == 200


@pytest.mark.one_database
def test_it_stops_soon_also_with_streams_open(serve, full):
    server = serve()
    with stream(server) as page:
        page.read(60, "hello")
        server.process.terminate()
        page.read(60, "no such thing")
        server.process.wait(60)


@pytest.mark.one_database
def test_a_browser_that_leaves_costs_nothing_more(shared, full, add_player):
    server = shared()
    before = len(server.log.read_text())
    for _ in range(30):
        with stream(server) as page:
            page.read(60, "hello")
    add_player()
    with stream(server, f"{STREAM}?after=1") as page:
        assert "change" in page.read(60, "data")
    assert "Traceback" not in server.log.read_text()[before:]


def test_forty_pages_at_once_are_all_answered(shared, full):
    import threading

    server, statuses = shared(), []
    threads = [threading.Thread(target=lambda: statuses.append(get(server, PAGE)[0])) for _ in range(40)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert statuses == [200] * 40
    assert connection.vendor in {"sqlite", "postgresql"}


def test_a_server_has_loaded_its_pages_before_it_answers():
    message = subprocess.run(
        [
            sys.executable,
            "-c",
            "import tournament.asgi, gc, sys; print('tournament.results.views' in sys.modules, gc.get_freeze_count()"
            " > 0)",
        ],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    ).stdout
    assert message.split() == ["True", "True"]


@pytest.mark.one_database
def test_it_serves_a_socket_also_where_a_killed_one_left_its_file_and_counts_requests(transactional_db, full, tmp_path):
    path = tmp_path / "web.sock"
    socket.socket(socket.AF_UNIX).bind(str(path))
    server = web.Web(database_of_test(connection), tmp_path, METRICS_TOKEN="figures", TMPDIR=str(tmp_path))
    command = [sys.executable, "-m", "tournament.serving.server", "--uds", str(path)]
    process = start(command, server.environment, cwd=ROOT)
    try:
        assert wait(lambda: b" 200 OK" in _asked(path), 60)
        assert b" 404 " in _asked(path, "/nothing/here/", method="BREW")
        figures = _asked(path, "/metrics", "Authorization: Bearer figures\r\n").decode()
        assert 'request_seconds_count{method="GET",status="200",view="alive"} 1.0' in figures
        assert 'request_seconds_count{method="other",status="404",view="none"} 1.0' in figures
        assert "tournament_streams 0.0" in figures
        process.terminate()
        assert process.wait(60) == 0
    finally:
        stop(process, 0, signal.SIGKILL)


def _asked(path: Path, address="/healthz", header="", method="GET") -> bytes:
    with socket.socket(socket.AF_UNIX) as there:
        try:
            there.connect(str(path))
            request = f"{method} {address} HTTP/1.1\r\nHost: localhost\r\n{header}Connection: close\r\n\r\n"
            there.sendall(request.encode())
            return there.makefile("rb").read()
        except OSError:
            return b""


@pytest.mark.one_database
@pytest.mark.parametrize("path", ["/static/../manage.py", "/static/%2e%2e/%2e%2e/manage.py", "/help/..%2f..%2fREADME/"])
def test_no_path_leads_out_of_the_folders_that_are_served(shared, path):
    assert get(shared(), path)[0] in {400, 404}


@pytest.mark.one_database
def test_no_host_but_our_own_is_believed(shared):
    server = shared()
    status, headers, body = get(server, PAGE.replace("spring", "none"), X_Forwarded_Host="evil.example")
    assert (status, "evil.example" in body.decode() + str(headers)) == (404, False)
    for request in ("GET http://evil.example/ HTTP/1.1\r\nHost: evil.example", "GET / HTTP/1.1\r\nHost: evil.example"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=60) as there:
            there.sendall(f"{request}\r\nConnection: close\r\n\r\n".encode())
            assert there.makefile("rb").readline().split()[1] == b"400"
