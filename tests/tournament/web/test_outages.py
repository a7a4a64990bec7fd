"""What people read when the disk is full or the database fails: what is true, in the form that they asked for."""

import errno
import io
import logging

import psycopg
import pytest
from django.db import OperationalError, connection, transaction
from django.test import Client, RequestFactory
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from bench.drills.outages.full_disk import CLEAR
from tests import servers
from tournament.urls import handler500
from tournament.web import outages
from tournament.web.refusal_pages import RefusalPages

NO_ROOM = OSError(errno.ENOSPC, "No space left on device")
FULL = "The disk is full: nothing more can be saved."
AWAY = "The database does not answer: nothing can be saved at the moment."


def caused(error: Exception) -> OperationalError:
    """As Django wraps what the driver says."""
    wrapped = OperationalError(str(error))
    wrapped.__cause__ = error
    return wrapped


@pytest.mark.parametrize(
    "error,code",
    [
        (NO_ROOM, "disk_full"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "disk_full"),
        (caused(psycopg.errors.DiskFull("could not extend file")), "disk_full"),
        (caused(psycopg.OperationalError("connection refused")), "unavailable"),
        (OperationalError("database is locked"), "unavailable"),
        (OSError(errno.ENOENT, "No such file"), ""),
        (ValueError(), ""),
        (None, ""),
    ],
)
def test_the_cause_is_told_apart(error, code, caplog):
    assert outages.code(error) == code
    assert ("Nothing can be saved" in caplog.text) is bool(code)


@pytest.mark.skipif(servers.kind() != "sqlite", reason="PostgreSQL's error is in the table")
@pytest.mark.django_db
def test_a_database_without_room_says_that_it_is_full():
    with connection.cursor() as cursor:
        (most,) = cursor.execute("PRAGMA max_page_count").fetchone()
        cursor.execute("PRAGMA max_page_count = 1")  # as many as there are
        try:
            with pytest.raises(OperationalError) as failed, transaction.atomic():
                cursor.execute("CREATE TABLE large AS SELECT zeroblob(9999999)")
        finally:
            cursor.execute(f"PRAGMA max_page_count = {most}")
    assert outages.code(failed.value) == "disk_full"


@pytest.mark.parametrize("error,sentence", [(NO_ROOM, FULL), (OperationalError("gone"), AWAY)])
def test_a_person_gets_a_page_and_a_script_gets_json(error, sentence):
    factory, pages = RequestFactory(), RefusalPages(lambda request: None)
    page = pages.process_exception(factory.post("/"), error)
    assert page.status_code == 503
    assert sentence in " ".join(page.content.decode().split())
    assert ("disk" in page.content.decode()) is (sentence == FULL)
    for request in (
        factory.post("/play/abc/moves/", "{}", content_type="application/json"),
        factory.post("/", headers={"Accept": "application/json"}),
        factory.get("/api/v1/events/spring/"),
    ):
        answer = pages.process_exception(request, error)
        assert (answer.status_code, answer["Content-Type"].endswith("json")) == (503, True)
        assert sentence in answer.content.decode()
    assert pages.process_exception(factory.get("/"), ValueError()) is None


def test_what_fails_outside_of_a_view_is_said_too():
    assert handler500 == "tournament.web.outages.server_error"
    for error, status in ((NO_ROOM, 503), (ValueError(), 500)):
        try:
            raise error
        except (OSError, ValueError):
            assert outages.server_error(RequestFactory().get("/")).status_code == status


def test_little_room_is_said_to_those_who_work_at_an_event(client, event, volunteer, monkeypatch):
    address, sentence = f"/events/{event.slug}/key/", "are free on the disk of the server"
    client.force_login(volunteer)
    assert sentence not in client.get(address).content.decode()
    monkeypatch.setattr(outages, "_free", lambda: 12_000_000)
    assert f"Only 12 MB {sentence}" in client.get(address).content.decode()
    client.logout()
    assert sentence not in client.get(f"/events/{event.slug}/").content.decode()


class Saving(APIView):
    authentication_classes = []
    permission_classes = []

    def post(self, request):
        raise OperationalError("gone")


def test_a_save_gets_a_code_and_a_sentence():
    answer = Saving.as_view()(APIRequestFactory().post("/", {}, format="json"))
    assert (answer.status_code, answer.data["code"]) == (503, "unavailable")
    assert CLEAR.match(f"503 {answer.render().content!r}")


@pytest.mark.django_db
def test_a_mistake_of_ours_is_logged_with_its_traceback_once_and_the_page_has_its_number(
    volunteer, capsys, monkeypatch
):
    def fails(*_arguments):
        raise ValueError("ours")

    monkeypatch.setattr("tournament.web.pages.capabilities", fails)
    handler = logging.getLogger().handlers[0]
    monkeypatch.setattr(handler, "stream", written := io.StringIO())
    client = Client(raise_request_exception=False)
    page = client.get("/events/spring/", headers={"X-Request-ID": "abc-1"})
    assert page.status_code == 500
    assert "The number of this error is <code>abc-1</code>." in page.content.decode()
    assert written.getvalue().count("Traceback") == written.getvalue().count("ValueError: ours") == 1
    assert "[abc-1]: Failed: GET /events/spring/" in written.getvalue()


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=é"])
@pytest.mark.parametrize(
    "path,status", [("/nope/", 404), ("/api/nope/", 404), ("/account/", 400), ("/new-event/", 400)]
)
def test_a_form_that_cannot_be_read_is_no_mistake_of_ours(volunteer, path, status, kind):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.force_login(volunteer)
    client.get("/account/")  # for the token against forgery
    assert client.generic("POST", path, b"abc", content_type=kind).status_code == status
