"""Adding a round, its settings in a form made from the schema, and moving its work along."""

import pytest
from django.urls import reverse

from judging.games.formats import FORMATS
from judging.language.editions import edition
from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.models import Round
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds
from tournament.rounds.round_fields import RoundForm

THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


def said(response) -> str:
    return response.content.decode()


def address(name: str, position: int = 1) -> str:
    return reverse(name, args=["spring", position])


def unchanged(round_: Round, **typed) -> dict:
    """What a browser sends when nothing is changed on the settings page, but for what is typed."""
    form = RoundForm(round_, [3, 4, 5])
    sent = {field.name: field.value() for field in form if field.value() not in (None, False)}
    return {name: "on" if value is True else value for name, value in sent.items()} | typed


@pytest.mark.parametrize(
    "format_slug,preset",
    [(each.slug, preset.slug) for each in FORMATS.values() for preset in each.presets if each.slug != "target_game"],
)
def test_every_preset_makes_a_round_whose_settings_page_saves_as_it_is(her, event, format_slug, preset):
    made = her.post(reverse("round-add", args=["spring"]), {"kind": f"{format_slug}:{preset}"})
    assert made["Location"] == address("round-change")
    before = event.rounds.get()
    grades = {grade: before.settings_for(grade) for grade in range(1, 14)}
    assert her.post(address("round-change"), unchanged(before)).status_code == 302
    after = event.rounds.get()
    assert {grade: dict(after.settings_for(grade)) for grade in grades} == {
        grade: dict(settings) for grade, settings in grades.items()
    }
    assert after.edition == before.edition


def test_a_format_must_be_chosen(her, event):
    assert her.post(reverse("round-add", args=["spring"]), {"kind": "chess:blitz"}).status_code == 400
    nothing = her.post(reverse("round-add", args=["spring"]))
    assert (nothing.status_code, "Choose one." in said(nothing)) == (400, True)
    assert not event.rounds.exists()


@pytest.fixture
@made_once
def marathon(event, organiser) -> Round:
    return rounds.add(by=organiser, event=event, format_slug="one_to_many")


def test_settings_hold_for_all_grades_or_for_one(her, marathon):
    typed = {"points_list": "5, 3", "grade-5-target_to": "80", "grade-3-target_to": "", "edition": "basic-24"}
    assert her.post(address("round-change"), unchanged(marathon, **typed)).status_code == 302
    marathon.refresh_from_db()
    assert [marathon.settings_for(grade)["target_to"] for grade in (3, 4, 5)] == [120, 50, 80]
    assert marathon.settings_for(3)["points_list"] == (5, 3)
    assert marathon.edition == {"edition": "basic-24"}


def test_functions_are_switched_on_and_off_and_policies_chosen(her, marathon):
    typed = {"functions_on": ["fibonacci"], "functions_off": ["log"], "policy-through_brackets": "distinct"}
    assert her.post(address("round-change"), unchanged(marathon, **typed)).status_code == 302
    marathon.refresh_from_db()
    rules = edition(marathon.edition)
    assert ("fibonacci" in rules.functions, "log" in rules.functions) == (True, False)
    assert rules.policy("through_brackets") == "distinct"
    stored = marathon.edition
    assert her.post(address("round-change"), unchanged(marathon)).status_code == 302
    marathon.refresh_from_db()
    assert marathon.edition == stored


def test_an_edition_that_no_field_offers_stays_when_nothing_is_changed(her, organiser, marathon):
    rounds.change(by=organiser, round_=marathon, edition={"edition": "dmas", "on": ["sqrt"], "off": ["add"]})
    marathon.refresh_from_db()
    assert her.post(address("round-change"), unchanged(marathon)).status_code == 302
    marathon.refresh_from_db()
    assert marathon.edition == {"edition": "dmas", "on": ["sqrt"], "off": ["add"]}


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "typed,sentence",
    [
        ({"functions_on": ["ceiling"]}, "Select a valid choice"),
        ({"functions_off": ["add"]}, "Select a valid choice"),
        ({"policy-through_brackets": "maybe"}, "Select a valid choice"),
        ({"targets": "0"}, "Targets must be 1 or more."),
        ({"targets": ""}, "Targets must be a whole number."),
        ({"targets": "١٠"}, "Write numbers in the digits 0 to 9."),
        ({"targets": "9" * 150}, "Targets must be 60 or less."),
        ({"points_list": ","}, "Points for each method must be a list of whole numbers"),
        ({"target_from": "200"}, "The largest target must not be below the smallest."),
        ({"grade-4-target_to": "x"}, "Write numbers in the digits 0 to 9."),
        ({"grade-4-number_to": "0"}, "Largest number must be 1 or more."),
        ({"dice": "d7"}, "Select a valid choice"),
        ({"edition": "anything-goes"}, "Select a valid choice"),
        ({"name": ""}, "This field is required."),
    ],
)
def test_each_problem_stands_beside_its_field(her, marathon, typed, sentence):
    response = her.post(address("round-change"), unchanged(marathon, **typed))
    assert response.status_code == 400
    assert sentence in said(response)
    assert Round.objects.get().settings == marathon.settings


def test_a_preset_can_be_begun_with_again(her, marathon):
    her.post(address("round-change"), {"restart": "six_sided_dice"})
    marathon.refresh_from_db()
    assert (marathon.preset, marathon.settings_for(5)["target_to"]) == ("six_sided_dice", 100)


def test_a_started_round_keeps_its_rules_and_may_be_renamed(her, round_24):
    assert her.post(address("round-change"), unchanged(round_24, name="Make 24")).status_code == 302
    late = her.post(address("round-change"), unchanged(round_24, rounds="4"))
    assert (late.status_code, "can no longer be changed here" in said(late)) == (409, True)
    assert Round.objects.get().name == "Make 24"


@pytest.fixture
@made_once
def ready(event, organiser) -> Round:
    game = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    puzzle_actions.assign(by=organiser, round_=game, divisions=list(event.divisions.all()), boxes=THREE)
    return game


def move(her, status: str, seen: str, **more):
    return her.post(address("round-move"), {"status": status, "seen": seen, **more})


def test_a_round_is_moved_step_by_step_and_back_with_a_reason(her, ready):
    for seen, status in (("planned", "open"), ("open", "closed"), ("closed", "marking")):
        assert move(her, status, seen).status_code == 302
    bare = move(her, "closed", "marking")
    assert (bare.status_code, "Write down why" in said(bare)) == (400, True)
    assert move(her, "closed", "marking", why="a paper turned up").status_code == 302
    ready.refresh_from_db()
    assert ready.status == "closed"


def test_the_page_says_that_the_clock_starts_and_then_stops_it(her, ready):
    assert "The clock for the hall starts when you open the round." in said(her.get(address("round-run")))
    move(her, "open", "planned")
    running = said(her.get(address("round-run")))
    assert "The clock for the hall started at" in running
    assert f'action="{address("hall-clock-set")}"' in running
    her.post(address("hall-clock-set"), {"do": "stop"})
    assert "The clock for the hall is stopped." in said(her.get(address("round-run")))


def test_the_slower_of_two_organisers_is_told_and_sees_how_it_is_now(her, ready):
    assert move(her, "open", "planned").status_code == 302
    slow = move(her, "open", "planned")
    assert slow.status_code == 409
    assert "24 Game is already open: somebody else moved it first." in said(slow)
    assert "Close: players stop" in said(slow)


def test_what_stands_in_the_way_is_said_on_the_page_and_in_the_refusal(her, marathon, entrant):
    assert "One to Many has no puzzle yet." in said(her.get(address("round-run")))
    refused = move(her, "open", "planned")
    assert (refused.status_code, "One to Many has no puzzle yet." in said(refused)) == (409, True)


def test_a_round_with_work_left_is_final_only_if_that_is_meant(her, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, "", "illegible")])
    work_through()
    assert "1 line waits for a judge." in said(her.get(address("round-run")))
    assert move(her, "final", "marking").status_code == 409
    assert move(her, "final", "marking", anyway="on").status_code == 302


@pytest.mark.parametrize("sent", [{}, {"status": "final"}, {"status": "nowhere", "seen": "planned"}])
def test_a_move_to_nowhere_is_a_bad_request(her, ready, sent):
    assert her.post(address("round-move"), sent).status_code == 400


def test_a_puzzle_under_a_volunteers_hands_offers_no_change(her, round_24, entrant, hand_in):
    assert ">Change</a>" in said(her.get(address("round-run")))
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    page = said(her.get(address("round-run")))
    assert ">Change</a>" not in page
    assert "Copy to other grades" in page


def test_rounds_change_places_and_leave(her, event, marathon, organiser):
    rounds.add(by=organiser, event=event, format_slug="twenty_four")
    assert her.post(address("round-earlier", 2))["Location"] == address("round-run", 1)
    assert her.post(address("round-earlier", 1)).status_code == 409
    assert her.post(address("round-remove", 2)).status_code == 302
    assert [each.format for each in event.rounds.all()] == ["twenty_four"]


def test_a_round_with_puzzles_cannot_leave(her, ready):
    response = her.post(address("round-remove"))
    assert (response.status_code, "has puzzles, which are never deleted" in said(response)) == (409, True)


def test_the_page_of_a_round_asks_the_same_number_of_questions_for_one_sheet_and_twenty(
    her, round_24, add_player, hand_in, django_assert_num_queries
):
    for players in (1, 19):
        for _each in range(players):
            hand_in(round_24, add_player(), [(0, "1*2*3*4"), (1, "6+6")])
        her.get(address("round-run"))
        with django_assert_num_queries(58):
            her.get(address("round-run"))
