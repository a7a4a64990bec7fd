"""Whatever a program sends has an answer of the schema: the drill *schemas* with few examples, always the same ones."""

import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from bench.drills.schemas import SchemaSearch
from tournament.models import Membership, Role


@pytest.fixture
def one_connection():
    """Requests keep the connection that has the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@pytest.mark.only_postgresql
@pytest.mark.usefixtures("one_connection")
def test_what_the_schema_allows_has_an_answer_of_the_schema(event, organiser, add_player):
    Membership.objects.create(event=event, user=organiser, role=Role.JUDGE)
    for number in (1, 2):
        add_player(number)
    search = SchemaSearch(event, seed=1)
    search.run(organiser, examples=2, most=20)
    assert search.faults == []
    assert search.operations == 20
