"""The paper desk: the board, printing, the return desk and a sheet's own page."""

import io

import pypdfium2
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.making import SharingClient, boxes
from tests.tournament.set_up import made_once
from tournament.common import limits
from tournament.common.sheet_codes import shown
from tournament.keying import actions as keyings
from tournament.models import Entrant, Sheet
from tournament.roster import actions as roster
from tournament.round_puzzles import actions as puzzle_actions
from tournament.sheets import actions as sheets, custody, spares
from tournament.sheets.printouts import to_print

pytestmark = pytest.mark.django_db


@pytest.fixture
def hers(client, volunteer) -> Client:
    client.force_login(volunteer)
    return client


@pytest.fixture
def boss(organiser) -> Client:
    signed_in = SharingClient()
    signed_in.force_login(organiser)
    return signed_in


@pytest.fixture
def pages(event, round_24) -> dict[str, str]:
    names = ("board", "sheets-print", "sheets-pdf", "sheets-issue", "return-desk")
    return {name: reverse(name, args=[event.slug, 1]) for name in names}


@pytest.fixture
@made_once
def printed(organiser, add_player, round_24) -> list[Sheet]:
    """Sheets of 101 to 103, printed, with two spare ones."""
    for _each in range(3):
        add_player()
    return sheets.print_(by=organiser, round_=round_24, spares=2)


def of(number: int) -> Sheet:
    return Sheet.objects.get(round__position=1, entrant__player__number=number, number=1)


def step(client: Client, sheet: Sheet, do: str, **more):
    address = reverse("sheet-step", args=[sheet.round.event.slug, sheet.code])
    return client.post(address, {"do": do, **more})


# The rounds


def test_a_sheets_page_is_found_by_its_code(event, judge_user, printed):
    client, page = Client(), reverse("sheets", args=[event.slug])
    client.force_login(judge_user)
    sheet = of(102)
    assert client.get(page, {"code": f"  {sheet.printed_code.lower()} "}).url == reverse(
        "sheet", args=[event.slug, sheet.code]
    )
    for asked, said in [("", "Type the code on the sheet"), ("K7M", "has 7 characters"), ("K7M4RXF", "No sheet of")]:
        answer = client.get(page, {"code": asked})
        assert (answer.status_code, said in answer.content.decode()) == (404, True)


# The board


def test_the_board_counts_how_far_the_sheets_have_come(
    printed, hers, pages, volunteer, other_volunteer, round_24, hand_in
):
    sheets.issue(by=volunteer, sheet=of(101))
    sheets.return_(by=volunteer, sheet=of(102))
    hand_in(round_24, of(103).entrant, [(0, "1*2*3*4")])
    whole = hers.get(pages["board"]).context["sheets"].whole
    assert [(str(stage.name), stage.done) for stage in whole.stages] == [
        ("printed", 3),
        ("handed out", 3),
        ("returned", 2),
        ("typed", 1),
        ("checked", 1),
    ]
    assert (whole.total, whole.without) == (3, 0)


def test_the_board_names_what_holds_the_round_up(printed, hers, pages, volunteer, round_24):
    sheets.lost(by=volunteer, sheet=of(101))
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=of(102).entrant)
    answer = hers.get(pages["board"])
    assert [sentence for sentence, _where in answer.context["hold_ups"]] == [
        "2 sheets have not come back.",
        "1 sheet is lost. Decide what it counts as.",
    ]
    assert "Vera has" in answer.content.decode()


def test_nobody_waits_for_the_sheet_of_somebody_who_went_home(printed, organiser, hers, pages):
    roster.set_status(by=organiser, entrant=of(101).entrant, status="absent")
    sheets = hers.get(pages["board"]).context["sheets"]
    assert [named.sheet.label for named in sheets.missing.sheets] == ["102", "103"]
    assert sheets.whole.total == 2


def test_who_came_after_the_printing_is_named(printed, add_player, hers, pages):
    late = add_player()
    sheets = hers.get(pages["board"]).context["sheets"]
    assert sheets.without == [late]
    assert (sheets.whole.total, sheets.whole.reached[custody.PRINTED]) == (4, 3)


def test_a_blind_round_says_which_readings_it_waits_for(
    organiser, volunteer, other_volunteer, entrant, add_player, round_24, hand_in, hers, pages
):
    type(round_24).objects.filter(pk=round_24.pk).update(keying_policy="twice")
    round_24.refresh_from_db()
    second = add_player()
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    for who, text in ((volunteer, "1+2"), (other_volunteer, "7+2")):
        hand_in(round_24, second, [(0, text)], by=who)
    answer = hers.get(pages["board"]).context
    assert [sentence for sentence, _where in answer["hold_ups"]] == [
        "1 sheet must be typed a second time.",
        "1 sheet was typed in two different ways. A third person must decide.",
    ]
    whole = answer["sheets"].whole
    assert (whole.reached[custody.KEYED], whole.reached[custody.CHECKED]) == (2, 0)


def test_the_script_gets_the_part_that_changes_alone(printed, hers, pages):
    part = hers.get(pages["board"] + "?fragment=1").content.decode()
    assert "pipeline" in part
    assert "<html" not in part


def test_the_board_asks_as_much_for_ten_players_as_for_one(
    hers, pages, organiser, volunteer, add_player, round_24, hand_in, django_assert_num_queries
):
    def fill(count):
        for at in range(count):
            someone = add_player(grade=3 + at % 3, team=f"Team {at}")
            sheets.print_(by=organiser, round_=round_24, spares=at)
            if at % 4 == 0:
                hand_in(round_24, someone, [(0, "1+2")])
            if at % 4 == 1:
                keyings.open_sheet(by=volunteer, round_=round_24, entrant=someone)
            if at % 4 == 2:
                spare = custody.free_spares(round_24).first()
                spares.attach(by=volunteer, sheet=spare, entrant=someone)

    fill(1)
    with CaptureQueriesContext(connection) as for_one:
        hers.get(pages["board"])
    fill(9)
    with django_assert_num_queries(len(for_one)):
        hers.get(pages["board"])
    assert len(for_one) == 33


# Printing


def text_of(answer) -> list[str]:
    with pypdfium2.PdfDocument(io.BytesIO(answer.content)) as document:
        return [page.get_textpage().get_text_range() for page in document]


def test_the_sheets_come_as_one_pdf_in_the_order_of_the_numbers(boss, pages, add_player):
    for number in (118, 117):
        add_player(number=number, first_name="Zoë", last_name="Quist")
    asked = boss.post(pages["sheets-print"], {"do": "new", "spares": 1, "paper": "a4", "questions": "on"})
    made = boss.get(asked.url)
    assert made["Content-Type"] == "application/pdf"
    assert "spring-1-answer-sheets.pdf" in made["Content-Disposition"]
    first, second, spare = text_of(made)
    assert ("117" in first, "118" in second, "Spare sheet" in spare) == (True, True, True)
    assert "Zoë Q." in first
    assert "Quist" not in first
    assert ["Another player has this name." in page for page in (first, second, spare)] == [True, True, False]
    assert all(shown(each.code) in "".join((first, second, spare)) for each in Sheet.objects.all())


def test_a_sheet_says_that_another_player_has_the_name(organiser, round_24, add_player):
    for number, last_name in ((117, "Quist"), (118, "Quast"), (119, "Rey")):
        add_player(number=number, first_name="Zoë", last_name=last_name)
    papers = to_print(round_24, sheets.print_(by=organiser, round_=round_24, spares=1))
    assert [(each.name, each.same_name) for each in papers] == [
        ("Zoë Q.", True),
        ("Zoë Q.", True),
        ("Zoë R.", False),
        ("", False),
    ]


@pytest.mark.postgresql
def test_sheets_of_teams_come_by_grade_and_name_and_spare_ones_last(organiser, add_player, add_round, event):
    for grade, team in ((4, "Ants"), (3, "zebras"), (3, "Yaks"), (5, "Bees"), (3, "Éclairs")):
        add_player(grade=grade, team=team)
    smash = add_round("smash", boxes(*[((), at) for at in range(1, 21)]), "planned")
    sheets.print_(by=organiser, round_=smash, spares=2)
    in_order = [each.entrant and each.entrant.team.name for each in custody.named(smash.sheets.all())]
    assert in_order == ["Éclairs", "Yaks", "zebras", "Ants", "Bees", None, None]


def test_only_what_is_new_is_printed_and_all_of_it_again_on_request(boss, pages, printed, add_player):
    add_player(number=150)
    new = boss.post(pages["sheets-print"], {"do": "new", "spares": 2, "paper": "a4"})
    assert len(text_of(boss.get(new.url))) == 1
    every = boss.post(pages["sheets-print"], {"do": "all", "spares": 2, "paper": "us-letter"})
    assert len(text_of(boss.get(every.url))) == 6
    third = boss.post(pages["sheets-print"], {"do": "all", "spares": 2, "paper": "a4", "grade": 3})
    assert len(text_of(boss.get(third.url))) == 4


def test_when_nothing_is_new_the_page_says_so(boss, pages, printed):
    answer = boss.post(pages["sheets-print"], {"do": "new", "spares": 2, "paper": "a4"}, follow=True)
    assert "Every player has a printed sheet." in answer.content.decode()


def test_only_the_first_print_of_a_round_suggests_spare_sheets(boss, pages, organiser, round_24, entrant):
    def suggested() -> int:
        return boss.get(pages["board"]).context["form"]["spares"].value()

    assert suggested() == 5
    sheets.print_(by=organiser, round_=round_24)
    assert suggested() == 0


@pytest.mark.parametrize("spares_asked", ["", "many", "-1", "9999", "٣"])
def test_a_wrong_number_of_spares_is_refused_at_its_field(spares_asked, boss, pages, entrant):
    answer = boss.post(pages["sheets-print"], {"do": "new", "spares": spares_asked, "paper": "a4"})
    assert answer.status_code == 400
    assert answer.context["form"].errors.keys() == {"spares"}
    assert not Sheet.objects.exists()


@pytest.mark.parametrize("query", ["batch=x", "batch=2026-01-01", "batch=2026-99-01T00:00:00Z", "grade=5"])
def test_what_was_not_printed_is_not_found(query, boss, pages, printed):
    assert boss.get(f"{pages['sheets-pdf']}?{query}").status_code == 404


@pytest.mark.postgresql
@pytest.mark.parametrize("query", ["lines=0", "lines=9999", "lines=x", "paper=napkin", "grade=" + "9" * 50])
def test_odd_wishes_for_the_pdf_do_no_harm(query, boss, pages, printed):
    assert boss.get(f"{pages['sheets-pdf']}?{query}").status_code in {200, 404}


def test_all_are_given_out_at_once(hers, pages, printed):
    answer = hers.post(pages["sheets-issue"], {"grade": ""}, follow=True)
    assert "3 sheets are handed out." in answer.content.decode()
    assert hers.post(pages["sheets-issue"], {"grade": "77"}).status_code == 404


def test_sheets_with_an_old_question_are_listed_and_printed_again_alone(
    boss, hers, pages, printed, organiser, round_24, event, volunteer
):
    other = boxes(((1, 1, 4, 6), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    sheets.return_(by=volunteer, sheet=of(103))
    puzzle_actions.assign(
        by=organiser, round_=round_24, divisions=list(event.divisions.all()), boxes=other, printed="reprint"
    )
    assert hers.get(pages["board"]).context["sheets"].old.count == 3
    before = text_of(boss.get(pages["sheets-pdf"]))
    assert all("v1" in page and "1 2 3 4" in " ".join(page.split()) for page in before)
    again = boss.post(pages["sheets-print"], {"do": "old", "spares": 2, "paper": "a4", "questions": "on"})
    assert [("v2" in page, "1 1 4 6" in " ".join(page.split())) for page in text_of(boss.get(again.url))] == [
        (True, True)
    ] * 4
    assert [each.sheet for each in hers.get(pages["board"]).context["sheets"].old.sheets] == [of(103)]
    said = boss.post(reverse("sheets-no-question", args=[event.slug, 1]), follow=True).content.decode()
    assert "1 sheet has no question on it." in said


def test_the_page_of_a_sheet_takes_what_the_paper_says(hers, printed):
    sheet = of(101)
    assert sheet.printed_version.mark in hers.get(reverse("sheet", args=["spring", sheet.code])).content.decode()
    assert step(hers, sheet, "shows", version="").status_code == 302
    assert of(101).printed_version is None
    assert step(hers, sheet, "shows", version=999).status_code == 404


# The return desk


def said(client: Client, pages, text: str) -> tuple[int, str]:
    """The answer's status and what the desk said, without a script."""
    answer = client.post(pages["return-desk"], {"said": text})
    if answer.status_code == 302:
        page = client.get(answer.url)
        return 302, str(next(iter(page.context["messages"])))
    return answer.status_code, answer.context["form"].errors["said"][0]


def test_a_sheet_comes_back_by_code_by_number_or_by_its_address(hers, pages, printed):
    assert said(hers, pages, shown(of(101).code).lower()) == (302, "101 is back.")
    assert said(hers, pages, "102") == (302, "102 is back.")
    assert said(hers, pages, f"https://x.example/sheets/{of(103).code}/") == (302, "103 is back.")
    assert said(hers, pages, "103") == (302, "103 was back already.")
    assert all(of(number).returned_at for number in (101, 102, 103))


def test_a_spare_sheet_is_given_to_whose_number_follows_its_code(hers, pages, printed):
    spare = printed[3]
    assert said(hers, pages, spare.code)[0] == 409
    assert said(hers, pages, f"{shown(spare.code)} 102") == (302, "102 · 2 is back.")
    spare.refresh_from_db()
    assert (spare.entrant, spare.number) == (of(102).entrant, 2)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("text", "status", "sentence"),
    [
        ("", 400, "Type the code or the number on the sheet."),
        ("999", 404, "No player at this event has the number 999"),
        ("K7M4RXF", 404, "No sheet of this event has the code"),
        ("K7M4RXX", 404, "misread"),
        ("hello", 404, "digits 0 to 9"),
        ("<b>1</b>", 404, ""),
        ("1\x00", 404, ""),
    ],
)
def test_what_is_no_sheet_is_refused_in_a_sentence(text, status, sentence, hers, pages, printed):
    got, told = said(hers, pages, text)
    assert 400 <= got < 500
    assert sentence in told
    assert not Sheet.objects.filter(returned_at__isnull=False).exists()


def test_a_spoilt_sheet_that_comes_back_is_put_aside(hers, pages, printed, volunteer):
    spares.replace(by=volunteer, sheet=of(101), replacement=printed[3], why="Torn")
    assert "Put it with the spoilt sheets" in said(hers, pages, of(101).code)[1]


def test_a_sheet_of_another_round_comes_back_too_and_is_told(hers, event, organiser, printed, pages, add_round):
    asked = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))
    second = add_round("twenty_four", asked, status="open")
    sheets.print_(by=organiser, round_=second)
    other = second.sheets.get(entrant=of(101).entrant)
    assert "Put it with the sheets of that round" in said(hers, pages, other.code)[1]
    other.refresh_from_db()
    assert other.returned_at


def test_the_script_gets_the_outcome_and_the_count(hers, pages, printed):
    answer = hers.post(pages["return-desk"], {"said": "101"}, headers={"Accept": "application/json"}).json()
    assert (answer["state"], answer["done"], answer["total"]) == ("accepted", 1, 3)
    assert "101 is back." in answer["rows"][0]


@pytest.mark.parametrize("entry", ["x" * (limits.PLAYERS_TEXT + 1), "10\x001", ""])
def test_the_script_is_told_what_the_form_refuses_so_that_the_queue_goes_on(hers, pages, printed, entry):
    answer = hers.post(pages["return-desk"], {"said": entry}, headers={"Accept": "application/json"}).json()
    assert (answer["state"], answer["done"]) == ("refused", 0)
    assert "not taken" in answer["rows"][0]
    assert "x" * 41 not in answer["rows"][0]


def test_the_desk_asks_as_much_for_ten_sheets_as_for_one(
    hers, pages, organiser, volunteer, add_player, round_24, django_assert_num_queries
):
    def fill(count):
        for _each in range(count):
            sheets.return_for(by=volunteer, round_=round_24, entrant=add_player())

    fill(1)
    with CaptureQueriesContext(connection) as for_one:
        hers.get(pages["return-desk"])
    fill(9)
    with django_assert_num_queries(len(for_one)):
        hers.get(pages["return-desk"])


# One sheet


def test_the_address_in_the_qr_code_leads_to_the_sheet(hers, printed, event):
    code = of(101).code
    answer = hers.get(reverse("sheet-code", args=[shown(code).lower()]))
    assert answer.url == reverse("sheet", args=[event.slug, code])
    assert hers.get(answer.url).status_code == 200
    assert hers.get(reverse("sheet-code", args=["nonsense"])).status_code == 404


def test_a_sheets_page_tells_its_history_to_the_desk_alone(hers, boss, printed, event, volunteer):
    sheets.return_(by=volunteer, sheet=of(101))
    page = reverse("sheet", args=[event.slug, of(101).code])
    assert "marked a sheet as returned" in boss.get(page).content.decode()
    assert "marked a sheet as returned" not in hers.get(page).content.decode()


def test_every_step_is_a_button(hers, printed):
    for do, moment in (("issue", "issued_at"), ("return", "returned_at"), ("lost", "lost_at")):
        assert step(hers, of(101), do).status_code == 302
        assert getattr(of(101), moment)
    for do, moment in (("return", "lost_at"), ("not_returned", "returned_at")):
        assert step(hers, of(101), do).status_code == 302
        assert getattr(of(101), moment) is None
    assert step(hers, of(101), "spoilt", why="Juice").status_code == 302
    assert of(101).spoilt_at
    assert step(hers, of(101), "not_spoilt").status_code == 302
    assert of(101).spoilt_at is None


def test_a_spare_is_given_and_a_sheet_replaced_on_its_page(hers, printed):
    assert step(hers, printed[3], "attach", who="101").status_code == 302
    assert step(hers, printed[3], "attach", who="102").status_code == 409
    assert step(hers, printed[3], "attach", who="102", moving="1").status_code == 302
    assert step(hers, of(103), "replace", spare=shown(printed[4].code), why="Torn").status_code == 302
    assert Sheet.objects.get(kind="replacement").replaces == of(103)


@pytest.mark.postgresql
@pytest.mark.parametrize(
    ("do", "more", "status"),
    [
        ("attach", {"who": "999"}, 404),
        ("attach", {"who": ""}, 404),
        ("replace", {"spare": "K7M4RXF", "why": "Torn"}, 404),
        ("replace", {"spare": "zzz", "why": "Torn"}, 404),
        ("replace", {}, 400),
        ("spoilt", {"why": ""}, 400),
        ("burn", {}, 400),
        ("lost", {"why": "x" * 501}, 400),
    ],
)
def test_a_step_that_cannot_be_taken_is_refused_on_the_page(do, more, status, hers, printed):
    before = Sheet.objects.values_list().order_by("pk")
    kept = list(before)
    answer = step(hers, of(101) if do != "attach" else printed[3], do, **more)
    assert answer.status_code == status
    assert "message-error" in answer.content.decode() or status == 400
    assert list(before.all()) == kept


def test_after_undo_at_the_desk_the_desk_comes_back(hers, pages, printed, volunteer):
    sheets.return_(by=volunteer, sheet=of(101))
    assert step(hers, of(101), "not_returned", back="desk").url == pages["return-desk"]


def test_a_hostile_name_is_text(hers, printed, event):
    Entrant.objects.get(player__number=101).player.__class__.objects.filter(number=101).update(
        first_name="<script>x</script>"
    )
    assert "<script>x" not in hers.get(reverse("sheet", args=[event.slug, of(101).code])).content.decode()
