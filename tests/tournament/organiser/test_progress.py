"""Progress is counted by who is expected: nobody else's sheet hides one that is missing, and all pages agree on it."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.tournament.making import boxes
from tests.tournament.set_up import made_once
from tests.tournament.tied import Hall, open_up
from tournament.keying.queries import piles, sheets_of
from tournament.models import Entrant, Job, Round, Sheet
from tournament.organiser import board, open_work
from tournament.organiser.checklist import steps
from tournament.organiser.progress import of_round, progress
from tournament.results.open_items import work_left
from tournament.results.rounds import grades_in
from tournament.roster import actions as roster
from tournament.rounds import actions as rounds, expected_sheets
from tournament.rulings import actions as rulings, queue
from tournament.same_method_rulings.near_duplicates import holding_up
from tournament.sheets import actions as sheets, custody, spares
from tournament.ties import actions as ties
from tournament.ties.queries import not_marked_yet

pytestmark = pytest.mark.django_db
HITS = "(1+2+3)*4"
THREE = boxes(((1, 2, 3, 4), 24), ((1, 1, 4, 6), 24), ((2, 2, 4, 6), 24))


@pytest.fixture
def away(organiser):
    def send(entrant: Entrant, status: str = "withdrawn") -> None:
        roster.set_status(by=organiser, entrant=entrant, status=status, why="Went home.")

    return send


@pytest.fixture
def replaced(organiser):
    """replaced(101, 150): 150 plays on in the place of 101."""

    def replace(entrant: Entrant, number: int) -> Entrant:
        facts = roster.PlayerFacts(number, "Bo", "Holm", 3, "Red Foxes")
        player = roster.substitute(by=organiser, player=entrant.player, facts=facts, why="Ill.")
        entrant.refresh_from_db()
        return player.entrant

    return replace


def counts(round_: Round, user) -> list[tuple[int, int]]:
    """(typed, there should be) as the organiser, the list of piles and the round's own list say it."""
    found = of_round(round_)
    (pile,) = [each for each in piles(round_.event) if each.round == round_]
    own = sheets_of(round_, user).pile
    return [(each.typed, each.expected) for each in (found, pile, own)]


def who(round_: Round) -> list[int]:
    return sorted(expected_sheets.expected(round_).values_list("player__number", flat=True))


@pytest.mark.parametrize("status", ["withdrawn", "absent", "disqualified"])
def test_the_sheet_of_somebody_who_left_hides_nobodys_that_is_missing(
    event, round_24, add_player, hand_in, work_through, away, volunteer, status
):
    here, missing, gone = add_player(101), add_player(102), add_player(103)
    for each in (here, gone):
        hand_in(round_24, each, [(0, HITS)])
    away(gone, status)
    work_through()
    assert counts(round_24, volunteer) == [(2, 3)] * 3
    assert of_round(round_24).to_do == "1 sheet to type."
    assert open_work.unfinished(round_24) == ["1 sheet of somebody who is present is not typed."]
    assert who(round_24) == [101, 102]
    hand_in(round_24, missing, [(0, HITS)])
    work_through()
    assert counts(round_24, volunteer) == [(3, 3)] * 3
    assert of_round(round_24).to_do == "Everything is typed and settled: make it final."
    assert open_work.unfinished(round_24) == []


def test_a_second_sheet_hides_no_first_one_and_is_waited_for(
    event, organiser, volunteer, round_24, add_player, hand_in, work_through
):
    one, _other = add_player(101), add_player(102)
    sheets.print_(by=organiser, round_=round_24, spares=1)
    spare = spares.attach(by=organiser, sheet=Sheet.objects.get(kind="spare"), entrant=one).sheet
    hand_in(round_24, one, [(0, HITS)])
    work_through()
    assert counts(round_24, volunteer) == [(1, 3)] * 3
    sheets.lost(by=organiser, sheet=spare)
    assert counts(round_24, volunteer) == [(1, 2)] * 3


def test_sheets_that_wait_for_another_reading_are_named_beside_those_to_type(round_24):
    reached = (*(0 for _stage in range(custody.KEYED)), 3, 0)
    left = replace(of_round(round_24), expected=5, typed=1, sheets=custody.SheetCounts(reached)).to_do
    assert left == "2 sheets to type. 2 sheets wait for another reading."


def test_sheets_that_came_back_without_being_printed_are_not_counted_as_printed(event, round_24, add_player, hand_in):
    hand_in(round_24, add_player(101), [(0, HITS)])
    whole = custody.round_sheets(round_24).whole
    assert [stage.done for stage in whole.stages] == [0, 1, 1, 1, 1]
    [printed] = [each for each in steps(event, progress(event)) if each.title == "Sheets printed"]
    assert printed.detail == "0 of 1 sheets. Optional."
    assert (of_round(round_24).sheets.out, of_round(round_24).to_print) == (0, 0)


def test_who_has_nothing_but_a_spoilt_sheet_is_waited_for(organiser, round_24, add_player, hand_in, work_through):
    one, other = add_player(101), add_player(102)
    sheets.print_(by=organiser, round_=round_24)
    hand_in(round_24, one, [(0, HITS)])
    work_through()
    sheets.spoilt(by=organiser, sheet=Sheet.objects.get(entrant=other), why="Torn.")
    assert of_round(round_24).to_do == "1 sheet to type."


def test_a_line_that_nobody_can_read_waits_for_a_judge_although_its_points_are_known(
    event, round_24, entrant, hand_in, work_through
):
    hand_in(round_24, entrant, [(0, "rubbish ??")])
    work_through()
    assert of_round(round_24).to_do == "1 line waits for a judge."
    assert not of_round(round_24).is_settled
    assert open_work.unfinished(round_24) == ["1 line waits for a judge."]


def test_every_page_counts_the_same_lines_that_wait_and_their_results_are_provisional(
    event, round_24, add_player, hand_in, work_through
):
    for number, mark, text in ((101, "written", "rubbish ??"), (102, "written", "((1"), (103, "illegible", "~~")):
        hand_in(round_24, add_player(number), [(0, text, mark), (0, HITS)])
    work_through()
    assert of_round(round_24).to_do == "3 lines wait for a judge."
    assert open_work.unfinished(round_24) == ["3 lines wait for a judge."]
    assert sum(len(group.lines) for group in queue.open_groups(event)) == 3
    assert queue.provisional(event).count() == 3
    assert work_left(event) == ["3 sheets have lines without a ruling; they count as they are."]


def test_nothing_is_settled_before_the_engine_has_looked(round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, HITS)])
    assert Job.objects.get().state == "waiting"
    assert of_round(round_24).to_do == "1 sheet waits for its verdicts."
    work_through()
    assert of_round(round_24).to_do == "Everything is typed and settled: make it final."


def test_a_ruling_that_waits_for_signatures_is_named(event, judge_user, round_24, entrant, hand_in, work_through):
    event.judges_per_ruling = 2
    event.save()
    (line,) = hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    rulings.give(by=judge_user, submission=line, counts_as="nothing", reason="Copied.")
    assert len(queue.waiting(event)) == 1
    assert of_round(round_24).to_do == "1 ruling waits for signatures."


# substitutes (NT-ST-10)


def test_a_substitute_is_expected_where_nobody_played_in_her_place(
    event, add_player, add_round, round_24, hand_in, work_through, replaced, volunteer
):
    leaving = add_player(101, team="Red Foxes")
    hand_in(round_24, leaving, [(0, HITS)])
    work_through()
    fresh = replaced(leaving, 150)
    second = add_round("twenty_four", THREE)
    assert (who(round_24), who(second)) == ([101], [150])
    assert counts(round_24, volunteer) == [(1, 1)] * 3
    assert counts(second, volunteer) == [(0, 1)] * 3
    assert [said.partition(":")[0] for said in not_marked_yet(event)] == [second.name]
    assert open_work.unfinished(round_24) == []
    assert not custody.without_sheet(round_24).exists()
    assert board.board(round_24).headline == "All 1 sheets are checked."
    assert [each.missing for each in grades_in(event, round_24)] == [0, 0, 0]
    assert [each.missing for each in grades_in(event, second)] == [1, 0, 0]
    hand_in(second, fresh, [(0, HITS)])
    work_through()
    assert list(not_marked_yet(event)) == []
    assert [each.to_do for each in progress(event).rounds] == ["Everything is typed and settled: make it final."] * 2


def test_a_sheet_that_is_back_and_not_typed_is_that_of_who_wrote_it(
    organiser, volunteer, add_player, round_24, replaced
):
    leaving = add_player(101)
    sheets.print_(by=organiser, round_=round_24)
    sheets.return_(by=organiser, sheet=Sheet.objects.get(entrant=leaving))
    replaced(leaving, 150)
    assert who(round_24) == [101]
    assert counts(round_24, volunteer) == [(0, 1)] * 3
    assert [todo.label for each in sheets_of(round_24, volunteer).missing for todo in each.sheets] == ["101"]


def test_before_anybody_has_played_the_last_one_who_is_present_is_expected(
    organiser, add_player, round_24, replaced, away, volunteer
):
    leaving = add_player(101)
    sheets.print_(by=organiser, round_=round_24)
    fresh = replaced(leaving, 150)
    assert who(round_24) == [150]
    third = replaced(fresh, 151)
    assert who(round_24) == [151]
    away(leaving, "present")
    assert who(round_24) == [151]
    assert counts(round_24, volunteer) == [(0, 1)] * 3
    away(third, "absent")
    assert who(round_24) == [101]


def test_a_place_that_was_taken_over_twice_is_one_place(add_player, add_round, round_24, hand_in, replaced, volunteer):
    leaving = add_player(101)
    hand_in(round_24, leaving, [(0, HITS)])
    third = replaced(replaced(leaving, 150), 151)
    assert who(round_24) == [101]
    with pytest.raises(rounds.Refused) as refused:
        hand_in(round_24, third, [(0, HITS)])
    assert refused.value.code == "other_one_played"


def test_who_is_disqualified_after_a_substitute_came_is_not_expected(add_player, round_24, hand_in, replaced, away):
    leaving = add_player(101)
    hand_in(round_24, leaving, [(0, HITS)])
    replaced(leaving, 150)
    away(leaving, "disqualified")
    assert who(round_24) == []


def test_a_sheet_printed_for_a_substitute_who_is_not_to_play_is_not_missing(
    organiser, add_player, round_24, hand_in, replaced
):
    leaving = add_player(101)
    sheets.print_(by=organiser, round_=round_24)
    replaced(leaving, 150)
    sheets.print_(by=organiser, round_=round_24)
    hand_in(round_24, leaving, [(0, HITS)])
    assert [each.entrant for each in custody.in_use(round_24)] == [leaving]


# tiebreakers that wait for a judge


@pytest.fixture
@made_once
def waits(event, organiser, hand_in, work_through, round_24, add_player) -> Round:
    """A tiebreaker in which two methods may count once or twice."""
    hall = Hall(event, organiser, hand_in, work_through)
    for number in (101, 102):
        hand_in(round_24, add_player(number), [(0, HITS)])
    work_through()
    game = ties.start_game(by=organiser, tie=hall.draw(), numbers=(5, 1, 9, 3), target=24)
    open_up(organiser, game.round)
    hand_in(game.round, game.first, [(0, "(5-1)*(9-3)"), (0, "(1-5)*(3-9)")])
    hand_in(game.round, game.second, [(0, "(5-1)*(9-3)")])
    work_through()
    return Round.objects.select_related("event").get(pk=game.round_id)


def test_a_tiebreaker_that_waits_for_near_duplicates_is_held_up(waits):
    (near,) = holding_up(waits.event)[waits.pk]
    assert near.sheets == 1
    said = "A judge must decide whether 1 pair of methods counts once or twice."
    assert of_round(waits).to_do == said
    assert open_work.unfinished(waits) == [said]
    assert board.board(waits).left["pairs"] == 1


def test_the_judges_queue_leads_to_the_pair_that_is_waited_for(client, waits, judge_user, work_through):
    client.force_login(judge_user)
    page = client.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "Nothing waits for you" not in page
    (near,) = holding_up(waits.event)[waits.pk]
    pair = reverse("pair", args=["spring", near.first.pk, near.second.pk])
    assert pair in page
    assert "A tiebreaker waits for 1 pair of methods." in page
    client.post(pair, {"says": "same", "reason": "Signs turned."})
    work_through()
    after = client.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "Nothing waits for you" in after
    assert holding_up(waits.event) == {}
    assert of_round(waits).to_do == "Everything is typed and settled: make it final."


def test_a_pair_that_a_colleague_ruled_on_waits_for_the_signature_alone(client, event, waits, judge_user):
    event.judges_per_ruling = 2
    event.save()
    client.force_login(judge_user)
    (near,) = holding_up(event)[waits.pk]
    pair = reverse("pair", args=["spring", near.first.pk, near.second.pk])
    client.post(pair, {"says": "same", "reason": "Signs turned."})
    page = client.get(reverse("judge-queue", args=["spring"])).content.decode()
    assert "A tiebreaker waits for" not in page
    assert "Count once or twice: waits for your colleagues" in page
    assert of_round(waits).to_do == "A judge must decide whether 1 pair of methods counts once or twice."


def test_the_page_of_a_tiebreaker_asks_for_no_question_in_other_grades(client, organiser, waits):
    client.force_login(organiser)
    page = client.get(reverse("round", args=[waits.event.slug, waits.position])).content.decode()
    assert waits.event.divisions.count() > 1
    assert "No puzzle yet." not in page
