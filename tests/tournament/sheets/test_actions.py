"""Papers go from the printer to the contestant and back, in whatever order people really work."""

import threading

import pytest
from django.db import connection

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tournament.common import limits
from tournament.common.refusals import Refused
from tournament.common.sheet_codes import read_code, shown
from tournament.keying import actions as keyings
from tournament.models import (
    AuditAbout,
    AuditEntry,
    DivisionPuzzle,
    Entrant,
    Puzzle,
    PuzzleVersion,
    Round,
    Sheet,
)
from tournament.organiser import open_work, round_steps
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds
from tournament.sheets import actions as sheets, custody, spares

pytestmark = pytest.mark.django_db
QUESTIONS = boxes(((1, 2, 3, 4), 24), ((5, 3, 6, 6), 24), ((4, 4, 4, 4), 24))


@pytest.fixture
def open_round(add_round) -> Round:
    return add_round("twenty_four", QUESTIONS, status="open")


@pytest.fixture
@made_once
def printed(organiser, add_player, open_round) -> list[Sheet]:
    """Sheets of 101, 102 (grade 3) and 103 (grade 4), printed, with two spare ones."""
    for grade in (3, 3, 4):
        add_player(grade=grade)
    return sheets.print_(by=organiser, round_=open_round, spares=2)


def of(number: int) -> Sheet:
    return Sheet.objects.get(entrant__player__number=number, number=1)


def verbs(sheet: Sheet) -> list[str]:
    """The history that the sheet finds of itself."""
    numbers = AuditAbout.objects.filter(kind="sheet", kind_id=sheet.pk).values("number")
    return list(AuditEntry.objects.filter(number__in=numbers).values_list("verb", flat=True))


# Printing


def test_everybody_who_is_expected_gets_a_sheet_with_a_code_of_its_own(printed, open_round):
    assert [each.entrant and each.entrant.label for each in printed] == ["101", "102", "103", None, None]
    assert [each.kind for each in printed] == ["main"] * 3 + ["spare"] * 2
    assert len({read_code(each.code) for each in printed}) == 5
    assert all(each.printed_at for each in printed)


def test_printing_again_makes_no_other_sheets_and_keeps_the_codes(printed, organiser, open_round):
    codes = list(Sheet.objects.order_by("pk").values_list("code", flat=True))
    assert sheets.print_(by=organiser, round_=open_round, spares=2) == []
    assert list(Sheet.objects.order_by("pk").values_list("code", flat=True)) == codes


def test_who_comes_late_is_printed_alone(printed, organiser, open_round, add_player):
    late = add_player(grade=5)
    assert [each.entrant for each in sheets.print_(by=organiser, round_=open_round)] == [late]


def test_a_grade_is_printed_alone(organiser, add_player, open_round):
    third, fourth = add_player(grade=3), add_player(grade=4)
    division = third.division
    assert [each.entrant for each in sheets.print_(by=organiser, round_=open_round, division=division)] == [third]
    assert [each.entrant for each in sheets.print_(by=organiser, round_=open_round)] == [fourth]


def test_who_is_absent_gets_none(organiser, add_player, open_round):
    roster.set_status(by=organiser, entrant=add_player(), status="absent")
    assert sheets.print_(by=organiser, round_=open_round) == []


def test_spare_sheets_are_made_up_to_as_many_as_should_lie_ready(printed, organiser, open_round, volunteer):
    spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant)
    assert len(sheets.print_(by=organiser, round_=open_round, spares=2)) == 1
    assert custody.free_spares(open_round).count() == 2


def test_a_sheet_that_is_typed_already_is_not_printed(organiser, entrant, round_24, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    assert sheets.print_(by=organiser, round_=round_24) == []


def test_teams_have_sheets_in_a_round_of_teams(organiser, event, add_player, add_round):
    add_player(team="Otters")
    team_round = rounds.add(by=organiser, event=event, format_slug="dmas")
    puzzle = Puzzle.objects.create(round=team_round)
    puzzle.active = PuzzleVersion.objects.create(puzzle=puzzle, number=1, boxes=[box.export() for box in QUESTIONS])
    puzzle.save()
    for division in event.divisions.all():
        DivisionPuzzle.objects.create(round=team_round, division=division, puzzle=puzzle)
    assert [each.entrant.label for each in sheets.print_(by=organiser, round_=team_round)] == ["Otters"]


def test_printing_is_one_entry_that_every_sheet_finds(printed, organiser):
    entry = AuditEntry.objects.get(verb="sheet.printed")
    assert entry.after["codes"] == [each.code for each in printed]
    assert (entry.after["sheets"], entry.after["spares"]) == (5, 2)
    assert {tuple(verbs(each)) for each in printed} == {("sheet.printed",)}


@pytest.mark.parametrize("spares_asked", [-1, 201])
def test_a_wrong_number_of_spare_sheets_is_refused(spares_asked, organiser, open_round):
    with pytest.raises(Refused) as refused:
        sheets.print_(by=organiser, round_=open_round, spares=spares_asked)
    assert refused.value.fields.keys() == {"spares"}


def test_a_final_round_prints_nothing(organiser, round_24):
    round_steps.move(by=organiser, round_=round_24, status="final", anyway=True)
    with pytest.raises(Refused) as refused:
        sheets.print_(by=organiser, round_=round_24)
    assert refused.value.code == "final"


# Issuing and returning


def test_a_whole_round_is_issued_at_once_with_one_entry(printed, volunteer, open_round):
    sheets.issue(by=volunteer, sheet=of(101))
    out = sheets.issue_all(by=volunteer, round_=open_round)
    assert [each.entrant.label for each in out] == ["102", "103"]
    assert sheets.issue_all(by=volunteer, round_=open_round) == []
    assert AuditEntry.objects.filter(verb="sheet.issued").count() == 2
    assert verbs(of(103)) == ["sheet.printed", "sheet.issued"]


def test_a_grade_is_issued_alone(printed, volunteer, open_round):
    third = of(101).entrant.division
    assert len(sheets.issue_all(by=volunteer, round_=open_round, division=third)) == 2


def test_a_sheet_comes_back_once_however_often_it_is_scanned(printed, volunteer, other_volunteer):
    sheets.issue(by=volunteer, sheet=of(101))
    first = sheets.return_(by=volunteer, sheet=of(101))
    again = sheets.return_(by=other_volunteer, sheet=of(101))
    assert (first.changed, again.changed) == (True, False)
    assert again.sheet.returned_at == first.sheet.returned_at
    assert AuditEntry.objects.filter(verb="sheet.returned").count() == 1


def test_a_sheet_that_nobody_marked_as_issued_must_have_been(printed, volunteer):
    sheet = sheets.return_(by=volunteer, sheet=of(101)).sheet
    assert sheet.issued_at == sheet.returned_at


def test_a_lost_sheet_is_found_when_it_comes_back(printed, volunteer):
    sheets.lost(by=volunteer, sheet=of(101), why="Not in the pile")
    with pytest.raises(Refused):
        sheets.issue(by=volunteer, sheet=of(101))
    sheet = sheets.return_(by=volunteer, sheet=of(101)).sheet
    assert sheet.lost_at is None
    assert sheet.returned_at


def test_lost_and_found_leave_a_sheet_where_it_was(printed, volunteer):
    returned = sheets.return_(by=volunteer, sheet=of(101)).sheet
    assert sheets.lost(by=volunteer, sheet=returned).changed
    assert not sheets.lost(by=volunteer, sheet=returned).changed
    found = sheets.not_lost(by=volunteer, sheet=returned)
    assert (found.changed, found.sheet.lost_at, found.sheet.returned_at) == (True, None, returned.returned_at)
    assert not sheets.not_lost(by=volunteer, sheet=returned).changed


def test_a_mistyped_number_is_taken_back(printed, volunteer):
    sheets.return_(by=volunteer, sheet=of(101))
    assert sheets.not_returned(by=volunteer, sheet=of(101)).sheet.returned_at is None
    assert not sheets.not_returned(by=volunteer, sheet=of(101)).changed


def test_a_sheet_that_is_being_typed_lies_on_the_desk(organiser, volunteer, entrant, round_24):
    sheets.print_(by=organiser, round_=round_24)
    sheets.return_(by=volunteer, sheet=of(101))
    keyings.open_sheet(by=volunteer, round_=round_24, entrant=entrant)
    with pytest.raises(Refused) as refused:
        sheets.not_returned(by=volunteer, sheet=of(101))
    assert refused.value.code == "being_keyed"


def test_a_number_returns_the_only_sheet_that_is_out(printed, volunteer, open_round):
    assert sheets.return_for(by=volunteer, round_=open_round, entrant=of(101).entrant).sheet == of(101)
    assert not sheets.return_for(by=volunteer, round_=open_round, entrant=of(101).entrant).changed


def test_a_number_with_two_sheets_out_asks_for_the_code(printed, volunteer, open_round):
    second = spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant).sheet
    with pytest.raises(Refused) as refused:
        sheets.return_for(by=volunteer, round_=open_round, entrant=of(101).entrant)
    assert refused.value.code == "several"
    assert shown(second.code) in refused.value.sentence
    sheets.return_(by=volunteer, sheet=second)
    assert sheets.return_for(by=volunteer, round_=open_round, entrant=of(101).entrant).sheet == of(101)


def test_who_wrote_on_paper_of_her_own_gets_a_sheet_by_returning_it(volunteer, entrant, open_round):
    sheet = sheets.return_for(by=volunteer, round_=open_round, entrant=entrant).sheet
    assert (sheet.entrant, sheet.number, sheet.kind) == (entrant, 1, "main")
    assert sheet.returned_at


def test_a_team_has_no_sheet_in_a_round_of_players(volunteer, add_player, open_round):
    add_player(team="Otters")
    with pytest.raises(Refused) as refused:
        sheets.return_for(by=volunteer, round_=open_round, entrant=Entrant.objects.get(team__name="Otters"))
    assert refused.value.code == "not_in_round"


def test_a_spare_that_is_nobodys_cannot_come_back(printed, volunteer):
    with pytest.raises(Refused) as refused:
        sheets.return_(by=volunteer, sheet=printed[3])
    assert refused.value.code == "nobodys"


# Spoilt, spare, replaced


def test_a_spoilt_sheet_needs_a_reason_and_counts_again_when_that_was_wrong(printed, volunteer):
    with pytest.raises(Refused):
        sheets.spoilt(by=volunteer, sheet=of(101), why=" ")
    assert sheets.spoilt(by=volunteer, sheet=of(101), why="Juice").sheet.spoilt_at
    assert not sheets.spoilt(by=volunteer, sheet=of(101), why="Juice").changed
    assert sheets.not_spoilt(by=volunteer, sheet=of(101)).sheet.spoilt_at is None


def test_a_typed_sheet_is_neither_spoilt_nor_replaced(volunteer, entrant, round_24, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    for act in (sheets.spoilt, spares.replace):
        with pytest.raises(Refused) as refused:
            act(by=volunteer, sheet=of(101), why="Juice")
        assert refused.value.code == "keyed"


def test_a_spare_sheet_goes_on_from_the_sheets_she_has(printed, volunteer):
    step = spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant)
    assert (step.sheet.entrant, step.sheet.number, step.sheet.kind) == (of(101).entrant, 2, "spare")
    assert not spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant).changed
    assert verbs(printed[3]) == ["sheet.printed", "sheet.attached"]


def test_an_entrant_has_so_many_sheets_of_a_round(printed, volunteer, monkeypatch):
    monkeypatch.setattr(limits, "SHEETS_ENTRANT", 1)
    with pytest.raises(Refused, match="at most 1 sheets in a round") as refused:
        spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant)
    assert refused.value.code == "too_many_sheets"


def test_a_spare_sheet_is_moved_only_when_that_is_meant(printed, volunteer):
    spares.attach(by=volunteer, sheet=printed[3], entrant=of(101).entrant)
    with pytest.raises(Refused) as refused:
        spares.attach(by=volunteer, sheet=printed[3], entrant=of(102).entrant)
    assert refused.value.code == "belongs"
    moved = spares.attach(by=volunteer, sheet=printed[3], entrant=of(102).entrant, moving=True).sheet
    assert (moved.entrant, moved.number) == (of(102).entrant, 2)


def test_a_sheet_printed_for_somebody_is_no_spare(printed, volunteer):
    with pytest.raises(Refused) as refused:
        spares.attach(by=volunteer, sheet=of(101), entrant=of(102).entrant, moving=True)
    assert refused.value.code == "no_spare"


def test_a_replacement_counts_instead_of_the_sheet_it_replaces(printed, volunteer):
    step = spares.replace(by=volunteer, sheet=of(101), replacement=printed[3], why="Torn")
    assert (step.sheet.kind, step.sheet.replaces, step.sheet.number) == ("replacement", of(101), 2)
    assert of(101).spoilt_at
    assert verbs(of(101)) == verbs(step.sheet) == ["sheet.printed", "sheet.replaced"]
    assert not spares.replace(by=volunteer, sheet=of(101), replacement=printed[3], why="Torn").changed
    with pytest.raises(Refused):
        spares.replace(by=volunteer, sheet=of(101), replacement=printed[4], why="Torn")
    with pytest.raises(Refused):
        sheets.not_spoilt(by=volunteer, sheet=of(101))


def test_without_a_spare_at_hand_a_replacement_is_made_to_be_printed(printed, organiser, open_round):
    made = spares.replace(by=organiser, sheet=of(101), why="Lost").sheet
    assert (made.entrant.label, made.printed_at) == ("101", None)
    assert sheets.print_(by=organiser, round_=open_round, spares=2) == [made]


@pytest.mark.parametrize("which", [0, 3])
def test_only_a_spare_that_lies_ready_replaces(which, printed, volunteer):
    spares.attach(by=volunteer, sheet=printed[3], entrant=of(102).entrant)
    with pytest.raises(Refused) as refused:
        spares.replace(by=volunteer, sheet=of(103), replacement=printed[which], why="Torn")
    assert refused.value.code == "no_spare"


# What a round makes of its papers


def test_a_round_is_not_final_while_a_second_sheet_is_not_typed(organiser, volunteer, entrant, round_24, hand_in):
    hand_in(round_24, entrant, [(0, "1*2*3*4")])
    (spare,) = sheets.print_(by=organiser, round_=round_24, spares=1)
    assert open_work.unfinished(round_24) == ["1 sheet waits for its verdicts."]
    spares.attach(by=volunteer, sheet=spare, entrant=entrant)
    assert open_work.unfinished(round_24)[0] == "1 second sheet has not been typed."
    sheets.lost(by=volunteer, sheet=spare)
    assert open_work.unfinished(round_24) == ["1 sheet waits for its verdicts."]


def test_the_only_sheet_of_a_walk_in_is_no_second_one(organiser, volunteer, entrant, round_24):
    spare = sheets.print_(by=organiser, round_=round_24, spares=1)[-1]
    round_24.sheets.exclude(pk=spare.pk).delete()
    spares.attach(by=volunteer, sheet=spare, entrant=entrant)
    assert open_work.unfinished(round_24) == ["1 sheet of somebody who is present is not typed."]


def test_a_round_with_printed_sheets_goes_back_to_planned_and_is_not_removed(organiser, event, printed):
    opened = printed[0].round
    planned = round_steps.move(by=organiser, round_=opened, status="planned", why="The bus is late")
    assert planned.status == "planned"
    bare = rounds.add(by=organiser, event=event, format_slug="twenty_four")
    Sheet.objects.create(round=bare, kind="spare")
    with pytest.raises(Refused) as refused:
        rounds.remove(by=organiser, round_=bare)
    assert refused.value.code == "has_sheets"


# Two desks at once


@pytest.mark.django_db(transaction=True)
def test_two_desks_that_return_one_sheet_at_once_return_it_once(printed, volunteer):
    steps, sheet = at_once(8, lambda: sheets.return_(by=volunteer, sheet=of(101))), of(101)
    assert sorted(step.changed for step in steps) == [False] * 7 + [True]
    assert {step.sheet.returned_at for step in steps} == {sheet.returned_at}
    assert AuditEntry.objects.filter(verb="sheet.returned").count() == 1


@pytest.mark.django_db(transaction=True)
def test_printing_in_two_places_at_once_prints_everybody_once(organiser, add_player, open_round):
    for _each in range(5):
        add_player()
    done = at_once(4, lambda: sheets.print_(by=organiser, round_=open_round, spares=3))
    assert sorted(len(each) for each in done) == [0, 0, 0, 8]
    assert Sheet.objects.count() == 8


@pytest.mark.django_db(transaction=True)
def test_spare_sheets_given_to_one_player_at_once_have_different_numbers(printed, volunteer):
    ready = iter(printed[3:])
    steps = at_once(2, lambda: spares.attach(by=volunteer, sheet=next(ready), entrant=Sheet.objects.first().entrant))
    assert sorted(step.sheet.number for step in steps) == [2, 3]


def at_once(count: int, act) -> list:
    """What `act` returns in each of so many threads that begin together."""
    gate, found, failed = threading.Barrier(count), [], []

    def run():
        try:
            gate.wait()
            found.append(act())
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _each in range(count)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert failed == []
    return found
