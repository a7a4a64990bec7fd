# ruff: noqa: F811
"""The small event of all tests, and servers on its database."""

import time
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from django.db import connection

from tests import web
from tests.conftest import database_of_test
from tests.tournament.conftest import (  # noqa: F401
    add_player,
    add_round,
    entrant,
    event,
    hand_in,
    judge_user,
    organiser,
    round_24,
    volunteer,
    work_through,
)
from tournament.models import ChangeHead


@pytest.fixture
def serve(transactional_db, tmp_path):
    """serve(**environment) -> a running Web; all of them end with the test."""
    running: list[web.Web] = []

    def begin(**environment) -> web.Web:
        running.append(web.Web(database_of_test(connection), tmp_path, **environment).__enter__())
        return running[-1]

    yield begin
    for each in running:
        each.__exit__()


@pytest.fixture(scope="module")
def _shared(tmp_path_factory):
    running: list[web.Web] = []
    yield running
    for each in running:
        each.__exit__()


@pytest.fixture
def shared(transactional_db, event, _shared, tmp_path_factory):
    """shared() -> a Web, the same for all tests of a file; shared(1) -> a second one. It keeps pages by the number of
    the last change: in every test the same change must have the same number. A test that ends it, or reads what it
    keeps of pages that another test changes in another way, has a Web of its own."""

    def begin(number: int = 0) -> web.Web:
        while len(_shared) <= number:
            _shared.append(web.Web(database_of_test(connection), tmp_path_factory.mktemp("web")).__enter__())
        wait_until_it_knows(_shared[number], event)
        return _shared[number]

    return begin


def wait_until_it_knows(server: web.Web, event, seconds: float = 60) -> None:
    """Until its last look was at this test's event and not at that of the test before."""
    number, late = ChangeHead.objects.get(event=event).number, time.monotonic() + seconds
    while first_message(f"{server.url}/events/{event.slug}/changes/stream?after=0") != number:
        assert time.monotonic() < late, "the server does not see how the event stands"
        time.sleep(0.05)


def first_message(stream: str) -> int | None:
    """The number that a stream begins with; None where there is no stream."""
    try:
        with urlopen(stream, timeout=60) as lines:
            return next((int(line[6:]) for line in lines if line.startswith(b"data: ")), None)
    except HTTPError:
        return None
