"""How often somebody may do something in a minute, counted for all web processes together."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone

from tournament.models import AddressUse
from tournament.web import rate_limits
from tournament.web.rate_limits import Minute

KIND = AddressUse.Kind.TOKEN


@pytest.fixture(autouse=True)
def two_processes(db):
    cache.clear()


def in_another_process(minute: Minute, times: int = 1) -> rate_limits.Use:
    """A process that has only begun: nothing is in its memory."""
    cache.clear()
    return minute.use("7", times)


@pytest.mark.postgresql
def test_two_processes_together_allow_no_more_than_one():
    minute = Minute(KIND, 40)
    allowed = [minute.use("7").is_allowed for _time in range(25)]
    allowed += [in_another_process(minute).is_allowed, *(minute.use("7").is_allowed for _time in range(20))]
    assert sum(allowed) == 39  # the first one has one left of its block
    assert minute.use("8").is_allowed


def test_a_process_writes_once_for_a_block(django_assert_num_queries):
    minute = Minute(KIND, 40)
    assert [minute.use("7").left, minute.use("7").left] == [39, 38]
    with django_assert_num_queries(4):  # the row, and a savepoint around it
        assert minute.use("7").left == 37
    with django_assert_num_queries(0):
        assert minute.use("7").left == 36


def test_who_used_all_gets_them_back_one_by_one():
    minute = Minute(KIND, 2)
    assert [minute.use("7").is_allowed for _time in range(3)] == [True, True, False]
    assert 29 < minute.use("7").wait <= 30
    assert 59 < minute.use("7").all_in <= 60
    row = AddressUse.objects.get()
    AddressUse.objects.update(until=row.until - timedelta(seconds=30))
    assert [minute.use("7").is_allowed for _time in range(2)] == [True, False]
    AddressUse.objects.update(until=timezone.now() - timedelta(days=1))
    assert in_another_process(minute, 2).is_allowed


def test_several_at_once_are_all_allowed_or_none():
    minute = Minute(KIND, 40)
    assert minute.use("7", 39).is_allowed
    assert not minute.use("7", 2).is_allowed
    assert minute.use("7").is_allowed


def test_nobody_is_refused_because_nothing_can_be_written(monkeypatch):
    def full(*_arguments):
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(Minute, "_take", full)
    assert Minute(KIND, 1).use("7").is_allowed
