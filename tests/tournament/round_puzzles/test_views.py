"""Typing a puzzle in the shape of its paper, giving it to grades, and importing a file of them."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.tournament.making import boxes
from tournament.models import DivisionPuzzle, PuzzleVersion, Sheet
from tournament.round_puzzles import solvable
from tournament.rounds import actions as rounds
from tournament.scoring.questions import versions
from tournament.sheets import actions as sheets


@pytest.fixture
def her(client, organiser, event):
    client.force_login(organiser)
    return client


@pytest.fixture
def programme(event, organiser):
    """1 Hit the Target, 2 24 Game, 3 One to Many, 4 Many to One."""
    slugs = ("hit_the_target", "twenty_four", "one_to_many", "many_to_one")
    return [rounds.add(by=organiser, event=event, format_slug=slug) for slug in slugs]


def said(response) -> str:
    return response.content.decode()


def address(position: int) -> str:
    return reverse("puzzle-set", args=["spring", position])


def many(kind: str, values: list) -> dict:
    return {f"{kind}-{number}": value for number, value in enumerate(values, start=1)}


PAPERS = {
    1: many("set", ["1 2 3 4", "5 6 7 8", "9,9,1,1"]) | many("target", ["10", "26", "40"]),
    2: many("set", ["1 2 3 4", "5 3 6 6", "4 4 4 4"]),
    3: many("set", ["1 2 3 4"]) | many("target", list(range(1, 11))),
    4: many("set", [f"1 2 3 {number}" for number in range(1, 11)]) | many("target", ["20"]),
}


@pytest.mark.parametrize("position,fields", [(1, (3, 3)), (2, (3, 0)), (3, (1, 10)), (4, (10, 1))])
def test_the_form_has_the_shape_of_the_paper(her, programme, position, fields):
    form = her.get(address(position)).context["form"]
    names = list(form.fields)
    assert (sum(n.startswith("set-") for n in names), sum(n.startswith("target-") for n in names)) == fields
    assert sum(len(row) for row in form.rows()) == sum(fields)


@pytest.mark.parametrize("position,labels", [(1, ["Question 2", "Target 2"]), (2, ["Question 2"]), (4, ["Set 1"])])
def test_the_numbers_of_a_question_are_called_as_on_the_paper(her, programme, position, labels):
    form = her.get(address(position)).context["form"]
    assert [field.label for field in form.rows()[1]] == labels


@pytest.mark.parametrize("position", PAPERS)
def test_a_puzzle_is_typed_for_several_grades_and_shown_again(her, programme, position):
    response = her.post(address(position), PAPERS[position] | {"grades": [3, 4], "anyway": "on"})
    assert response["Location"] == reverse("round-run", args=["spring", position])
    again = her.get(address(position) + "?grade=3&grade=4&copy=3").context["form"]
    assert again.initial["grades"] == [3, 4]
    assert again.initial["set-1"].split() == PAPERS[position]["set-1"].replace(",", " ").split()
    assert len(versions(programme[position - 1])) == 2


def test_grades_without_a_puzzle_are_ticked_at_first(her, programme):
    her.post(address(2), PAPERS[2] | {"grades": [3]})
    assert her.get(address(2)).context["form"].initial["grades"] == [4, 5]


def test_a_puzzle_is_copied_to_other_grades(her, programme):
    her.post(address(2), PAPERS[2] | {"grades": [3]})
    begun = her.get(address(2) + "?copy=3").context["form"]
    her.post(address(2), begun.initial)
    both = DivisionPuzzle.objects.filter(round=programme[1]).select_related("puzzle__active")
    assert len({str(entry.puzzle.active.boxes) for entry in both}) == 1
    assert len(both) == 3


@pytest.mark.postgresql
@pytest.mark.parametrize(
    "position,typed,sentence",
    [
        (2, {"set-2": ""}, "This is missing."),
        (2, {"set-2": "1 2 3"}, "Question 2 needs 4 numbers and has 3."),
        (2, {"set-2": "1 2 3 9"}, "Question 2: 9 is not from 1 to 6."),
        (2, {"set-2": "1 2 ٣ 4"}, "“٣” is not a whole number from 0 to 1,000,000."),
        (2, {"set-2": "4 3 2 1"}, "Question 2 asks the same as Question 1."),
        (2, {"set-2": "1 2 " + "3" * 99}, "At most 100 are possible."),
        (3, {"set-1": "1 2 3"}, "Needs 4 numbers and has 3."),
        (3, {"target-4": "1/2"}, "the target 1/2 is not a whole number."),
        (3, {"target-4": "four"}, "“four” is not a target"),
        (4, {"target-1": "99"}, "The target 99 is not from 1 to 30."),
        (2, {"grades": []}, "Choose at least one grade."),
        (2, {"grades": [9]}, "Select a valid choice"),
    ],
)
def test_each_problem_stands_beside_its_box(her, programme, position, typed, sentence):
    response = her.post(address(position), PAPERS[position] | {"grades": [3]} | typed)
    assert response.status_code == 400
    assert sentence in said(response)
    assert not PuzzleVersion.objects.exists()


def test_grades_come_before_puzzles(her, event, programme):
    event.divisions.all().delete()
    assert "Grades come first" in said(her.get(address(2)))
    assert her.post(address(2), PAPERS[2]).status_code == 200


def test_a_puzzle_in_use_stays_and_says_so(her, round_24, entrant, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    typed = many("set", ["1 1 4 6", "2 2 2 3", "1 1 3 4"]) | {"grades": [3]}
    response = her.post(address(1), typed)
    assert (response.status_code, "can no longer be changed here" in said(response)) == (409, True)


@pytest.fixture
def plain(organiser, programme):
    """The 24 Game with only the four operations."""
    return rounds.change(by=organiser, round_=programme[1], edition={"edition": "basic-24"})


def test_a_set_that_cannot_be_solved_is_said_and_saved_once_it_is_confirmed(her, plain):
    typed = PAPERS[2] | {"set-2": "1 1 1 1", "grades": [3, 4, 5]}
    asked = her.post(address(2), typed)
    assert asked.status_code == 400
    assert asked.context["form"].errors["set-2"] == ["Under the rules of this round 1 1 1 1 cannot make 24."]
    assert 'name="anyway"' in said(asked)
    assert not PuzzleVersion.objects.exists()
    assert her.post(address(2), typed | {"anyway": "on"}).status_code == 302
    assert her.post(address(2), typed).status_code == 302, "saved as it was, it is not asked about again"


def test_where_no_simple_method_is_found_the_page_does_not_claim_more(her, organiser, programme):
    sets = [f"1 1 1 {number}" for number in (1, 2, 3)]
    asked = her.post(address(1), many("set", sets) | many("target", ["37", "24", "4"]) | {"grades": [3]})
    assert "1 1 1 1 make 37 in no simple way." in asked.context["form"].errors["set-1"][0]


def test_a_set_that_only_functions_solve_is_said_beside_its_box(her, programme):
    typed = PAPERS[2] | {"set-2": "1 1 1 1", "grades": [3]}
    asked = her.post(address(2), typed)
    assert asked.context["form"].errors["set-2"] == ["1 1 1 1 make 24 only with functions such as !"]
    assert her.post(address(2), typed | {"anyway": "on"}).status_code == 302


def test_one_set_for_many_targets_says_it_at_the_target(her, organiser, programme):
    rounds.change(by=organiser, round_=programme[2], edition={"edition": "basic-24"})
    asked = her.post(address(3), PAPERS[3] | {"set-1": "1 1 1 1", "grades": [3]})
    assert {"target-5", "target-10"} <= asked.context["form"].errors.keys()
    assert "set-1" not in asked.context["form"].errors


def test_once_enough_is_spent_the_rest_is_undecided(programme):
    found = solvable.doubts(programme[1], boxes(((1, 2, 3, 4), 24), ((1, 1, 1, 1), 37)), 1)
    assert (found.unsolved, found.undecided) == ({}, [1])


def test_an_import_says_it_in_the_row_and_asks_too(her, plain):
    checked = send(her, FILE.replace("1 2 3 4", "1 1 1 1"))
    assert checked.context["plan"].rows[0].warnings == ["Under the rules of this round 1 1 1 1 cannot make 24."]
    where, shown = checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint}
    refused = her.post(where, shown)
    assert (refused.status_code, PuzzleVersion.objects.exists()) == (400, False)
    assert her.post(where, shown | {"anyway": "1"}).status_code == 302


@pytest.fixture
def printed(organiser, programme, entrant, her):
    """The sheet of 101 in the 24 Game, printed with its question."""
    her.post(address(2), PAPERS[2] | {"grades": [3, 4, 5]})
    return sheets.print_(by=organiser, round_=programme[1])


def test_a_change_after_printing_asks_and_leads_to_the_print(her, printed):
    page = said(her.get(address(2) + "?grade=3&grade=4&grade=5&copy=3"))
    assert "1 printed sheet shows a question of these grades." in page
    changed = PAPERS[2] | {"set-1": "1 1 4 6", "grades": [3, 4, 5]}
    refused = her.post(address(2), changed)
    assert refused.status_code == 400
    assert refused.context["form"].errors["printed"] == [
        "1 printed sheet shows another question. Choose what happens to it."
    ]
    assert her.post(address(2), changed | {"printed": "reprint"}).url == reverse("board", args=["spring", 2])
    assert her.post(address(2), PAPERS[2] | {"grades": [3, 4, 5]}).url == reverse("round-run", args=["spring", 2])


def test_an_import_asks_about_printed_sheets_too(her, printed):
    checked = send(her, FILE.replace("1 2 3 4", "1 1 4 6"))
    where, shown = checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint}
    assert "1 printed sheet shows another question" in said(checked)
    assert her.post(where, shown).status_code == 400
    assert her.post(where, shown | {"printed": "not_printed"}).status_code == 302
    assert Sheet.objects.get().printed_version is None


def test_a_double_click_makes_one_version(her, programme):
    for _click in range(2):
        assert her.post(address(2), PAPERS[2] | {"grades": [3, 4, 5]}).status_code == 302
    assert PuzzleVersion.objects.count() == 1


def send(her, content: str):
    file = SimpleUploadedFile("puzzles.csv", content.encode())
    return her.post(reverse("puzzles-import", args=["spring"]), {"file": file}, follow=True)


FILE = "round,grades,numbers\n2,all,1 2 3 4\n2,all,5 3 6 6\n2,all,4 4 4 4\n"


def test_a_file_is_looked_at_and_then_imported_once(her, programme):
    checked = send(her, FILE)
    assert "Import this puzzle" in said(checked)
    assert not PuzzleVersion.objects.exists()
    where, shown = checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint}
    assert her.post(where, shown).status_code == 302
    assert her.post(where, shown).status_code == 409
    assert PuzzleVersion.objects.count() == 1


def test_problems_stand_beside_their_rows_and_there_is_no_button(her, programme):
    checked = said(send(her, FILE + "9,all,1 2 3 4\n1,3-9,1 2 3 4\n"))
    assert "2 rows have a problem." in checked
    assert "There is no round “9” in this event." in checked
    assert "This event has no grade 6." in checked
    assert 'name="shown"' not in checked


def test_a_round_that_changed_meanwhile_is_checked_anew(her, organiser, programme):
    checked = send(her, FILE)
    rounds.change(by=organiser, round_=programme[1], settings={"values": {"number_to": 4}})
    late = her.post(checked.request["PATH_INFO"], {"shown": checked.context["plan"].fingerprint})
    assert late.status_code == 409
    assert "5 is not from 1 to 4." in said(late)


def test_a_roster_cannot_be_applied_as_puzzles(her, programme):
    her.post(reverse("roster-import", args=["spring"]), {"file": SimpleUploadedFile("roster.csv", FILE.encode())})
    kept = her.get(reverse("puzzles-import-check", args=["spring", 1]))
    assert kept.status_code == 404


def test_the_template_has_the_events_own_rounds_and_grades(her, programme):
    template = her.get(reverse("puzzles-template", args=["spring"])).content.decode("utf-8-sig")
    assert template.splitlines()[:2] == ["round,grades,numbers,target", "1,3,,"]


def test_the_boxes_of_a_puzzle_say_its_grades_in_the_language_of_the_page(her, programme):
    page = said(her.get(address(1), headers={"accept-language": "es"}))
    assert "Curso 3" in page
    assert "Grade 3" not in page
