"""Players from files: choose, look at every row, correct cells, import, undo."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tests.html import flat
from tournament.common.limits import TABLE as LARGEST
from tournament.models import Import, Player

GOOD = "Number,First name,Last name,Grade,Team\n101,Ada,Lund,3,Otters\n102,Zoë,Müller,7,\n"


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


def said(response) -> str:
    return response.content.decode()


@pytest.fixture
def send(her):
    """send(content) chooses a file and returns the page with its rows, or the form again."""

    def send_file(content: str | bytes, name: str = "roster.csv"):
        content = content.encode() if isinstance(content, str) else content
        address = reverse("roster-import", args=["spring"])
        return her.post(address, {"file": SimpleUploadedFile(name, content)}, follow=True)

    return send_file


def apply(her, checked):
    shown = checked.context["plan"].fingerprint
    return her.post(checked.request["PATH_INFO"], {"shown": shown})


def test_every_row_is_shown_before_anything_is_changed(her, send, event, add_player):
    add_player(101, grade=4, first_name="Ada", last_name="Lund", team="Foxes")
    checked = send(GOOD)
    assert checked.status_code == 200
    for sentence in (
        "Foxes",
        "<strong>Otters</strong>",
        "new player",
        "Import these 2 rows",
        "will be added: 7.",
    ):
        assert sentence in flat(said(checked))
    assert Player.objects.count() == 1
    assert apply(her, checked)["Location"] == reverse("roster", args=["spring"])
    assert {str(player): player.division.grade for player in Player.objects.all()} == {
        "101 Ada Lund": 3,
        "102 Zoë Müller": 7,
    }


def test_problems_stand_beside_their_rows_and_there_is_no_button(her, send):
    checked = said(send("number,first name,grade\n101,Ada,3\n101,Ben,3\n٣,Cy,3\n"))
    assert "3 rows have a problem." in checked
    assert "Number 101 is also in line 3." in checked
    assert "“٣” is not a number" in checked
    assert 'name="shown"' not in checked


def test_a_latin_1_file_is_imported_with_a_word_of_warning(her, send):
    checked = send(GOOD.encode("latin-1"))
    assert "read as Western (Latin-1)" in said(checked)
    apply(her, checked)
    assert Player.objects.get(number=102).last_name == "Müller"


def test_a_workbook_is_imported(her, send):
    book, kept = Workbook(), io.BytesIO()
    for row in (("Number", "First name", "Grade"), (101, "Ada", 3), (102, "Ben", "Grade 4")):
        book.active.append(row)
    book.save(kept)
    apply(her, send(kept.getvalue(), "roster.xlsx"))
    assert list(Player.objects.values_list("number", "division__grade")) == [(101, 3), (102, 4)]


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "content,sentence",
    [
        ("number,grade\n1,3\n", "The column “first name” is missing."),
        ("number,number,first name,grade\n1,2,Ada,3\n", "could both be the number"),
    ],
)
def test_a_file_without_a_column_says_which(send, content, sentence):
    checked = said(send(content))
    assert sentence in checked
    assert "Nothing was changed." in checked


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "content,sentence",
    [
        ('number,first name,grade\n1,"Ada,3\n', "a quotation mark is not closed"),
        (b"\x89PNG\x00\x01", "This is not a text file."),
        ("\n\n", "This file is empty."),
    ],
)
def test_a_file_that_is_wrong_as_a_whole_gets_one_sentence(send, content, sentence):
    answer = send(content)
    assert (answer.status_code, sentence in said(answer)) == (400, True)
    assert not Import.objects.exists()


def test_a_file_that_is_empty_or_too_large_or_absent_is_not_kept(her, send):
    assert "This file is empty." in said(send(b""))
    assert "larger than 4 MB" in said(send(b"x" * (LARGEST + 1)))
    nothing = her.post(reverse("roster-import", args=["spring"]))
    assert (nothing.status_code, "Choose a file first." in said(nothing)) == (400, True)
    assert not Import.objects.exists()


def test_a_table_that_is_pasted_from_a_spreadsheet_is_read_like_a_file(her):
    pasted = "Name\tClass\tTeam\r\nÅngström, Zoë\t5. Klasse\tOtters\r\nBen Ode\t3rd\t\r\n"
    checked = her.post(reverse("roster-import", args=["spring"]), {"pasted": pasted}, follow=True)
    assert "Import these 2 rows" in flat(said(checked))
    apply(her, checked)
    assert {str(each): each.division.grade for each in Player.objects.all()} == {
        "101 Zoë Ångström": 5,
        "102 Ben Ode": 3,
    }
    assert Import.objects.get().filename == "pasted.txt"


def test_importing_twice_imports_once_and_says_so(her, send):
    checked = send(GOOD)
    apply(her, checked)
    again = apply(her, checked)
    assert again.status_code == 409
    assert "This file was already imported." in said(again)
    assert "<h1>Imported file" in said(again)
    assert Player.objects.count() == 2


def test_a_roster_that_changed_meanwhile_is_shown_anew(her, send, add_player):
    checked = send(GOOD)
    add_player(101, first_name="Somebody", last_name="Else")
    late = apply(her, checked)
    assert late.status_code == 409
    assert "The roster has changed since these rows were checked" in said(late)
    assert "Somebody" in said(late)
    assert Player.objects.count() == 1
    apply(her, late)
    assert Player.objects.get(number=101).first_name == "Ada"


def test_problems_come_first_where_rows_fill_several_pages(send):
    rows = "".join(f"{number},Ada,3\n" for number in range(1, 400))
    checked = send(f"number,first name,grade\n{rows}400,,3\n")
    assert checked.context["page"].object_list[0].line == 401
    assert "Page 1 of 4" in said(checked)


def test_the_template_can_be_imported_as_it_is(her, send):
    template = her.get(reverse("roster-template", args=["spring"]))
    assert "attachment" in template["Content-Disposition"]
    assert send(template.content).context["plan"].can_apply


def test_names_are_shown_as_text_and_never_as_markup(her, send):
    checked = said(send("number,first name,grade\n1,<script>alert(1)</script>,3\n"))
    assert "<script>alert" not in checked
    assert "&lt;script&gt;" in checked


WRONG = "number,first name,last name,grade\n101,Ada,Lund,third\n102,Ben,Ode,3\n102,Cy,Wu,4\n"


def test_cells_are_corrected_on_the_page_and_rows_left_out(her, send, event):
    page = send(WRONG).request["PATH_INFO"]
    her.post(page, {"correct": "1", "cell-2-grade": " 3 ", "cell-2-first_name": "Ada", "leave_out": "4"})
    kept = Import.objects.get()
    assert (kept.corrections, kept.left_out) == ({"2": {"grade": "3"}}, [4])
    checked = her.get(page)
    assert "(corrected)" in said(checked)
    assert "Put line 4 back" in said(checked)
    apply(her, checked)
    assert list(event.players.values_list("number", "first_name")) == [(101, "Ada"), (102, "Ben")]


def test_a_row_that_was_left_out_is_put_back(her, send):
    page = send(WRONG).request["PATH_INFO"]
    her.post(page, {"correct": "1", "leave_out": ["2", "99999"]})
    her.post(page, {"put_back": "2"})
    assert Import.objects.get().left_out == []


def test_a_correction_after_the_rows_were_checked_is_shown_first(her, send, event):
    checked = send(GOOD)
    her.post(checked.request["PATH_INFO"], {"correct": "1", "cell-2-team": "Foxes"})
    assert apply(her, checked).status_code == 409
    assert not event.players.exists()


def test_a_cell_that_cannot_be_kept_is_refused(her, send):
    page = send(GOOD).request["PATH_INFO"]
    assert her.post(page, {"correct": "1", "cell-2-team": "x" * 1001}).status_code == 400
    assert her.post(page, {"correct": "1", "cell-2-team": "a\x07b"}).status_code == 400
    her.post(page, {"correct": "1", "cell-2-nonsense": "x", "cell-99-team": "x"})
    assert Import.objects.get().corrections == {}


def test_only_rows_with_problems_are_shown(send, her):
    page = send(WRONG + "103,Dee,,3\n").request["PATH_INFO"]
    checked = her.get(page + "?only=problems")
    assert [row.row.line for row in checked.context["shown"]] == [2, 3, 4]
    assert "Show only rows to look at (3)" in said(her.get(page))
    assert 'name="cell-5-team"' in said(her.get(page + "?edit=5"))


def test_a_checked_file_is_not_parsed_again(her, send, monkeypatch):
    page = send(GOOD).request["PATH_INFO"]
    monkeypatch.setattr("tournament.imports.table_reader.parse", None)
    assert her.get(page).status_code == 200


def test_an_import_is_undone_with_one_press(her, send, event):
    checked = send(GOOD)
    apply(her, checked)
    page = checked.request["PATH_INFO"]
    assert "Undo this import" in said(her.get(page))
    assert "The import is undone." in said(her.post(page, {"undo": "1"}, follow=True))
    assert not event.players.exists()
    apply(her, her.get(page))
    assert event.players.count() == 2
