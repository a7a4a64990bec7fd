"""What is read within a snapshot is of one moment, whatever is written meanwhile, and nobody waits for it."""

import threading
from time import perf_counter

import pytest
from django.db import connection, transaction

from tests.tournament.making import make_user
from tournament.models import User
from tournament.web.snapshot import snapshot

pytestmark = pytest.mark.django_db(transaction=True)


def written_elsewhere(name: str) -> float:
    """Seconds that another connection took to write a person."""
    took = []

    def write() -> None:
        began = perf_counter()
        make_user(name)
        took.append(perf_counter() - began)
        connection.close()

    thread = threading.Thread(target=write)
    thread.start()
    thread.join(15)
    return took[0]


def test_what_is_written_meanwhile_is_not_seen_and_its_writer_does_not_wait():
    make_user("ann")
    with snapshot():
        assert User.objects.count() == 1
        assert written_elsewhere("ben") < 5
        assert User.objects.count() == 1
    assert User.objects.count() == 2


def test_afterwards_transactions_write_as_before():
    with snapshot():
        User.objects.count()
    make_user("ann")
    assert User.objects.get().username == "ann"


def test_within_a_transaction_it_leaves_that_one_alone():
    with transaction.atomic(), snapshot():
        make_user("ann")
    assert User.objects.count() == 1
