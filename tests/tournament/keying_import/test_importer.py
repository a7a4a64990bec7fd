"""Typed lines from a file: shown row by row first, then handed in as if they had been typed on the page."""

import io
import uuid

import openpyxl
import pytest
from django.utils import timezone

from tests.tournament.keying_import.conftest import csv
from tournament.common.refusals import Refused
from tournament.imports import actions as imports
from tournament.imports.table_reader import read
from tournament.keying import actions as keyings
from tournament.keying_import import actions as lines
from tournament.keying_import.importer import plan
from tournament.models import Keying, Result, Sheet, Submission
from tournament.roster import relation_actions

pytestmark = pytest.mark.django_db


def problems(event, content: bytes) -> dict[int, list[str]]:
    return {row.line: row.problems for row in plan(event, read("f.csv", content)).problem_rows}


def test_the_lines_of_a_file_are_recorded_verbatim_in_their_order(event, round_24, add_player, volunteer, keep, work):
    add_player(101), add_player(102)
    file = csv("1,101,1,1*2*3*4,", '1,101,1," (1+2+3) x 4",', "1,102,2,5*6-3-6,struck out", "1,102,1,=1+2,")
    lines.apply_import(by=volunteer, upload=keep(file))
    work()
    written = Submission.objects.filter(keying__state="agreed").order_by("sheet__entrant__player__number", "box")
    assert list(written.values_list("sheet__entrant__player__number", "box", "text", "mark", "channel")) == [
        (101, 0, "1*2*3*4", "written", "import"),
        (101, 0, "(1+2+3) x 4", "written", "import"),
        (102, 0, "=1+2", "written", "import"),
        (102, 1, "5*6-3-6", "struck_out", "import"),
    ]
    assert list(Result.objects.order_by("entrant__player__number").values_list("points", flat=True)) == [
        20,
        0,
    ]


def test_each_row_says_what_is_wrong_with_it(event, round_24, add_player, hand_in):
    add_player(101)
    hand_in(round_24, add_player(102), [(0, "1*2*3*4")])
    file = csv("9,101,1,1+2,", "1,77,1,1+2,", "1,101,4,1+2,", "1,101,1,1+2,torn", "1,101,1,,", "1,102,1,1+2,")
    found = problems(event, file)
    assert found == {
        2: ["There is no round “9” in this event."],
        3: ["No player at this event has the number 77. Look at the sheet again."],
        4: ["This sheet has no box “4”: write 1 to 3."],
        5: ["“torn” is not a mark. Use written, illegible, struck out or blank."],
        6: ["There is no text. Where the sheet is empty, write blank as the mark."],
        7: ["This sheet has been typed already."],
    }


def test_the_check_names_the_question_of_a_box_that_goes_by_its_number(event, round_24, add_player):
    add_player(101)
    file = csv("1,101,2,1+2,", "1,101,set 2,1+2,", "1,101,9,1+2,")
    assert [row.text("box") for row in plan(event, read("f.csv", file)).rows] == ["2 = Set 2", "Set 2", "9"]


def test_a_sheet_that_is_spoilt_or_comes_under_two_names_is_seen(event, round_24, add_player, volunteer):
    spoilt = Sheet.objects.create(round=round_24, entrant=add_player(101), spoilt_at=timezone.now())
    fine = Sheet.objects.create(round=round_24, entrant=add_player(102))
    found = plan(event, read("f.csv", csv(f"1,{spoilt.code},1,1+2,", "1,102,1,1+2,", f"1,{fine.code},2,5*6,")))
    assert [(row.line, row.problems) for row in found.problem_rows] == [
        (2, ["This sheet is spoilt: nothing on it counts."])
    ]
    assert [[row.line for row in sheet.rows] for sheet in found.sheets] == [[2], [3, 4]]


def test_many_sheets_are_checked_with_as_many_queries_as_few(
    event, round_24, add_player, hand_in, django_assert_num_queries
):
    numbers = range(101, 113)
    coded = [Sheet.objects.create(round=round_24, entrant=add_player(number)).code for number in numbers]
    hand_in(round_24, event.entrants.last(), [(0, "1*2*3*4")])
    for some in (numbers[:1], numbers[:9]):
        rows = [f"1,{name},1,1+2," for number, code in zip(some, coded, strict=False) for name in (number, code)]
        with django_assert_num_queries(8):
            assert plan(event, read("f.csv", csv(*rows))).can_apply


def test_a_file_with_a_problem_hands_nothing_in(event, round_24, add_player, volunteer, keep):
    add_player(101)
    with pytest.raises(Refused, match="problems"):
        lines.apply_import(by=volunteer, upload=keep(csv("1,101,1,1*2*3*4,", "1,101,9,1+2,")))
    assert not Submission.objects.exists()


def test_imported_twice_it_is_handed_in_once(event, round_24, add_player, volunteer, keep, work):
    add_player(101)
    upload = keep(csv("1,101,1,1*2*3*4,"))
    lines.apply_import(by=volunteer, upload=upload)
    with pytest.raises(Refused, match="already imported"):
        lines.apply_import(by=volunteer, upload=upload)
    work()
    assert Submission.objects.count() == 1


def test_a_sheet_typed_since_the_rows_were_checked_refuses_the_file(
    event, round_24, add_player, volunteer, keep, hand_in
):
    entrant = add_player(101)
    upload = keep(csv("1,101,1,1*2*3*4,"))
    shown = plan(event, imports.table_of(upload)).fingerprint
    hand_in(round_24, entrant, [(0, "1+2+3+4")])
    with pytest.raises(Refused):
        lines.apply_import(by=volunteer, upload=upload, shown=shown)
    assert Submission.objects.get().text == "1+2+3+4"


def test_nobody_imports_the_sheet_of_a_player_she_is_related_to(
    event, round_24, add_player, volunteer, organiser, keep
):
    relation_actions.mark(by=organiser, event=event, user=volunteer, player=add_player(101).player)
    with pytest.raises(Refused, match="Sheet 101: .*related"):
        lines.apply_import(by=volunteer, upload=keep(csv("1,101,1,1*2*3*4,")))
    assert not Keying.objects.exists()


def test_where_sheets_are_typed_twice_a_file_is_one_of_the_two_readings(
    event, round_24, add_player, volunteer, other_volunteer, keep, hand_in, work
):
    entrant = add_player(101)
    round_24.keying_policy = "twice"
    round_24.save()
    lines.apply_import(by=volunteer, upload=keep(csv("1,101,1,1*2*3*4,")))
    work()
    assert list(Keying.objects.values_list("slot", "state")) == [(1, "handed_in")]
    hand_in(round_24, entrant, [(0, "1 x 2 x 3 x 4")], by=other_volunteer)
    assert Keying.objects.get(slot=1).state == "agreed"


def test_what_she_has_begun_to_type_is_not_mixed_with_a_file(event, round_24, add_player, volunteer, keep):
    keying = keyings.open_sheet(by=volunteer, round_=round_24, entrant=add_player(101))
    keyings.save(by=volunteer, keying=keying, lines=[keyings.TypedLine(uuid.uuid4(), 0, 0, "1+2", revision=1)])
    with pytest.raises(Refused):
        lines.apply_import(by=volunteer, upload=keep(csv("1,101,1,1*2*3*4,")))
    assert not Submission.objects.exists()


def test_a_sheet_is_found_by_its_code_and_a_workbook_is_a_file_too(event, round_24, add_player, volunteer, keep, work):
    sheet = Sheet.objects.create(round=round_24, entrant=add_player(101))
    book = openpyxl.Workbook()
    for row in (
        ["round", "sheet", "box", "line"],
        [1, sheet.code, 1, "1*2*3*4"],
        [1, sheet.code.lower(), 2, "5*6-6"],
    ):
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    done = lines.apply_import(by=volunteer, upload=keep(file.getvalue(), "lines.xlsx"))
    assert len(done.sheets) == 1
    work()
    assert Submission.objects.filter(sheet=sheet).count() == 2
