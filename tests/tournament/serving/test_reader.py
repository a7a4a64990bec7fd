"""The one thread that looks: when it looks, when it is believed, and what happens when the database fails."""

import threading
import time

import pytest
from django.db import OperationalError

from tournament.organiser import actions as events
from tournament.serving import poller as module
from tournament.serving.poller import Poller, PublicState, look

SPRING = PublicState(1, 7, "provisional", None)


class Sight:
    """A look that is counted, and that can fail or wait."""

    def __init__(self):
        self.states, self.count, self.fails = {"spring": SPRING}, 0, False
        self.threads: set[str] = set()

    def __call__(self):
        self.count += 1
        self.threads.add(threading.current_thread().name)
        if self.fails:
            raise OperationalError("gone")
        return dict(self.states)


@pytest.fixture
def sight():
    return Sight()


@pytest.fixture
def reader(sight, monkeypatch):
    monkeypatch.setattr(module, "EVERY", 0.01)
    made = Poller(sight)
    yield made
    made.stop()


def until(condition, seconds: float = 5) -> bool:
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.005)
    return bool(condition())


def test_it_looks_only_when_somebody_asks(reader, sight):
    assert sight.count == 0
    assert until(lambda: reader.states() == {"spring": SPRING})
    assert until(lambda: sight.count > 3)


def test_however_many_ask_one_thread_looks(reader, sight):
    asking = [threading.Thread(target=until, args=(reader.states,)) for _ in range(40)]
    for each in asking:
        each.start()
    for each in asking:
        each.join()
    assert sight.threads == {"changes"}


def test_it_sleeps_when_nobody_asked_for_a_minute(reader, sight, monkeypatch):
    monkeypatch.setattr(module, "ASKED_FOR", 0.05)
    assert until(reader.states)
    time.sleep(0.2)
    before = sight.count
    time.sleep(0.2)
    assert sight.count == before
    reader.states()
    assert until(lambda: sight.count > before)


def test_it_goes_on_looking_for_who_listens(reader, sight, monkeypatch):
    monkeypatch.setattr(module, "ASKED_FOR", 0.05)
    heard: list = []
    reader.listen(heard.append)
    assert until(lambda: len(heard) == 1)
    time.sleep(0.2)
    sight.states["spring"] = PublicState(1, 8, "provisional", None)
    assert until(lambda: len(heard) == 2)
    assert heard[-1]["spring"].number == 8
    reader.leave(heard.append)


def test_a_database_that_fails_is_not_believed_and_is_asked_again(reader, sight, monkeypatch):
    monkeypatch.setattr(module, "FRESH", 0.1)
    assert until(reader.states)
    sight.fails = True
    assert until(lambda: reader.states() is None)
    time.sleep(0.05)
    assert reader.states() is None
    sight.fails = False
    assert until(lambda: reader.states() == {"spring": SPRING})


def test_a_look_that_takes_long_is_not_believed_longer_for_it(reader, sight, monkeypatch):
    """What it saw may be as old as the moment in which it began to look."""
    monkeypatch.setattr(module, "FRESH", 0.2)
    gate = threading.Event()
    reader._look = lambda: (gate.wait(5), dict(sight.states))[1]
    reader.states()
    time.sleep(0.3)
    gate.set()
    gate.clear()
    time.sleep(0.05)
    assert reader.states() is None
    gate.set()


@pytest.mark.django_db
def test_the_look_is_one_query_whatever_the_number_of_events(organiser, django_assert_num_queries):
    for at in range(5):
        events.create(by=organiser, name=f"Day {at}", held_on="2026-05-09", grades=[3], slug=f"day-{at}")
    with django_assert_num_queries(1):
        states = look()
    assert len(states) == 5
    assert not states["day-0"].is_public


@pytest.mark.django_db
def test_all_that_a_public_page_hangs_on_is_in_the_state(event, organiser):
    before = look()["spring"]
    events.publish(by=organiser, event=event, visibility="hidden")
    after = look()["spring"]
    assert before.is_public
    assert not after.is_public
    assert after.number > before.number


@pytest.mark.parametrize("error", [ValueError("no table"), UnicodeEncodeError("utf-8", "\ud800", 0, 1, "no")])
def test_it_survives_any_error_of_a_look_and_of_who_listens(reader, sight, error):
    heard, threads = [], []

    def listener(states):
        heard.append(states)
        threads.append(threading.current_thread())
        if len(heard) == 1:
            raise error

    reader.listen(listener)
    assert until(lambda: len(heard) == 1)
    sight.states["autumn"] = SPRING
    assert until(lambda: len(heard) == 2)
    assert threads[0] is threads[1]
