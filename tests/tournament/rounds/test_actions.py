"""Rounds: their settings, and the steps of their work."""

import threading

import pytest
from django.db import connections

from tests.tournament.making import boxes
from tournament.common.refusals import Refused
from tournament.keying import actions as keyings
from tournament.models import AuditEntry, Round
from tournament.organiser import actions as events, round_steps
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.rounds import actions as rounds

THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


@pytest.fixture
def planned(event, organiser) -> Round:
    return rounds.add(by=organiser, event=event, format_slug="twenty_four")


def test_a_round_starts_from_its_preset_behind_the_others(event, organiser):
    first = rounds.add(by=organiser, event=event, format_slug="hit_the_target", preset="six_rounds")
    second = rounds.add(by=organiser, event=event, format_slug="one_to_many", name="Marathon")
    assert (first.position, first.name, first.settings_for(3)["rounds"]) == (1, "Hit the Target", 6)
    assert (second.position, second.name, second.settings_for(3)["target_to"]) == (2, "Marathon", 50)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,field",
    [
        ({"format_slug": "chess"}, "format"),
        ({"format_slug": "target_game"}, "format"),
        ({"format_slug": "twenty_four", "preset": "nope"}, "preset"),
        ({"format_slug": "twenty_four", "name": "x" * 81}, "name"),
        ({"format_slug": "twenty_four", "settings": {"values": {"rounds": 0}}}, "rounds"),
        ({"format_slug": "twenty_four", "settings": {"values": {"colour": 1}}}, "colour"),
        ({"format_slug": "twenty_four", "settings": {"by_grade": {"3": {"number_to": 0}}}}, "grade-3-number_to"),
        ({"format_slug": "twenty_four", "settings": {"values": 7}}, "settings"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(event, organiser, values, field):
    with pytest.raises(Refused) as refused:
        rounds.add(by=organiser, event=event, **values)
    assert field in refused.value.fields
    assert not event.rounds.exists()


def test_settings_change_while_planned_and_the_name_at_any_time(event, organiser, round_24):
    with pytest.raises(Refused, match="can no longer be changed here"):
        rounds.change(by=organiser, round_=round_24, settings={"values": {"rounds": 4}})
    assert rounds.change(by=organiser, round_=round_24, name="Make 24").name == "Make 24"
    same = rounds.change(by=organiser, round_=round_24, name="24", settings=round_24.settings)
    assert same.name == "24"


def test_only_named_fields_can_be_changed(organiser, planned):
    with pytest.raises(TypeError, match="status"):
        rounds.change(by=organiser, round_=planned, status="final")


def test_a_planned_round_without_puzzles_can_go(organiser, planned):
    rounds.remove(by=organiser, round_=planned)
    with pytest.raises(Refused, match="removed from the programme"):
        rounds.remove(by=organiser, round_=planned)


def test_puzzles_are_kept_and_so_is_their_round(event, organiser, planned):
    puzzle_actions.assign(by=organiser, round_=planned, divisions=list(event.divisions.all()), boxes=THREE)
    with pytest.raises(Refused, match="has puzzles, which are never deleted"):
        rounds.remove(by=organiser, round_=planned)
    round_steps.move(by=organiser, round_=planned, status="open")
    with pytest.raises(Refused, match="has started"):
        rounds.remove(by=organiser, round_=planned)


def test_planned_rounds_change_places(event, organiser, planned):
    second = rounds.add(by=organiser, event=event, format_slug="one_to_many")
    assert rounds.earlier(by=organiser, round_=second).position == 1
    assert [each.format for each in event.rounds.all()] == ["one_to_many", "twenty_four"]
    with pytest.raises(Refused, match="is the first round already"):
        rounds.earlier(by=organiser, round_=second)


def test_a_round_that_has_started_keeps_its_place(event, organiser, round_24):
    second = rounds.add(by=organiser, event=event, format_slug="one_to_many")
    with pytest.raises(Refused, match="Only rounds that are still planned"):
        rounds.earlier(by=organiser, round_=second)


def test_a_round_without_puzzles_does_not_open(event, organiser, planned):
    with pytest.raises(Refused, match="24 Game has no puzzle yet"):
        round_steps.move(by=organiser, round_=planned, status="open")


def test_every_grade_with_players_needs_a_puzzle_and_others_do_not(event, organiser, planned, add_player):
    add_player(grade=3)
    grades = {division.grade: division for division in event.divisions.all()}
    puzzle_actions.assign(by=organiser, round_=planned, divisions=[grades[4]], boxes=THREE)
    with pytest.raises(Refused, match="No puzzle yet for Grade 3."):
        round_steps.move(by=organiser, round_=planned, status="open")
    puzzle_actions.assign(by=organiser, round_=planned, divisions=[grades[3]], boxes=THREE)
    assert round_steps.move(by=organiser, round_=planned, status="open").status == "open"


def test_a_puzzle_that_fits_the_settings_no_longer_stands_in_the_way(event, organiser, planned):
    puzzle_actions.assign(by=organiser, round_=planned, divisions=list(event.divisions.all()), boxes=THREE)
    rounds.change(by=organiser, round_=planned, settings={"values": {"rounds": 4}})
    with pytest.raises(Refused, match="Grade 3 does not fit the settings: The sheet needs 4 boxes and has 3"):
        round_steps.move(by=organiser, round_=planned, status="open")


def test_work_moves_one_step_at_a_time(event, organiser, round_24):
    steps = [entry.after["status"] for entry in AuditEntry.objects.filter(verb="round.moved")]
    assert steps == ["open", "closed", "marking"]
    back = round_steps.move(by=organiser, round_=round_24, status="open", why="ten more minutes")
    with pytest.raises(Refused, match="Next for 24 Game is “Closed”"):
        round_steps.move(by=organiser, round_=back, status="final")
    with pytest.raises(Refused, match="24 Game is open already"):
        round_steps.move(by=organiser, round_=back, status="open")
    with pytest.raises(Refused, match="Choose one of the steps"):
        round_steps.move(by=organiser, round_=back, status="somewhere")


def test_going_back_needs_a_reason(organiser, round_24):
    with pytest.raises(Refused) as refused:
        round_steps.move(by=organiser, round_=round_24, status="closed")
    assert "why" in refused.value.fields


def test_a_round_with_typed_sheets_is_not_planned_anew(organiser, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    with pytest.raises(Refused, match="cannot go back to “planned”"):
        round_steps.move(by=organiser, round_=round_24, status="planned", why="oops")


def test_work_that_is_left_stands_in_the_way_of_final_unless_it_is_meant(
    organiser, round_24, entrant, add_player, hand_in, work_through, volunteer
):
    hand_in(round_24, entrant, [(0, "", "illegible")])
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=add_player())
    add_player()
    roster.set_status(by=organiser, entrant=add_player(), status="absent")
    with pytest.raises(Refused) as refused:
        round_steps.move(by=organiser, round_=round_24, status="final")
    assert refused.value.sentence.startswith(
        "1 sheet of somebody who is present is not typed. 1 sheet is still being typed. 1 sheet waits for its "
        "verdicts. "
    )
    with pytest.raises(Refused, match="1 sheet waits for its verdicts. Wait a moment") as refused:
        round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    assert refused.value.code == "unjudged"
    work_through()
    assert round_steps.move(by=organiser, round_=round_24, status="final", anyway=True).status == "final"


def test_who_saw_another_status_is_told_that_somebody_was_faster(organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", seen="marking")
    with pytest.raises(Refused, match="24 Game is already final: somebody else moved it first"):
        round_steps.move(by=organiser, round_=round_24, status="closed", why="too early", seen="marking")
    assert Round.objects.get().status == "final"


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_move_a_round_one_step(event, organiser, round_24):
    told: list[str] = []
    together = threading.Barrier(2)

    def move():
        try:
            together.wait(timeout=10)
            round_steps.move(by=organiser, round_=round_24, status="final", seen="marking")
            told.append("moved")
        except Refused as refused:
            told.append(refused.code)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=move) for _each in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert sorted(told) == ["moved", "moved_meanwhile"]
    assert AuditEntry.objects.filter(verb="round.moved", after__status="final").count() == 1


def test_no_round_moves_under_results_published_as_final(event, organiser, round_24):
    later = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    events.publish(by=organiser, event=event, visibility="final")
    for round_, status in ((round_24, "marking"), (later, "open")):
        with pytest.raises(Refused, match="Publish them as provisional first"):
            round_steps.move(by=organiser, round_=round_, status=status, why="A protest.")
    events.publish(by=organiser, event=event, visibility="provisional", why="A sheet was found.")
    assert round_steps.move(by=organiser, round_=round_24, status="marking", why="A protest.").status == "marking"
