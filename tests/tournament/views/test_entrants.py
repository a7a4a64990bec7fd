"""The roster pages, and players from files: choose, look at every row, import."""

import io

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from openpyxl import Workbook

from tests.html import flat
from tournament.importing.tables import LARGEST
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


def test_the_empty_roster_says_what_to_do_first(her):
    assert "Nobody is on the roster yet" in said(her.get(reverse("roster", args=["spring"])))


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "query,found",
    [
        ("", {101, 102, 103}),
        ("grade=3", {101, 102}),
        ("q=102", {102}),
        ("q=lund", {101}),
        ("q=a l", {101}),
        ("status=absent", {103}),
        ("grade=nonsense&team=9999&status=late", {101, 102, 103}),
        ("q=" + "9" * 30, set()),
        ("q=٣", set()),
        ("q=%00", {101, 102, 103}),
        ("page=9999", {101, 102, 103}),
    ],
)
def test_the_roster_is_searched_and_filtered(her, add_player, query, found):
    add_player(101, grade=3, first_name="Ada", last_name="Lund")
    add_player(102, grade=3, first_name="Ben", last_name="Ode", team="Otters")
    absent = add_player(103, grade=4, first_name="Cy", last_name="Wu")
    absent.status = "absent"
    absent.save()
    response = her.get(reverse("roster", args=["spring"]) + "?" + query)
    assert {player.number for player in response.context["players"]} == found


def test_the_roster_asks_the_same_number_of_questions_for_one_player_and_fifty(
    her, add_player, django_assert_num_queries
):
    for players in (1, 49):
        for _each in range(players):
            add_player(team="Otters")
        with django_assert_num_queries(8):
            her.get(reverse("roster", args=["spring"]))


FACTS = {"number": "101", "first_name": "Ada", "last_name": "Lund", "grade": "3", "team": "Otters"}


def test_a_player_is_added_and_the_next_one_asked_for(her, event):
    address = reverse("player-add", args=["spring"])
    assert her.post(address, FACTS)["Location"] == reverse("roster", args=["spring"])
    assert her.post(address, FACTS | {"number": "102", "another": "1"})["Location"] == address
    assert [str(player) for player in event.players.all()] == ["101 Ada Lund", "102 Ada Lund"]


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "values,sentence",
    [
        ({"number": "500"}, "Number 500 belongs to another player."),
        ({"number": "٣٤"}, "Write a whole number in the digits 0 to 9."),
        ({"number": "0"}, "A player&#x27;s number is a whole number from 1."),
        ({"number": "9" * 5000}, "Write a whole number"),
        ({"number": "99999999999"}, "A player&#x27;s number is a whole number from 1."),
        ({"first_name": " "}, "This field is required."),
        ({"first_name": "A\x07da"}, "The first name has an invisible character in it."),
        ({"grade": "9"}, "Select a valid choice"),
        ({"team": "x" * 81}, "at most 80 characters"),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(her, event, add_player, values, sentence):
    add_player(500)
    response = her.post(reverse("player-add", args=["spring"]), FACTS | values)
    assert response.status_code == 400
    assert sentence in said(response)
    assert 'value="Otters"' in said(response) or "team" in values
    assert Player.objects.count() == 1


def test_a_player_is_changed_and_found_under_the_new_number(her, add_player):
    add_player(101)
    response = her.post(
        reverse("player-change", args=["spring", 101]), FACTS | {"number": "202", "grade": "4"}
    )
    assert response["Location"] == reverse("player-change", args=["spring", 202])


def test_a_status_that_needs_a_reason_asks_for_it(her, entrant):
    address = reverse("entrant-status", args=["spring", 101])
    bare = her.post(address, {"status": "disqualified"})
    assert (bare.status_code, "Write down why." in said(bare)) == (400, True)
    assert her.post(address, {"status": "disqualified", "why": "left"}).status_code == 302
    entrant.refresh_from_db()
    assert entrant.status == "disqualified"


def test_every_row_is_shown_before_anything_is_changed(her, send, event, add_player):
    add_player(101, grade=4, first_name="Ada", last_name="Lund", team="Foxes")
    checked = send(GOOD)
    assert checked.status_code == 200
    for sentence in (
        "Foxes",
        "<strong>Otters</strong>",
        "new player",
        "Import these 2 rows",
        "are added: 7.",
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
    assert "Number 101 stands in line 3 too." in checked
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
        ("first name,grade\nAda,3\n", "The column “number” is missing."),
        ("number,number,first name,grade\n1,2,Ada,3\n", "could both be the number"),
        ('number,first name,grade\n1,"Ada,3\n', "a quotation mark in it is not closed"),
        (b"\x89PNG\x00\x01", "This is not a text file."),
        ("\n\n", "This file is empty."),
    ],
)
def test_a_file_that_is_wrong_as_a_whole_gets_one_sentence(send, content, sentence):
    checked = said(send(content))
    assert sentence in checked
    assert "Nothing was changed." in checked


def test_a_file_that_is_empty_or_too_large_or_absent_is_not_kept(her, send):
    assert "This file is empty." in said(send(b""))
    assert "larger than 4 MB" in said(send(b"x" * (LARGEST + 1)))
    nothing = her.post(reverse("roster-import", args=["spring"]))
    assert (nothing.status_code, "Choose a file first." in said(nothing)) == (400, True)
    assert not Import.objects.exists()


def test_importing_twice_imports_once_and_says_so(her, send):
    checked = send(GOOD)
    apply(her, checked)
    again = apply(her, checked)
    assert again.status_code == 409
    assert "This file has been imported already." in said(again)
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
    assert "Page 1 of 2" in said(checked)


def test_the_template_can_be_imported_as_it_is(her, send):
    template = her.get(reverse("roster-template", args=["spring"]))
    assert "attachment" in template["Content-Disposition"]
    assert send(template.content).context["plan"].can_apply


def test_names_are_shown_as_text_and_never_as_markup(her, send):
    checked = said(send("number,first name,grade\n1,<script>alert(1)</script>,3\n"))
    assert "<script>alert" not in checked
    assert "&lt;script&gt;" in checked
