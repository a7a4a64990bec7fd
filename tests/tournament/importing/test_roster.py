"""What a roster file would do, row by row, and each problem beside its row."""

import pytest

from tournament.importing.roster import TEMPLATE, plan

pytestmark = pytest.mark.django_db


def planned(event, text: str, encoding: str = "utf-8"):
    return plan(event, "roster.csv", text.encode(encoding))


def problems(event, row: str) -> list[str]:
    return planned(event, f"number,first name,last name,grade,team\n{row}\n").rows[0].problems


def test_new_changed_and_same_players_are_told_apart(event, add_player):
    add_player(101, grade=3, team="Otters", first_name="Ada", last_name="Lund")
    add_player(102, grade=4, first_name="Ben", last_name="Ode")
    found = planned(
        event,
        "number,first name,last name,grade,team\n101,Ada,Lund,3,OTTERS\n102,Ben,Ode,5,Foxes\n103,Cy,,3,\n",
    )
    assert [str(row.change) for row in found.rows] == ["same", "changed", "new"]
    assert found.rows[1].was == {"grade": "4", "team": ""}
    assert found.counts() == {"new": 1, "changed": 1, "same": 1, "problem": 0}
    assert found.can_apply


def test_grades_the_event_lacks_are_announced(event):
    assert planned(event, "id,first name,grade\n1,Ada,Grade 7\n2,Ben,3\n").new_grades == {7}


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "row,said",
    [
        (",Ada,Lund,3,", "The number is missing."),
        ("101,,Lund,3,", "The first name is missing."),
        ("101,Ada,Lund,,", "The grade is missing."),
        ("٣٤,Ada,Lund,3,", "“٣٤” is not a number: write a whole number in the digits 0 to 9."),
        ("1O1,Ada,Lund,3,", "“1O1” is not a number: write a whole number in the digits 0 to 9."),
        ("0,Ada,Lund,3,", "“0” is not a number: write a whole number in the digits 0 to 9."),
        ("-5,Ada,Lund,3,", "“-5” is not a number: write a whole number in the digits 0 to 9."),
        (
            "99999999999,Ada,Lund,3,",
            "“99999999999” is not a number: write a whole number in the digits 0 to 9.",
        ),
        ("101,Ada,Lund,third,", "“third” is not a grade: write a whole number in the digits 0 to 9."),
        ("101,Ada,Lund,14,", "Grade 14 is not between 1 and 13."),
        ("101,A\x07da,Lund,3,", "The first name has an invisible character in it."),
        ("101,Ada,Lu\x85nd,3,", "The last name has an invisible character in it."),
        (f"101,Ada,Lund,3,{'x' * 81}", "The team is longer than 80 letters."),
        (
            "101,Ada,Lund,3,Otters,Foxes",
            "This row has 6 cells, but the heading only 5. A cell with the separator in it needs quotation marks.",
        ),
    ],
)
def test_each_problem_stands_beside_its_row(event, row, said):
    assert problems(event, row) == [said]


def test_marks_of_direction_that_came_along_are_dropped(event):
    """They are pasted unseen, and would turn round what stands beside the name."""
    row = "101,\u202e\u200fAda\u2066\u200b,\ufeffLu\u200ck\u200e,3,\u2067Ot\u2060ters\u2069"
    (found,) = planned(event, f"number,first name,last name,grade,team\n{row}\n").rows
    assert not found.problems
    facts = found.facts
    assert (facts.first_name, facts.last_name, facts.team) == ("Ada", "Lu\u200ck", "Otters"), (
        "a joiner spells"
    )


def test_a_name_of_unseen_marks_alone_is_none(event):
    assert problems(event, "101,\u200e\u200f,Lund,3,") == ["The first name is missing."]


def test_two_rows_of_the_same_number_point_at_each_other(event):
    found = planned(event, "number,first name,grade\n101,Ada,3\n102,Ben,3\n0101,Cy,4\n")
    assert [row.problems for row in found.rows] == [
        ["Number 101 stands in line 4 too."],
        [],
        ["Number 101 stands in line 2 too."],
    ]
    assert not found.can_apply


def test_a_player_with_a_sheet_keeps_the_grade(event, add_player, round_24, hand_in):
    hand_in(round_24, add_player(101, grade=3), [(0, "1*2*3*4")])
    found = planned(event, "number,first name,last name,grade\n101,Ada,Lund,4\n")
    assert found.rows[0].problems == ["A sheet of this player is in grade 3 already, so the grade stays."]


def test_blanks_around_and_inside_names_do_not_make_another_team(event):
    found = planned(event, "number,first name,grade,team\n1, Ada ,3,Red  Foxes\n2,Ben,3,Red\u00a0Foxes\n")
    assert {row.facts.team for row in found.rows} == {"Red Foxes"}


def test_the_fingerprint_changes_with_the_roster_and_not_otherwise(event, add_player):
    text = "number,first name,last name,grade\n101,Ada,Lund,3\n"
    before = planned(event, text).fingerprint
    assert planned(event, text).fingerprint == before
    add_player(500)
    assert planned(event, text).fingerprint == before
    add_player(101)
    assert planned(event, text).fingerprint != before


def test_the_template_reads_without_a_problem(event):
    assert planned(event, "\n".join(",".join(row) for row in TEMPLATE)).can_apply


def test_a_large_roster_needs_no_more_queries_than_a_small_one(event, django_assert_num_queries):
    for rows in (1, 400):
        lines = "".join(f"{number},Ada,{number % 3 + 3},Team {number % 9}\n" for number in range(1, rows + 1))
        with django_assert_num_queries(2):
            assert planned(event, f"number,first name,grade,team\n{lines}").can_apply
