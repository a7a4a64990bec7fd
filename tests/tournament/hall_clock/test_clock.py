"""The hall clock: it starts when its round opens, and time that is lost is given back."""

import datetime

import pytest
from django.utils import timezone

from tests.tournament.making import boxes
from tournament.common.refusals import Refused
from tournament.hall_clock import actions as clock_actions
from tournament.hall_clock.clock import round_clock
from tournament.models import AuditEntry, Round
from tournament.organiser import round_steps
from tournament.rounds import actions as rounds

pytestmark = pytest.mark.django_db
NOON = datetime.datetime(2026, 5, 9, 12, 0, tzinfo=datetime.UTC)
THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


@pytest.fixture
def clock(monkeypatch):
    """clock(moment) -> what the time is from now on"""
    return lambda moment: monkeypatch.setattr(timezone, "now", lambda: moment)


def after(**time) -> datetime.datetime:
    return NOON + datetime.timedelta(**time)


@pytest.fixture
def opened(clock, organiser, add_round) -> Round:
    """A round of ten minutes that opens at noon."""
    planned = add_round("twenty_four", THREE, status="planned")
    rounds.change(by=organiser, round_=planned, settings={"values": {"time_seconds": 600}, "by_grade": {}})
    clock(NOON)
    return round_steps.move(by=organiser, round_=planned, status="open")


def left(round_: Round) -> list[float]:
    return [each.left for each in round_clock(Round.objects.get(pk=round_.pk)).clocks]


def test_the_clock_starts_when_the_round_opens_and_does_not_go_below_zero(opened, clock):
    assert left(opened) == [600]
    clock(after(minutes=9, seconds=30))
    found = round_clock(opened)
    assert ([each.written for each in found.clocks], found.state) == (["0:30"], "running")
    clock(after(minutes=12))
    assert (left(opened), round_clock(opened).state) == ([0], "over")


def test_the_time_that_a_clock_stands_is_given_back(opened, clock, organiser):
    clock(after(minutes=4))
    clock_actions.stop(by=organiser, round_=opened)
    clock(after(minutes=7))
    assert left(opened) == [360]
    clock_actions.go_on(by=organiser, round_=opened)
    clock(after(minutes=8))
    assert left(opened) == [300]
    verbs = AuditEntry.objects.filter(verb__startswith="clock.").order_by("number")
    assert [each.verb for each in verbs] == ["clock.stopped", "clock.continued"]


def test_more_time_is_given_also_when_the_time_is_up(opened, clock, organiser):
    clock(after(minutes=10))
    clock_actions.add_time(by=organiser, round_=opened, minutes=2)
    assert left(opened) == [120]
    clock(after(minutes=10, seconds=15))
    clock_actions.add_time(by=organiser, round_=opened, minutes=10)
    assert left(opened) == [705]  # more than its full time
    clock(after(minutes=10, seconds=20))
    assert left(opened) == [700]
    clock_actions.start(by=organiser, round_=opened)
    assert left(opened) == [600]


def test_a_press_that_comes_twice_or_too_late_is_refused(opened, organiser):
    for act, code in (
        (lambda: clock_actions.go_on(by=organiser, round_=opened), "clock_not_stopped"),
        (lambda: clock_actions.add_time(by=organiser, round_=opened, minutes=61), "clock_minutes"),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.code == code
    clock_actions.stop(by=organiser, round_=opened)
    with pytest.raises(Refused) as refused:
        clock_actions.stop(by=organiser, round_=opened)
    assert refused.value.code == "clock_not_running"
    round_steps.move(by=organiser, round_=opened, status="closed")
    with pytest.raises(Refused) as refused:
        clock_actions.start(by=organiser, round_=opened)
    assert refused.value.code == "round_not_open"


def test_a_round_that_goes_back_to_planned_has_no_clock(opened, organiser):
    round_steps.move(by=organiser, round_=opened, status="planned", why="Too early.")
    assert round_clock(Round.objects.get(pk=opened.pk)).state == "waiting"


def test_a_closed_round_has_no_time_left_and_keeps_its_clock_if_it_opens_again(opened, organiser, clock):
    clock(after(minutes=5))
    round_steps.move(by=organiser, round_=opened, status="closed")
    assert left(opened) == [0]
    round_steps.move(by=organiser, round_=opened, status="open", why="Closed by mistake.")
    assert left(opened) == [300]


def test_grades_with_different_times_have_a_clock_each(opened, clock):
    opened.settings = {"values": {"time_seconds": 600}, "by_grade": {"4": {"time_seconds": 900}}}
    opened.save()
    assert [(each.grades, each.left) for each in round_clock(opened).clocks] == [((3, 5), 600), ((4,), 900)]
