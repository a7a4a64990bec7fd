"""What people read when the database fails, for example because its disk is full."""

from django.db import OperationalError
from django.test import RequestFactory
from rest_framework.test import APIRequestFactory

from bench.drills.full_disk import CLEAR
from tournament.web.api import Door
from tournament.web.pages import RefusalPages


def fails(*_arguments: object, **_more: object):
    raise OperationalError("database or disk is full")


class Saving(Door):
    authentication_classes = []
    permission_classes = []
    post = fails


def test_a_program_gets_a_code_and_a_sentence(caplog):
    answer = Saving.as_view()(APIRequestFactory().post("/", {}, format="json"))
    assert (answer.status_code, answer.data["code"]) == (503, "unavailable")
    assert CLEAR.match(f"503 {answer.render().content!r}")
    assert "disk is full" in caplog.text


def test_a_person_gets_a_page_that_asks_nothing_of_the_database(caplog):
    answer = RefusalPages(fails).process_exception(RequestFactory().get("/"), OperationalError("disk is full"))
    assert answer.status_code == 503
    assert "the disk of the server may be full" in " ".join(answer.content.decode().split())
    assert "disk is full" in caplog.text
    assert RefusalPages(fails).process_exception(RequestFactory().get("/"), ValueError()) is None
