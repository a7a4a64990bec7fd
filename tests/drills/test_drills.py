"""The drills that need no server, small, and what all of them have in common.

Those that start the whole site take 10 to 40 s of processor time each. `make drill ARGS=--short` runs them; the rules
behind them have tests of their own (docs/decisions/suite.md).
"""

import importlib
import inspect

import pytest

from bench.drills import confirming, misreadings
from bench.drills.__main__ import DRILLS
from bench.drills.outages import record
from bench.drills.report import Report


@pytest.mark.postgresql
@pytest.mark.parametrize("scene", confirming.WINNERS)
def test_of_many_at_one_sheet_only_as_many_win_as_there_are_places(drill_said, scene):
    assert f"kept   {scene}: of 12 at once, {confirming.WINNERS[scene]} won, 4 times" in drill_said("confirming")


def test_the_record_has_as_many_misread_fields_as_theory_says(drill_said):
    assert drill_said("misreadings").count("kept   ") == 2


def test_a_re_score_killed_at_any_statement_leaves_the_old_or_the_new_standings(drill_said):
    assert drill_said("cuts").count("kept   ") == 2


# The drills themselves: they see what they look for


@pytest.mark.parametrize("name", DRILLS)
def test_each_drill_has_a_short_form_and_a_seed(name):
    run = importlib.import_module(f"bench.drills.{name}").run
    assert list(inspect.signature(run).parameters) == ["report", "short", "seed"]


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
    misreadings.report_counts(report, "a world", [count, *expected[1:]], fields, own=0.02, ambiguous=0)
    assert (report.broken == []) is kept


def test_a_broken_promise_is_kept_in_mind():
    report = Report()
    report.promise(True, "this holds")
    report.promise(False, "this does not")
    assert report.broken == ["this does not"]
