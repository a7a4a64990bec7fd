"""The settings of a round list the grades of the event and keep what is stored for others."""

import pytest

from tournament.rounds.round_fields import RoundForm

pytestmark = pytest.mark.django_db


def test_grades_that_the_event_has_not_are_not_listed_and_keep_their_values(round_24):
    (setting, *_others) = round_24.rules.schema.settings
    own = {setting.name: round_24.plan.values.get(setting.name, setting.default)}
    round_24.settings = {"values": {}, "by_grade": {"3": own, "9": own}}
    shown = RoundForm(round_24, [3, 4])
    assert [grade for grade, _fields, _differs in shown.grade_fields()] == [3, 4]
    sent = {name: value for name, value in shown.initial.items() if value is not None}
    form = RoundForm(round_24, [3, 4], sent | {"edition": "number-tournament"})
    form.is_valid()
    assert 9 in form._by_grade()


def test_a_time_in_seconds_is_shown_in_minutes_too(round_24):
    round_24.settings = {"values": {"time_seconds": 900}}
    assert RoundForm(round_24, [3])["time_seconds"].help_text == "Time for each question. Now: 15 minutes."
