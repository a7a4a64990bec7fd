"""One table, three files: what they say, and what a spreadsheet must not do with it."""

import csv
import io
import json

import pytest
from hypothesis import given, strategies as some
from openpyxl import load_workbook

from tournament.common.files.table_files import FORMULA, Column, Columns, as_csv, as_json, as_xlsx, written

DANGEROUS = ["=1+1", "+1", "-3 + 4*5", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']
HARMLESS = ["3 - 4", "(1+2)", "", "Übung", 'a,b;"c"\n', "1 = 1"]


def table(*cells, title="A table") -> Columns:
    columns = (
        Column("Name", "name"),
        Column("First", "points", "rounds", {"round": 1}),
        Column("Total", "points"),
        Column("provisional", "provisional"),
    )
    return Columns("a-table", title, {"event": "spring"}, columns, tuple((cell, 7, -3, True) for cell in cells))


def csv_rows(data: bytes) -> list[list[str]]:
    assert data.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def xlsx_cells(data: bytes) -> list[list]:
    return [list(row) for row in load_workbook(io.BytesIO(data)).active.iter_rows()]


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_cell_is_a_formula_and_json_says_what_was_written(text):
    (_, row) = csv_rows(as_csv(table(text)))
    assert row[0] == f"'{text}"
    cell = xlsx_cells(as_xlsx(table(text)))[1][0]
    # XML knows one end of a line
    assert (cell.data_type, cell.value, cell.quotePrefix) == ("s", text.replace("\r", "\n"), True)
    assert json.loads(as_json(table(text)))["rows"][0]["name"] == text


@pytest.mark.parametrize("text", HARMLESS)
def test_other_texts_stand_as_they_are(text):
    assert csv_rows(as_csv(table(text)))[1][0] == text
    assert (xlsx_cells(as_xlsx(table(text)))[1][0].value or "") == text


def test_numbers_are_numbers_also_below_zero():
    assert csv_rows(as_csv(table("a")))[1][1:] == ["7", "-3", "yes"]
    assert [cell.value for cell in xlsx_cells(as_xlsx(table("a")))[1][1:]] == [7, -3, "yes"]


def test_points_are_json_numbers_under_their_key():
    message = json.loads(as_json(table("a")))
    assert message == {
        "event": "spring",
        "title": "A table",
        "rows": [{"name": "a", "rounds": [{"round": 1, "points": 7}], "points": -3, "provisional": True}],
    }


def test_a_table_without_rows_has_its_headings():
    assert csv_rows(as_csv(table())) == [["Name", "First", "Total", "provisional"]]
    assert len(xlsx_cells(as_xlsx(table()))) == 1
    assert json.loads(as_json(table()))["rows"] == []


@given(some.text(max_size=60), some.text(max_size=40))
def test_whatever_a_text_holds_each_form_can_be_read(text, title):
    made = table(text, title=title)
    assert json.loads(as_json(made))["rows"][0]["name"] == text
    ((cell, *_),) = xlsx_cells(as_xlsx(made))[1:]
    assert cell.data_type in ("s", "n", "inlineStr")
    (_, (first, *_)) = csv_rows(as_csv(made))
    assert not first.startswith(FORMULA)


@pytest.mark.parametrize("form", ["csv", "xlsx", "json"])
def test_the_same_table_is_the_same_file(form, monkeypatch):
    assert written(table("a", "-b"), form) == written(table("a", "-b"), form)
