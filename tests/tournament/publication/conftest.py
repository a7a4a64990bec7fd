import datetime

import pytest

from tests.tournament.making import publish
from tests.tournament.set_up import made_once
from tournament.models import Event, User
from tournament.organiser import actions as events


@pytest.fixture
def grades() -> list[int]:
    """One, not three as elsewhere: every copy has seventeen pages for each."""
    return [3]


@pytest.fixture
def event(organiser: User, grades: list[int]) -> Event:
    """Provisional results are public, and nobody is in it except its organiser."""
    return _event(organiser, grades)


@made_once
def _event(organiser: User, grades: list[int]) -> Event:
    held_on = datetime.date(2026, 5, 9)
    made = events.create(by=organiser, name="Spring Day", slug="spring", held_on=held_on, grades=grades)
    return publish(organiser, made, "provisional")
