# ruff: noqa: F811
"""The small event of all tests, and servers on its database."""

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


@pytest.fixture
def serve(transactional_db, tmp_path):
    """serve(kind=web.STREAMS, **environment) -> a running Web; all of them end with the test."""
    running: list[web.Web] = []

    def begin(kind=web.STREAMS, **environment) -> web.Web:
        running.append(web.Web(database_of_test(connection), tmp_path, kind, **environment).__enter__())
        return running[-1]

    yield begin
    for each in running:
        each.__exit__()
