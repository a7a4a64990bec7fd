"""The time zone of an event: a short list by region, and any other zone that the browser names."""

import zoneinfo

import pytest

from tournament.organiser.forms import CreateEvent
from tournament.organiser.time_zones import by_region

SENT = {"name": "Day", "held_on": "2027-05-08", "grades": "3", "public_names": "number", "accent": "teal"}


def test_every_zone_of_the_list_exists_and_the_list_is_short():
    listed = [zone for _label, group in by_region()[1:] for zone, _city in group]
    assert set(listed) <= zoneinfo.available_timezones()
    assert 60 < len(set(listed)) == len(listed) < 100


@pytest.mark.parametrize(
    "zone,is_taken",
    [
        ("Europe/Madrid", True),
        ("America/Indiana/Knox", True),
        ("Asia/Calcutta", True),
        ("Mars/Base", False),
        ("", False),
    ],
)
def test_a_zone_outside_the_list_is_taken_if_there_is_one(zone, is_taken):
    form = CreateEvent(data=SENT | {"time_zone": zone})
    assert form.is_valid() == is_taken
    if is_taken:
        assert f'value="{zone}" selected' in str(form["time_zone"])


def test_the_browser_is_asked_only_before_the_form_is_sent():
    assert "data-own-zone" in str(CreateEvent()["time_zone"])
    assert "data-own-zone" not in str(CreateEvent(data=SENT)["time_zone"])
