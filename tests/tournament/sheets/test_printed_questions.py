"""A question that changes after sheets were printed: what each sheet shows, who is told, and what counts (NT-P-11)."""

import pytest

from judging.games.paper import Box
from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.common.refusals import Refused
from tournament.common.wording.sentences import sentence
from tournament.models import AuditEntry, PuzzleVersion, Result, Round, Sheet
from tournament.organiser import round_steps
from tournament.rescoring import actions as rescores, checks as proposals
from tournament.round_puzzles import actions as puzzle_actions
from tournament.round_puzzles.printed_questions import NOT_PRINTED, REPRINT, WRITTEN_OVER, PrintedQuestions
from tournament.sheets import actions as sheets, custody, spares
from tournament.sheets.printouts import to_print
from tournament.ties import actions as ties
from tournament.ties.actions import draw_tie

pytestmark = pytest.mark.django_db
FIRST = boxes(((1, 2, 3, 4), 24))
SECOND = boxes(((2, 3, 4, 4), 24))
THIRD = boxes(((1, 1, 4, 6), 24))


@pytest.fixture
def game(add_round) -> Round:
    return add_round("twenty_four", FIRST, status="open", rounds=1)


@pytest.fixture
def change(organiser, game, event):
    def ask(what: tuple[Box, ...], *grades: int, printed: str = "") -> PuzzleVersion:
        divisions = [each for each in event.divisions.all() if not grades or each.grade in grades]
        return puzzle_actions.assign(by=organiser, round_=game, divisions=divisions, boxes=what, printed=printed)

    return ask


@pytest.fixture
@made_once
def printed(organiser, add_player, game) -> list[Sheet]:
    """Sheets of 101 (grade 3) and 102 (grade 4), printed with their question, and a spare one."""
    add_player(grade=3)
    add_player(grade=4)
    return sheets.print_(by=organiser, round_=game, spares=1)


def of(number: int) -> Sheet:
    return Sheet.objects.get(entrant__player__number=number, number=1)


def spare() -> Sheet:
    return Sheet.objects.get(entrant=None)


def marks() -> dict[str, str]:
    """What each sheet shows: {number, or “spare”: v1}"""
    found = Sheet.objects.select_related("entrant__player", "printed_version").order_by("pk")
    shown = {(each.label if each.entrant else "spare"): each.printed_version for each in found}
    return {name: version.mark if version else "" for name, version in shown.items()}


def old(game: Round) -> set[str]:
    return {each.label if each.entrant else "spare" for each in PrintedQuestions(game).old()}


def test_a_sheet_knows_the_question_that_is_printed_on_it(printed, game):
    assert marks() == {"101": "v1", "102": "v1", "spare": "v1"}
    assert [(each.mark, [box.numbers for box in each.boxes]) for each in to_print(game, printed)] == [
        ("v1", [(1, 2, 3, 4)])
    ] * 3
    assert old(game) == set()


def test_sheets_without_questions_are_never_old(organiser, add_player, game, change):
    add_player()
    made = sheets.print_(by=organiser, round_=game, spares=1, questions=False)
    change(SECOND)
    assert (marks(), old(game)) == ({"101": "", "spare": ""}, set())
    assert [each.boxes for each in to_print(game, made)] == [(), ()]


def test_a_spare_sheet_has_a_question_only_if_it_is_everybodys(organiser, game, change):
    change(SECOND, 4)
    sheets.print_(by=organiser, round_=game, spares=1)
    assert marks() == {"spare": ""}


def test_spare_sheets_printed_with_one_grade_have_its_question(organiser, add_player, game, change):
    change(SECOND, 4)
    add_player(grade=3)
    four = game.event.divisions.get(grade=4)
    sheets.print_(by=organiser, round_=game, division=four, spares=1)
    (paper,) = to_print(game, [spare()])
    assert ([box.numbers for box in paper.boxes], paper.grade, paper.to_copy) == ([(2, 3, 4, 4)], "Grade 4", False)
    sheets.print_again(by=organiser, round_=game)
    assert (marks(), old(game)) == ({"spare": spare().printed_version.mark}, set())
    change(THIRD, 3, printed=REPRINT)
    assert old(game) == set()
    with pytest.raises(Refused):
        change(FIRST, 4)


def test_a_sheet_without_its_questions_has_a_blank_for_each(organiser, add_player, add_round):
    three = boxes(((1, 2, 3, 4), 24), ((2, 3, 4, 4), 24), ((1, 1, 4, 6), 24))
    game = add_round("twenty_four", three, status="open", rounds=3)
    add_player()
    for paper in to_print(game, sheets.print_(by=organiser, round_=game, spares=1, questions=False)):
        assert [str(box.label) for box in paper.boxes] == ["Question 1", "Question 2", "Question 3"]
        assert (paper.to_copy, paper.one_by_one) == (True, True)


def test_a_blank_of_a_round_with_a_box_for_each_target_asks_for_the_target(organiser, add_round):
    game = add_round("one_to_many", boxes(*(((1, 2, 3, 4), at) for at in (6, 8))), status="open", targets=2)
    (paper,) = to_print(game, sheets.print_(by=organiser, round_=game, spares=1, questions=False))
    assert [sentence(box.label).strip() for box in paper.boxes] == ["Target", "Target"]


def test_a_change_after_printing_asks_what_becomes_of_the_sheets(printed, game, change):
    with pytest.raises(Refused) as refused:
        change(SECOND, 4)
    assert refused.value.fields == {"printed": "2 printed sheets show another question. Choose what happens to them."}
    assert PuzzleVersion.objects.count() == 1


def test_sheets_to_be_printed_again_are_old_until_they_are(printed, organiser, game, change, volunteer):
    sheets.issue_all(by=volunteer, round_=game)
    change(SECOND, printed=REPRINT)
    assert (marks()["101"], old(game)) == ("v1", {"101", "102", "spare"})
    again = sheets.print_again(by=organiser, round_=game, old=True)
    assert {each.printed_at for each in again} == {of(101).printed_at}
    assert marks() == {"101": "v2", "102": "v2", "spare": "v2"}
    assert (old(game), of(101).issued_at, of(101).earlier_version.mark) == (set(), None, "v1")
    assert AuditEntry.objects.filter(verb="sheet.printed_again").count() == 1


def test_a_question_that_is_not_on_the_paper_makes_no_sheet_old(printed, game, change, organiser):
    change(SECOND, 4, printed=NOT_PRINTED)
    assert (marks(), old(game)) == ({"101": "v1", "102": "", "spare": ""}, set())
    change(SECOND, 3, printed=REPRINT)
    assert old(game) == {"101"}
    assert sheets.remove_questions(by=organiser, round_=game) == 1
    assert (marks()["101"], old(game)) == ("", set())


def test_players_write_an_announced_question_over_the_old_one(printed, game, change, volunteer):
    sheets.return_(by=volunteer, sheet=of(101))
    change(SECOND, printed=WRITTEN_OVER)
    assert marks() == {"101": "v1", "102": "v2", "spare": "v1"}
    assert (of(102).earlier_version.mark, of(102).written_over) == ("v1", True)
    assert old(game) == {"101", "spare"}
    entry = AuditEntry.objects.get(verb="sheet.written_over")
    assert (entry.after["sheets"], entry.after["codes"]) == (1, [of(102).code])


def test_what_was_written_over_is_the_earlier_question_until_another_one_is_printed(printed, organiser, game, change):
    change(SECOND, printed=WRITTEN_OVER)
    change(THIRD, printed=WRITTEN_OVER)
    assert (marks()["101"], of(101).earlier_version.mark, of(101).written_over) == ("v3", "v1", True)
    change(FIRST, printed=REPRINT)
    sheets.print_again(by=organiser, round_=game, old=True)
    assert (marks()["101"], of(101).earlier_version.mark, of(101).written_over) == ("v1", "v1", False)


def test_a_question_of_one_grade_is_written_over_in_that_grade_only(printed, game, change):
    change(SECOND, 4, printed=WRITTEN_OVER)
    assert (marks()["101"], marks()["102"]) == ("v1", "v2")
    assert old(game) == set(), "the spare sheet shows what grade 3 is asked"


def test_changed_twice_before_printing_they_are_printed_once(printed, organiser, game, change):
    change(SECOND, printed=REPRINT)
    change(THIRD, printed=REPRINT)
    sheets.print_again(by=organiser, round_=game, old=True)
    assert (set(marks().values()), of(101).earlier_version.mark) == ({"v3"}, "v1")


def test_changed_back_the_first_version_is_in_force_again_and_nothing_is_old(printed, game, change):
    first = PuzzleVersion.objects.get()
    change(SECOND, printed=REPRINT)
    assert change(FIRST) == first
    assert (old(game), PuzzleVersion.objects.count()) == (set(), 2)


def test_a_grade_never_has_two_questions_with_one_mark(printed, change):
    change(SECOND, 4, printed=REPRINT)
    assert change(THIRD, 3, 4, printed=REPRINT).number == 3


def test_what_a_returned_sheet_shows_stays(printed, organiser, game, change, volunteer):
    sheets.return_(by=volunteer, sheet=of(101))
    change(SECOND, printed=REPRINT)
    sheets.print_again(by=organiser, round_=game, old=True)
    sheets.print_again(by=organiser, round_=game)
    assert (marks()["101"], marks()["102"], old(game)) == ("v1", "v2", {"101"})


def test_a_spoilt_sheet_is_not_old_and_its_replacement_gets_the_question_in_force(
    printed, organiser, game, change, volunteer
):
    spares.replace(by=volunteer, sheet=of(101), why="Juice")
    instead = spares.replace(by=volunteer, sheet=of(102), why="Juice", replacement=spare()).sheet
    change(SECOND, printed=REPRINT)
    assert old(game) == {instead.label}
    (fresh,) = sheets.print_(by=organiser, round_=game)
    assert (fresh.label, fresh.printed_version.mark) == ("101 · 2", "v2")


def test_a_spare_sheet_is_old_where_its_player_is_asked_something_else(printed, game, change, volunteer):
    change(SECOND, 4, printed=REPRINT)
    assert old(game) == {"102"}
    attached = spares.attach(by=volunteer, sheet=spare(), entrant=of(102).entrant).sheet
    assert old(game) == {"102", attached.label}


def test_the_desk_says_which_question_the_paper_shows(printed, organiser, game, change, volunteer, add_round):
    first = PuzzleVersion.objects.get()
    change(SECOND, printed=REPRINT)
    sheets.print_again(by=organiser, round_=game, old=True)
    assert sheets.shows(by=volunteer, sheet=of(101), version=first).changed
    assert not sheets.shows(by=volunteer, sheet=of(101), version=first).changed
    assert (marks()["101"], old(game)) == ("v1", {"101"})
    other = PuzzleVersion.objects.filter(puzzle__round=add_round("twenty_four", FIRST, status="open", rounds=1)).get()
    with pytest.raises(Refused, match="this round"):
        sheets.shows(by=volunteer, sheet=of(101), version=other)
    sheets.shows(by=volunteer, sheet=of(101), version=None)
    assert old(game) == set()


def test_lines_are_judged_by_the_question_in_force_whatever_the_paper_shows(
    printed, organiser, game, change, hand_in, work_through
):
    change(SECOND, printed=REPRINT)
    for step in ("closed", "marking"):
        game = round_steps.move(by=organiser, round_=game, status=step)
    hand_in(game, of(101).entrant, [(0, "1*2*3*4")])
    hand_in(game, of(102).entrant, [(0, "(2+4)*(4*1)"), (0, "(3-2)*4*4+8"), (0, "4*(4*2-3+1)"), (0, "3*4*(4-2)")])
    work_through()
    points = dict(Result.objects.values_list("entrant__player__number", "points"))
    assert points == {101: 0, 102: 10}
    assert custody.round_sheets(game).old.count == 0, "they are typed"


def test_a_rescore_to_the_question_on_the_paper_makes_the_sheets_right(
    printed, organiser, game, change, hand_in, work_through
):
    change(SECOND, printed=REPRINT)
    for step in ("closed", "marking"):
        game = round_steps.move(by=organiser, round_=game, status=step)
    hand_in(game, of(101).entrant, [(0, "1*2*3*4")])
    work_through()
    puzzle = PuzzleVersion.objects.get(number=2).puzzle
    change_back = proposals.puzzle(by=organiser, puzzle=puzzle, boxes=FIRST)
    rescore = rescores.propose(by=organiser, event=game.event, changes=[change_back], reason="The papers were right.")
    rescores.apply(by=organiser, rescore=rescores.calculate_effect(by=organiser, rescore=rescore), note="Corrected.")
    assert Result.objects.get(entrant=of(101).entrant, generation=rescore.pk).points == 10
    assert old(game) == set()


def test_a_tiebreakers_sheets_are_told_of_too(event, organiser, add_player, round_24, hand_in, work_through):
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, "1*2*3*4")])
    work_through()
    division = event.divisions.get(grade=3)
    tie = draw_tie(by=organiser, event=event, division=division, kind="players", place=1)
    game = ties.start_game(by=organiser, tie=tie, numbers=(1, 2, 3, 4), target=24)
    sheets.print_(by=organiser, round_=game.round)
    ask = {"by": organiser, "round_": game.round, "divisions": [division], "boxes": boxes(((1, 2, 3, 5), 30))}
    with pytest.raises(Refused, match="2 printed sheets"):
        puzzle_actions.assign(**ask)
    puzzle_actions.assign(**ask, printed=REPRINT)
    assert PrintedQuestions(game.round).old().count() == 2
