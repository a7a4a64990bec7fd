"""Files as they come out of people's spreadsheets, and files that are no tables at all."""

import datetime
import io
import zipfile

import pytest
from openpyxl import Workbook

from tournament.common import limits
from tournament.imports.table_reader import UnreadableFile, find_columns, read
from tournament.uploaded_files.refusals import CannotOpen
from tournament.uploaded_files.workbooks import first_sheet

HEAD = "number,first name,grade"


def cells(content: bytes, filename: str = "roster.csv") -> list[dict]:
    return [dict(record.cells) for record in read(filename, content).rows]


def workbook(*rows: tuple, more_sheets: int = 0) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    for _each in range(more_sheets):
        book.create_sheet()
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def trouble(content: bytes, filename: str = "roster.csv") -> str:
    with pytest.raises(UnreadableFile) as refused:
        read(filename, content)
    return str(refused.value)


ZOE = "number,name\n7,Zoë\n"


@pytest.mark.parametrize(
    "content",
    [
        ZOE.encode(),
        ZOE.encode("utf-8-sig"),
        ZOE.encode("utf-16"),
        b"\xfe\xff" + ZOE.encode("utf-16-be"),
        ZOE.encode("latin-1"),
        ZOE.replace(",", ";").encode(),
        ZOE.replace(",", "\t").encode(),
        ZOE.replace("\n", "\r\n").encode(),
        ZOE.replace("\n", "\r").encode(),
        b"\n\n" + ZOE.encode(),
        ('"number","name"\n"7","Zo\u00eb"\n').encode(),
        workbook(("number", "name"), (7, "Zoë")),
        workbook(("number", "name"), (7.0, "Zoë")),
        workbook((None, None), ("number", "name"), (None, None), (7, " Zoë ")),
    ],
)
def test_encodings_separators_and_workbooks_read_alike(content):
    assert cells(content) == [{"number": "7", "name": "Zoë"}]


def test_a_file_that_is_not_utf8_is_read_as_western_and_says_so():
    (note,) = read("r.csv", ZOE.encode("latin-1")).notes
    assert "Western (Latin-1)" in note
    assert read("r.csv", ZOE.encode()).notes == ()


def test_only_the_first_sheet_of_a_workbook_is_read_and_that_is_said():
    (note,) = read("r.xlsx", workbook(("number",), (1,), more_sheets=2)).notes
    assert note == "Only the first sheet, “Sheet”, was read."


@pytest.mark.parametrize(
    "content,said",
    [
        (b"", "This file is empty."),
        (b" \n\n ", "This file is empty."),
        (b",,\n,,\n", "This file is empty."),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "This is not a text file"),
        ("number\n1".encode("utf-16-le"), "This is not a text file"),
        (b"\xff\xfe\x00", "The text of this file cannot be read"),
        (b"x" * (limits.TABLE + 1), "larger than 4 MB"),
        (HEAD.encode() + b"\n1,a,3" * (limits.TABLE_ROWS + 1), "more than 20,000 rows"),
        (b'number,name\n1,Ann\n2,"Ben\n3,Cleo\n', "begins in line 3 cannot be read"),
        (b'number,name\n1,"An"n\n', "begins in line 2 cannot be read"),
        (b"number,name\n1," + b"x" * 200_000, "begins in line 2 cannot be read"),
    ],
)
def test_what_is_no_table_is_refused_in_one_sentence(content, said):
    assert said in trouble(content)


@pytest.mark.parametrize(
    "content",
    [
        b"not a zip",
        b"PK\x03\x04 and then nothing of the kind",
        workbook(("number",), (1,))[:-200],
    ],
)
def test_a_file_called_xlsx_that_is_none_is_refused(content):
    assert trouble(content, "roster.xlsx") == (
        "This file is not an XLSX workbook that can be read. Save it again, or as CSV."
    )


def _packed(**parts: bytes) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return kept.getvalue()


def test_a_zip_without_a_workbook_is_refused():
    assert "not an XLSX workbook" in trouble(_packed(readme=b"hello"), "a.xlsx")


def test_a_small_workbook_that_unpacks_to_very_much_is_refused_before_it_is_unpacked():
    bomb = _packed(sheet=b"0" * 60_000_000)
    assert len(bomb) < 100_000
    assert "unpacks to more than 48 MB" in trouble(bomb, "a.xlsx")


def test_broken_xml_inside_a_workbook_is_refused_like_any_other_damage():
    good = zipfile.ZipFile(io.BytesIO(workbook(("number",), (1,))))
    parts = {name: good.read(name) for name in good.namelist()}
    parts["xl/workbook.xml"] = b"<workbook><sheets>"
    assert "not an XLSX workbook" in trouble(_packed(**parts), "a.xlsx")


def test_dates_and_errors_of_a_spreadsheet_are_told_beside_their_column():
    content = workbook(("grades", "target", "name"), (datetime.datetime(2026, 5, 3), "#REF!", "Ada"))  # noqa: DTZ001
    (record,) = read("p.xlsx", content).rows
    assert record.odd["grades"].startswith("The spreadsheet turned this cell into the date or time 2026-05-03")
    assert record.odd["target"] == "#REF! is a spreadsheet error, not a value."
    assert "name" not in record.odd


def test_a_formula_counts_as_its_value_and_as_nothing_where_none_is_stored():
    assert cells(workbook(("number", "name"), ("=1+1", "Ada")), "r.xlsx") == [{"number": "", "name": "Ada"}]


def test_a_file_may_have_as_many_rows_as_allowed_below_its_heading():
    assert len(read("r.csv", b"number,name\n" + b"1,a\n" * limits.TABLE_ROWS).rows) == limits.TABLE_ROWS


def test_a_workbook_with_an_empty_row_above_its_heading_loses_no_row():
    rows = [(None,), ("number",), (1,), (2,), (3,)]
    numbered, _notes = first_sheet(workbook(*rows), 4)
    assert [cells[0].text for _number, cells in numbered] == ["", "number", "1", "2", "3"]
    with pytest.raises(CannotOpen) as refused:
        first_sheet(workbook(*rows, (4,)), 4)
    assert refused.value.code == "rows"


def test_rows_longer_than_the_heading_are_a_problem_and_shorter_ones_are_not():
    longer, trailing, shorter = read("r.csv", b"number,name\n1,Ann,more\n2,Ben,,\n3\n").rows
    assert longer.problems[0].startswith("This row has 3 cells, but the heading only 2.")
    assert trailing.problems == shorter.problems == ()
    assert shorter.cells == {"number": "3"}


def test_a_line_break_inside_a_cell_is_a_problem_of_the_row_where_it_begins():
    first, second = read("r.csv", b'number,name\n1,"Ann\nBen"\n2,Cleo\n').rows
    assert (first.line, second.line) == (2, 4)
    assert "line break" in first.problems[0]


def test_lines_are_counted_as_the_file_has_them():
    assert [record.line for record in read("r.csv", b"\nnumber\n\n1\n2\n").rows] == [4, 5]


KNOWN = {"number": ("number", "id"), "name": ("name",)}


def test_columns_are_found_under_any_of_their_names_in_any_capitals():
    table = read("r.csv", b" ID ,NAME,School\n1,Ann,X\n")
    where, notes = find_columns(table, KNOWN, ("number",))
    assert where == {"number": "id", "name": "name"}
    assert notes == ("Columns that are not read: school.",)


@pytest.mark.parametrize(
    "head,said",
    [
        (b"name\nx\n", "The column “number” is missing. The first row names these columns: name."),
        (b"a,b\nx,y\n", "The columns “number” and “name” are missing."),
        (b"number,name,number\n1,x,2\n", "The columns “number” and “number” could both be the number."),
        (b"number,name,id\n1,x,2\n", "The columns “number” and “id” could both be the number."),
        (b"number,name\n", "The file names its columns but has no rows below them."),
    ],
)
def test_missing_and_doubled_columns_are_refused(head, said):
    with pytest.raises(UnreadableFile, match=said[:20]) as refused:
        find_columns(read("r.csv", head), KNOWN, ("number", "name"))
    assert str(refused.value).startswith(said)
