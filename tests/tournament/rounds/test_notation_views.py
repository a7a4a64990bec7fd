"""What may I write? The page says what the engine does, since it is made from the engine's own table."""

import pytest
from django.urls import reverse

from judging.language.functions.table import FUNCTIONS
from tests.tournament.making import boxes
from tournament.models import Event
from tournament.rounds import actions as rounds
from tournament.rounds.public_views import entry, rules_of
from tournament.rulings import actions as rulings

pytestmark = pytest.mark.django_db


def page(client, event) -> str:
    return client.get(reverse("notation", args=[event.slug])).content.decode()


def test_every_function_of_the_round_is_shown_with_its_example_and_value(client, event, round_24):
    shown = page(client, event)
    for row in FUNCTIONS.values():
        if row.default:
            assert row.title in shown
    assert "= 10" in shown  # T₄
    assert "Use every given number" in shown
    assert "pentagon numbers" in shown
    assert "A judge decides whether they count." in " ".join(shown.split())


def test_rounds_with_other_rules_have_a_part_of_their_own(client, event, organiser, round_24):
    other = rounds.add(by=organiser, event=event, format_slug="hit_the_target")
    rounds.change(by=organiser, round_=other, edition={"edition": "countdown"})
    assert [len(rules.rounds) for rules in rules_of(event)] == [1, 1]
    shown = page(client, event)
    assert "Every step must give a whole number above zero." in shown


def test_an_event_without_rounds_says_that_the_rules_will_come(client, event):
    assert "No rounds yet" in page(client, event)


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name != "negative"])
def test_each_row_can_be_shown(name):
    shown = entry(FUNCTIONS[name])
    assert shown.mathematics.startswith("<math")
    assert shown.value


def test_a_function_turned_on_for_the_round_is_listed_as_allowed(client, event, organiser, add_round):
    asked = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    made = add_round("twenty_four", asked, status="planned")
    rounds.change(by=organiser, round_=made, edition={"edition": "number-tournament", "on": ["subfactorial"]})
    (rules,) = rules_of(event)
    assert "subfactorial" in {each.row.name for each in rules.entries}
    assert "subfactorial" not in {each.row.name for each in rules.refused}


def test_what_a_judge_allowed_is_listed_once_results_are_public(
    client, event, organiser, judge_user, add_player, round_24, hand_in, work_through
):
    lines = [
        line
        for text in ("min(3,4)*(1+2)", "MIN( 3, 4 )×(1 + 2)")
        for line in hand_in(round_24, add_player(), [(0, text)])
    ]
    work_through()
    ruling = rulings.give(by=judge_user, submission=lines[0], counts_as="value", value="24", reason="It is well known.")
    assert [each.allowed for each in rules_of(event)] == [(ruling,)]
    assert "counts with the value 24" in page(client, event)
    Event.objects.update(visibility="embargoed")
    assert "Allowed by a judge" not in page(client, event)
    rulings.give(by=judge_user, submission=lines[1], counts_as="withdrawn", reason="Not here.")
    assert [each.allowed for each in rules_of(event)] == [()]
