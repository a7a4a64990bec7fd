"""Events, their grades and what the public may see."""

import datetime

import pytest

from tests.tournament.making import make_user
from tournament.common.refusals import Refused
from tournament.models import AuditEntry, Event
from tournament.organiser import actions as events, round_steps
from tournament.rounds import actions as rounds
from tournament.web.permissions import NotAllowed

DAY = datetime.date(2027, 5, 8)


def create(by, **more) -> Event:
    return events.create(by=by, **({"name": "Autumn Day", "held_on": DAY, "grades": [3, 4]} | more))


def test_whoever_creates_an_event_is_its_organiser(organiser):
    made = create(organiser, grades=[5, 3, 3])
    assert (made.slug, made.visibility) == ("autumn-day", "hidden")
    assert [division.grade for division in made.divisions.all()] == [3, 5]
    assert [(each.user, each.role) for each in made.memberships.all()] == [(organiser, "organiser")]
    assert AuditEntry.objects.get(event_id=made.pk).verb == "event.created"


def test_only_who_may_create_events_creates_one(db):
    with pytest.raises(NotAllowed):
        create(make_user("vera"))
    with pytest.raises(NotAllowed):
        create(make_user("gone", may_create_events=True, is_active=False))
    assert not Event.objects.exists()


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,field",
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 121, "slug": "long"}, "name"),
        ({"name": "日本"}, "slug"),
        ({"slug": "no spaces"}, "slug"),
        ({"slug": "spring"}, "slug"),
        ({"grades": [0]}, "grades"),
        ({"grades": [14]}, "grades"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"accent": "beige"}, "accent"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field_and_nothing_is_left(event, organiser, values, field):
    with pytest.raises(Refused) as refused:
        create(organiser, **values)
    assert field in refused.value.fields
    assert refused.value.status == 400
    assert Event.objects.count() == 1


def test_a_long_name_makes_an_address_that_fits(organiser):
    assert len(create(organiser, name="The very long name of a competition day " * 3).slug) <= 60


def test_settings_change_and_the_audit_keeps_both(event, organiser):
    events.change(by=organiser, event=event, name="Spring Day II", public_names="number")
    entry = AuditEntry.objects.filter(event_id=event.pk).last()
    assert (entry.before["name"], entry.after["name"]) == ("Spring Day", "Spring Day II")


def test_only_named_fields_can_be_changed(event, organiser):
    with pytest.raises(TypeError, match="visibility"):
        events.change(by=organiser, event=event, visibility="final")


def test_results_are_final_only_when_every_round_that_was_played_is(event, organiser, round_24):
    with pytest.raises(Refused, match="These rounds are not final yet: 24 Game"):
        events.publish(by=organiser, event=event, visibility="final")
    round_steps.move(by=organiser, round_=round_24, status="final")
    rounds.add(by=organiser, event=event, format_slug="one_to_many")  # stays planned: it was not played
    assert events.publish(by=organiser, event=event, visibility="final").kind == "final"


def test_an_event_without_a_final_round_has_no_final_results(event, organiser):
    with pytest.raises(Refused, match="No round is final yet"):
        events.publish(by=organiser, event=event, visibility="final")


def test_there_is_nothing_else_that_the_public_may_see(event, organiser):
    with pytest.raises(Refused, match="Choose what the public sees"):
        events.publish(by=organiser, event=event, visibility="secret")


def test_a_grade_is_added_once(event, organiser):
    assert events.add_division(by=organiser, event=event, grade=6).name == "Grade 6"
    with pytest.raises(Refused, match="already has grade 6"):
        events.add_division(by=organiser, event=event, grade=6)
    with pytest.raises(Refused, match="from 1 to 13"):
        events.add_division(by=organiser, event=event, grade=99)


def test_a_grade_with_players_or_puzzles_stays(event, organiser, entrant, add_round):
    grades = {division.grade: division for division in event.divisions.all()}
    with pytest.raises(Refused, match="has players"):
        events.remove_division(by=organiser, division=grades[3])
    events.remove_division(by=organiser, division=grades[5])
    assert list(event.divisions.values_list("grade", flat=True)) == [3, 4]


def test_a_grade_with_puzzles_stays(event, organiser, round_24):
    with pytest.raises(Refused, match="has puzzles"):
        events.remove_division(by=organiser, division=event.divisions.get(grade=5))


def test_the_name_of_an_event_and_of_a_grade_steers_no_other_words(event, organiser):
    assert events.change(by=organiser, event=event, name="\u202e Spring\u00a0 Day\u2069").name == "Spring Day"
    assert events.add_division(by=organiser, event=event, grade=7, name="\u2067Seven ").name == "Seven"
    with pytest.raises(Refused) as refused:
        events.change(by=organiser, event=event, name="Spring\x07Day")
    assert refused.value.fields == {"name": "The name contains an invisible character. Type it again."}
