"""What a roster file would do, row by row, and each problem beside its row."""

import pytest

from tournament.imports.table_reader import read
from tournament.models import Sheet
from tournament.roster_import import columns
from tournament.roster_import.importer import TEMPLATE, plan

pytestmark = pytest.mark.django_db


def planned(event, text: str, encoding: str = "utf-8"):
    return plan(event, read("roster.csv", text.encode(encoding)))


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


@pytest.mark.parametrize("heading", ["grade,class", "class,grade", "Klasse,Klassenstufe", "form,Year Group"])
def test_beside_a_column_for_the_grade_one_for_the_class_is_not_read(event, heading):
    cells = "5,5b" if heading == "grade,class" else "5b,5"
    found = planned(event, f"id,first name,{heading}\n1,Ada,{cells}\n")
    assert found.rows[0].given["grade"] == "5"
    unread = next(each for each in heading.lower().split(",") if each in columns.CLASSES)
    assert f"Columns that are not read: {unread}." in found.notes


def test_grades_the_event_lacks_are_announced(event):
    assert planned(event, "id,first name,grade\n1,Ada,Grade 7\n2,Ben,3\n").new_grades == {7}


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "row,said",
    [
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
    assert (facts.first_name, facts.last_name, facts.team) == ("Ada", "Lu\u200ck", "Otters"), "a joiner spells"


def test_a_name_of_unseen_marks_alone_is_none(event):
    assert problems(event, "101,\u200e\u200f,Lund,3,") == ["The first name is missing."]


def test_two_rows_of_the_same_number_point_at_each_other(event):
    found = planned(event, "number,first name,grade\n101,Ada,3\n102,Ben,3\n0101,Cy,4\n")
    assert [row.problems for row in found.rows] == [
        ["Number 101 is also in line 4."],
        [],
        ["Number 101 is also in line 2."],
    ]
    assert not found.can_apply


def test_a_player_with_a_sheet_keeps_the_grade(event, add_player, round_24, hand_in):
    hand_in(round_24, add_player(101, grade=3), [(0, "1*2*3*4")])
    found = planned(event, "number,first name,last name,grade\n101,Ada,Lund,4\n")
    assert found.rows[0].problems == ["This player has a sheet in grade 3, so the grade can no longer change."]


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
        with django_assert_num_queries(4):
            assert planned(event, f"number,first name,grade,team\n{lines}").can_apply


@pytest.mark.parametrize(
    "cell,grade",
    [
        ("5th", 5),
        ("Grade 5", 5),
        ("grade 5th", 5),
        ("5. Klasse", 5),
        ("Klasse 5b", 5),
        ("Year 5", 5),
        ("Y5", 5),
        ("1st", 1),
        ("5º de primaria", 5),
        ("05", 5),
        ("4.0", 4),  # a spreadsheet's number
        ("12", 12),
        ("5-6", None),
        ("third", None),
        ("٥", None),
        ("5.5", None),
        ("g." * 400, None),
    ],
)
def test_grades_are_read_as_schools_write_them(cell, grade):
    assert columns.grade_of(cell) == grade


@pytest.mark.parametrize(
    "cell,first,last",
    [
        ("Lund, Ada", "Ada", "Lund"),
        ("Ada Lund", "Ada", "Lund"),
        ("van Beethoven, Ludwig", "Ludwig", "van Beethoven"),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven"),
        ("Ana María García", "Ana María", "García"),
        ("Ada", "Ada", ""),
        ("Lund,", "Lund", ""),
    ],
)
def test_one_column_has_the_whole_name(event, cell, first, last):
    found = planned(event, f'Name;Klasse\n"{cell}";5. Klasse\n')
    facts = found.rows[0].facts
    assert (facts.first_name, facts.last_name, facts.grade) == (first, last, 5)
    assert "One column has the whole name. Check how it is divided into first and last names." in found.notes


def test_beside_a_first_name_a_name_is_the_last_name(event):
    (row,) = planned(event, "Name;Vorname;Klasse\nMüller;Zoë;5\n").rows
    assert (row.facts.first_name, row.facts.last_name) == ("Zoë", "Müller")


def test_numbers_are_given_out_in_the_order_of_the_file(event, add_player):
    assert [row.facts.number for row in planned(event, "name,grade\nAda,3\nBen,3\n").rows] == [101, 102]
    add_player(250)
    found = planned(event, "number,name,grade\n,Ben,3\n300,Cy,3\n,Dee,3\n")
    assert [row.facts.number for row in found.rows] == [301, 300, 302]
    without = planned(event, "name,grade\nBen,3\n")
    assert "They are given out in the order of the file, from 251." in " ".join(without.notes)


def test_the_same_file_without_numbers_adds_nobody_twice(event, add_player):
    add_player(101, grade=3, first_name="Zoë", last_name="Müller")
    found = planned(event, "name,grade,team\nMULLER Zoe,3,Otters\nMuller Zoe,4,\n")
    assert [(row.facts.number, row.change) for row in found.rows] == [(101, "changed"), (102, "new")]


def test_a_column_that_the_file_lacks_changes_nothing(event, add_player):
    add_player(101, grade=3, first_name="Ada", last_name="Lund", team="Otters")
    assert planned(event, "number,first name,grade\n101,Ada,3\n").rows[0].change == "same"


def test_the_same_child_twice_is_a_warning(event, add_player):
    add_player(50, first_name="Cy", last_name="Wu")
    found = planned(event, "number,first name,last name,grade\n1,Zoë,Müller,3\n2,Zoe,Muller,3\n3,Cy,WU,3\n4,Dee,,3\n")
    assert [row.warnings for row in found.rows] == [
        ["The same name as in line 3. Is it the same child?"],
        ["The same name as in line 2. Is it the same child?"],
        ["Number 50 on the roster has the same name. Is it the same child?"],
        [],
    ]
    assert found.can_apply


def test_a_child_whose_letter_was_lost_is_offered_as_the_same_child(event, add_player):
    add_player(50, first_name="Łuc", last_name="Wu")
    add_player(51, first_name="B?a", last_name="Kim")
    found = planned(event, "number,first name,last name,grade\n1,?uc,Wu,3\n2,Bea,Kim,3\n3,?us,Wu,3\n")
    assert [row.warnings[-1] for row in found.rows] == [
        "Number 50 on the roster has the same name. Is it the same child?",
        "Number 51 on the roster has the same name. Is it the same child?",
        "“?us Wu” has a question mark. Was there another letter?",
    ]


def test_a_missing_team_is_a_warning_where_others_have_one(event):
    found = planned(event, "number,first name,grade,team\n1,Ada,3,Otters\n2,Ben,3,\n")
    assert [row.warnings for row in found.rows] == [[], ["No team: this player earns points for no team."]]
    assert not planned(event, "number,first name,grade,team\n1,Ada,3,\n").rows[0].warnings


def test_a_team_of_several_grades_is_told_with_what_follows(event, add_player):
    add_player(50, grade=5, team="otters")
    found = planned(event, "number,first name,grade,team\n1,Ada,3,Otters\n2,Ben,4,Foxes\n")
    assert found.warnings == ("Team otters has players of the grades 3, 5. It plays in grade 5.",)


def test_a_team_with_a_sheet_keeps_its_grade(event, add_player, round_24):
    team = add_player(50, grade=3, team="Otters").player.team
    Sheet.objects.create(round=round_24, entrant=team.entrant)
    found = planned(event, "number,first name,grade,team\n1,Ada,4,Otters\n2,Ben,3,Otters\n3,Cy,3,\n")
    said = "Team Otters has a sheet in grade 3, and would play in grade 4."
    assert [row.problems for row in found.rows] == [[said], [said], []]


def test_a_name_that_lost_a_letter_is_a_row_to_look_at(event):
    first, second = planned(event, "number,name,grade\n101,?ukasik Anna,3\n102,Ada Lund,3\n").rows
    assert first.warnings == ["“?ukasik Anna” has a question mark. Was there another letter?"]
    assert second.warnings == []


def test_a_name_that_no_font_can_print_is_named(event):
    (warning,) = planned(event, "number,first name,grade\n101,Nguyễn,3\n102,Ada \U000e1234,3\n").warnings
    assert warning.startswith("On paper “Ada \U000e1234” lacks letters")


def test_a_grade_that_only_one_of_many_rows_has_is_a_row_to_look_at(event):
    rows = "".join(f"{number},Child{number},3\n" for number in range(101, 111))
    planned_rows = planned(event, f"number,name,grade\n{rows}111,Ada,11\n").rows
    assert [row.line for row in planned_rows if row.warnings] == [12]
    assert planned_rows[-1].warnings == ["Only this row has grade 11. Check it."]
    assert not planned(event, "number,name,grade\n101,Ada,11\n").rows[0].warnings
