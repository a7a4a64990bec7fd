"""What a puzzle file would set, and each problem beside its row."""

import pytest

from judging.games.formats import FORMATS
from tests.tournament.making import boxes
from tournament.imports.table_reader import read
from tournament.models.rounds import TIEBREAKER
from tournament.round_puzzles import actions as puzzle_actions
from tournament.round_puzzles.importer import plan, template
from tournament.rounds import actions as rounds

THREE = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


@pytest.fixture
def programme(event, organiser):
    """One round of each format that an organiser adds: 1 Hit the Target, 2 24 Game, 3 One to Many, 4 Many to One,
    5 DMAS, 6 SMASH."""
    return [rounds.add(by=organiser, event=event, format_slug=slug) for slug in FORMATS if slug != TIEBREAKER]


def planned(event, *rows: str):
    return plan(event, read("p.csv", "\n".join(["round;grades;numbers;target", *rows]).encode()))


def problems(event, *rows: str) -> list[str]:
    return [problem for row in planned(event, *rows).rows for problem in row.problems]


def test_rows_of_one_round_and_the_same_grades_make_one_puzzle(event, programme):
    found = planned(
        event,
        "2;3-4;1 2 3 4;24",
        "2;3-4;1 1 4 6;",
        "2;3,4;6,6,6,6;24",
        "2;5;1 2 3 4",
        "2;5;2 2 2 3",
        "2;5;1 1 3 4",
    )
    assert problems(event) == []
    assert [[division.grade for division in puzzle.divisions] for puzzle in found.puzzles] == [[3, 4], [5]]
    assert [box.numbers for box in found.puzzles[0].boxes] == [(1, 2, 3, 4), (1, 1, 4, 6), (6, 6, 6, 6)]
    assert {box.target for box in found.puzzles[1].boxes} == {24}
    assert found.can_apply


def test_a_set_or_a_target_that_serves_every_box_need_stand_in_the_first_row_only(event, programme):
    one_to_many = ["3;5;1 2 3 4;1", *(f"3;5;;{target}" for target in range(2, 11))]
    many_to_one = ["4;3;1 2 3 4;20", *(f"4;3;1 2 3 {number}" for number in (1, 2, 3, 5, 6, 7, 8, 9, 10))]
    found = planned(event, *one_to_many, *many_to_one)
    assert [row.problems for row in found.rows if row.problems] == []
    assert {box.numbers for box in found.puzzles[0].boxes} == {(1, 2, 3, 4)}
    assert {box.target for box in found.puzzles[1].boxes} == {20}


def test_a_round_may_be_named(event, programme):
    assert planned(event, "24 game;all;1 2 3 4;24").rows[0].round == programme[1]


@pytest.mark.parametrize(
    "row,said",
    [
        ("9;all;1 2 3 4;24", "There is no round “9” in this event."),
        ("٢;all;1 2 3 4;24", "There is no round “٢” in this event."),
        ("2;6;1 2 3 4;24", "This event has no grade 6."),
        ("2;5-3;1 2 3 4;24", "“5-3” is not a list of grades: write 3, 3-5 or all."),
        ("2;all;1 2 x 4;24", "“x” is not a whole number from 0 to 1,000,000."),
        ("2;all;1 2 ٣ 4;24", "“٣” is not a whole number from 0 to 1,000,000."),
        ("1;all;1 2 3 4;2.5", "“2.5” is not a target: write a number such as 24, -3 or 1/2."),
        ("1;all;1 2 3 4;1/0", "“1/0” is not a target: write a number such as 24, -3 or 1/2."),
        ("1;all;1 2 3 4;", "The target is missing."),
        ("1;all;;24", "The numbers are missing: write them like 1 2 3 4."),
        ("2;all;1 2 3 4;24", "The sheet needs 3 boxes and has 1."),
        (
            "1;all;1 2 3 4;24;5",
            "This row has 5 cells, but the heading only 4. A cell with the separator in it needs quotation marks.",
        ),
    ],
)
def test_each_problem_stands_beside_its_row(event, programme, row, said):
    assert problems(event, row) == [said]


def test_what_the_settings_forbid_is_said_beside_the_row(event, programme):
    rows = planned(event, "2;all;1 2 3 4;24", "2;all;1 2 3 9;24", "2;all;4 3 2 1;24").rows
    assert [row.problems for row in rows] == [
        [],
        ["Question 2: 9 is not from 1 to 6."],
        ["Question 3 asks the same as Question 1."],
    ]


def test_a_grade_belongs_to_one_puzzle_of_a_round(event, programme):
    found = planned(event, "2;3-4;1 2 3 4;24", "2;4;1 2 3 4;24")
    assert "An earlier row of this round has Grade 4 together with other grades." in found.rows[1].problems


def test_an_event_without_grades_says_so(event, organiser, programme):
    event.divisions.all().delete()
    assert problems(event, "2;all;1 2 3 4;24") == ["This event has no grades yet."]


def test_new_same_and_replaced_puzzles_are_told_apart(event, organiser, programme):
    rows = ["2;all;1 2 3 4;24", "2;all;5 3 6 6;24", "2;all;4 4 4 4;24"]
    assert planned(event, *rows).puzzles[0].change == "new"
    game = programme[1]
    laid_out = game.rules.lay_out(game.settings_for(3), [(1, 2, 3, 4), (5, 3, 6, 6), (4, 4, 4, 4)])
    puzzle_actions.assign(by=organiser, round_=game, divisions=list(event.divisions.all()), boxes=laid_out)
    assert planned(event, *rows).puzzles[0].change == "same"
    assert planned(event, *rows[:2], "2;all;1 1 4 6;24").puzzles[0].change == "changed"


def test_a_puzzle_somebody_types_sheets_for_cannot_be_replaced(event, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    said = problems(event, "1;all;1 1 4 6;24", "1;all;2 2 2 3;24", "1;all;1 1 3 4;24")
    assert said == ["Sheets have been typed for this puzzle, so it can no longer be changed."]


def test_the_template_has_a_row_for_every_box_of_every_grade(event, programme):
    rows = template(event)
    assert rows[0] == ["round", "grades", "numbers", "target"]
    assert len(rows) - 1 == 3 * (3 + 3 + 10 + 10 + 1 + 20)
    assert rows[10] == ["2", "3", "", "24"]


def test_the_rows_of_smash_need_neither_numbers_nor_targets(event, programme):
    rows = [row for row in template(event) if row[:2] == ["6", "3"]]
    assert rows == [["6", "3", "", str(number)] for number in range(1, 21)]
    found = planned(event, *["6;3;;"] * 20).puzzles[0]
    assert not found.has_problems
    assert [(box.numbers, box.target) for box in found.boxes] == [((), number) for number in range(1, 21)]
    assert problems(event, *["6;3;;"] * 19)[0] == "The sheet needs 20 boxes and has 19."
    assert problems(event, "6;3;1 2 3;", *["6;3;;"] * 19) == [
        "Number 1 must have no numbers: its cards are dealt at the table."
    ]
