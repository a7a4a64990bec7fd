"""Every drill, small: what the house promises when it is killed, crowded or misread."""

import pytest

from bench.drills import confirming, misreadings
from bench.drills.outages import record
from bench.drills.report import Report
from tests.conftest import not_configured


@pytest.mark.postgresql
@pytest.mark.parametrize("scene", confirming.WINNERS)
def test_of_many_at_one_sheet_only_as_many_win_as_there_are_places(drill_said, scene):
    assert f"kept   {scene}: of 12 at once, {confirming.WINNERS[scene]} won, 4 times" in drill_said("confirming")


def test_the_record_has_as_many_misread_fields_as_theory_says(drill_said):
    assert drill_said("misreadings").count("kept   ") == 2


@pytest.mark.postgresql
def test_a_re_score_killed_at_any_statement_leaves_the_old_or_the_new_standings(drill_said):
    assert drill_said("cuts").count("kept   ") == 2


@pytest.mark.postgresql
def test_killing_worker_web_server_and_broker_loses_nothing_and_doubles_nothing(drill_said):
    said = drill_said("kills")
    assert said.count("killed: back") == 3
    assert said.count("kept   ") == 7


@pytest.mark.postgresql
def test_a_dead_broker_stops_neither_typing_nor_games(drill_said):
    assert drill_said("outages.dead_broker").count("kept   ") == 7


@pytest.mark.postgresql
def test_a_full_disk_is_said_and_all_goes_on_by_itself(drill_said):
    said = drill_said("outages.full_disk")
    if "could not run" in said:
        not_configured("only root on Linux can mount a small disk")
    assert said.count("kept   ") == 13


@pytest.mark.postgresql
def test_killing_postgresql_loses_nothing_and_doubles_nothing(drill_said):
    said = drill_said("outages.dead_database")
    assert "nothing to kill" in said or said.count("kept   ") == 7


@pytest.mark.postgresql
def test_sheets_that_come_in_by_file_do_not_slow_down_those_who_type(drill_said):
    said = drill_said("sheets_by_file")
    assert said.count("kept   ") == 4
    assert "a save took less than" in said


# files and wrong passwords take a minute and a half; their limits are tested where they live, and `make drill` runs them
@pytest.mark.parametrize("drill,promises", [("lines", 6), ("bodies", 3), ("practising", 4)])
def test_who_attacks_neither_stops_nor_slows_down_those_who_type(drill_said, drill, promises):
    said = drill_said(drill)
    assert said.count("kept   ") == promises
    assert "a save took less than" in said


@pytest.mark.postgresql
def test_undoing_a_move_of_a_long_game_again_and_again_slows_down_no_other_game(drill_said):
    said = drill_said("undos")
    assert said.count("kept   ") == 4
    assert "moves at another table each took less than" in said


@pytest.mark.postgresql
def test_a_school_behind_one_address_plays_while_somebody_there_guesses_pins(drill_said):
    assert drill_said("school").count("kept   ") == 4


# The drills themselves: they see what they look for

LINE, OTHER = (0, "1+2", "written"), (1, "3+4", "written")


@pytest.mark.parametrize(
    "acknowledged,stored,found",
    [
        ({1: [LINE, OTHER]}, {1: [LINE, OTHER]}, (0, 0, 0)),
        ({1: [LINE, LINE]}, {1: [LINE, LINE]}, (0, 0, 0)),
        ({1: [LINE, OTHER]}, {1: [LINE]}, (1, 0, 0)),
        ({1: [LINE]}, {1: [LINE, LINE]}, (0, 1, 0)),
        ({1: [LINE]}, {1: [OTHER]}, (1, 0, 1)),
        ({1: [LINE]}, {2: [LINE]}, (1, 0, 1)),
        ({}, {1: [LINE]}, (0, 0, 1)),
    ],
)
def test_a_lost_a_doubled_and_a_strange_line_are_seen(acknowledged, stored, found):
    assert record.faults(acknowledged, stored) == found


@pytest.mark.parametrize("count,kept", [(200, True), (240, True), (400, False), (20, False)])
def test_too_many_and_too_few_misread_fields_are_seen(count, kept):
    report, fields = Report(), 10_000
    expected = [200, 1, 392, 8]
    misreadings.told(report, "a world", [count, *expected[1:]], fields, own=0.02, ambiguous=0)
    assert (report.broken == []) is kept


def test_a_broken_promise_is_kept_in_mind():
    report = Report()
    report.promise(True, "this holds")
    report.promise(False, "this does not")
    assert report.broken == ["this does not"]
