"""Readers hear of a change at once, or later while a process makes their pages all the time."""

from dataclasses import replace

import pytest

from tournament.audit.feed import MILLION
from tournament.serving.pace import LONGEST, SHARE, PacedLook
from tournament.serving.poller import EVERY, PublicState

COST = 0.5  # seconds of a page


class Site:
    """What the database says of events, at a time that the test sets."""

    def __init__(self, *slugs: str):
        self.now = 1000.0
        self.states = {slug: PublicState(at, 0, "provisional", None) for at, slug in enumerate(slugs, start=1)}
        self.paced = PacedLook(lambda: self.states, lambda: self.now)
        self.look()

    def change(self, slug: str, **values) -> None:
        state = self.states[slug]
        values = values or {"number": state.number + 1, "record_number": state.record_number + 1}
        self.states[slug] = replace(state, **values)

    def look(self) -> dict[str, PublicState]:
        self.now += EVERY
        return self.paced()

    def tell(self, slug: str, seconds: float = COST) -> None:
        """One change that readers hear of at once, for whom a page is made again."""
        self.change(slug)
        assert self.look()[slug].number == self.states[slug].number
        self.paced.rendered(slug, seconds)


@pytest.fixture
def busy() -> Site:
    """A site that has just told of a second change, for which it makes pages for some seconds."""
    site = Site("spring")
    site.tell("spring")
    site.tell("spring")
    site.change("spring")
    return site


def test_a_change_is_told_at_once_while_no_page_is_made():
    site = Site("spring", "autumn")
    for _each in range(10):
        site.tell("spring", 0.0)
        site.tell("autumn", 0.0)


def test_a_change_waits_until_the_last_pages_took_their_share_of_the_time(busy):
    known = busy.look()["spring"].number
    began = busy.now
    while busy.look()["spring"].number == known:
        assert busy.now - began < LONGEST
    assert busy.now - began == pytest.approx(COST / SHARE, abs=2 * EVERY)


def test_pages_made_for_new_visitors_before_a_first_change_delay_nothing():
    site = Site("spring")
    site.tell("spring")
    site.paced.rendered("spring", 100.0)
    site.now += LONGEST * 2
    site.tell("spring")
    site.tell("spring")


def test_no_change_waits_longer_than_the_longest_time():
    site = Site("spring")
    site.tell("spring", 1000.0)
    site.tell("spring", 1000.0)
    site.change("spring")
    site.now += LONGEST - 2 * EVERY
    assert site.look()["spring"].number < site.states["spring"].number
    site.now += EVERY
    assert site.look()["spring"] == site.states["spring"]


def test_of_many_events_the_one_that_was_told_longest_ago_comes_first():
    names = [f"event-{at}" for at in range(20)]
    site = Site(*names)
    told = []
    for _each in range(int(60 / EVERY)):
        before = site.paced()
        for name in names:
            site.change(name)
        after = site.look()
        fresh = [name for name in names if after[name].number != before[name].number]
        for name in fresh:
            site.paced.rendered(name, 0.12)
        told += fresh
    later = told[len(told) // 2 :]
    assert {later.count(name) for name in names} <= {len(later) // 20, len(later) // 20 + 1}
    assert 20 * 0.12 / LONGEST <= len(later) * 0.12 / 30 <= SHARE * 1.3


@pytest.mark.parametrize("values", [{"visibility": "hidden"}, {"shown": 5}, {"number": MILLION}, {"event": 9}], ids=str)
def test_what_the_public_may_see_never_waits(busy, values):
    busy.change("spring", **values)
    assert busy.look()["spring"] == busy.states["spring"]


def test_an_event_that_is_gone_is_gone_at_once(busy):
    del busy.states["spring"]
    assert busy.look() == {}


def test_judges_and_organisers_hear_of_every_change(busy):
    state = busy.look()["spring"]
    assert state.number < busy.states["spring"].number
    assert state.record_number == busy.states["spring"].record_number
