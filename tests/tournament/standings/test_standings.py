"""From results to places, for players and for teams."""

import json

import pytest
from django.utils import timezone

from tests.tournament.crowd import crowd
from tests.tournament.exports.counting import recount
from tests.tournament.making import boxes
from tournament.exports import public
from tournament.models import Division, Entrant, Penalty, Result, Team
from tournament.organiser import round_steps
from tournament.results.rounds import grades_in
from tournament.roster import actions as roster
from tournament.standings.standings import members_table, players_table, team_entry, teams_table

pytestmark = pytest.mark.django_db

HITS, HITS_OTHERWISE, MISSES = "(1+2+3)*4", "1*2*3*4", "1+2+3+4"
IN_TWO_WAYS = "4 + 3 mod 2 + 1"


def grade(event, number: int = 3) -> Division:
    return event.divisions.get(grade=number)


def places(table) -> list[tuple]:
    return [(entry.ranked.place, entry.ranked.shared, entry.who.number, entry.total) for entry in table.entries]


def test_more_points_stand_higher_and_equal_totals_share_a_place(event, round_24, add_player, hand_in, work_through):
    one, two, three = add_player(7), add_player(5), add_player(6)
    hand_in(round_24, one, [(0, HITS)])
    hand_in(round_24, two, [(0, HITS), (0, HITS_OTHERWISE)])
    hand_in(round_24, three, [(0, HITS_OTHERWISE)])
    work_through()
    assert places(players_table(event, grade(event))) == [(1, 1, 5, 20), (2, 2, 6, 10), (2, 2, 7, 10)]


def test_points_stand_round_by_round_and_a_missing_sheet_is_a_gap(event, add_round, add_player, hand_in, work_through):
    first = add_round("twenty_four", boxes(*[((1, 2, 3, 4 + at), 24) for at in range(3)]), preset="")
    second = add_round("twenty_four", boxes(*[((1, 2, 3, 4 + at), 24) for at in range(3)]))
    player = add_player()
    hand_in(first, player, [(0, MISSES)])
    work_through()
    table = players_table(event, grade(event))
    assert table.rounds == (first, second)
    assert [cell.points for cell in table.entries[0].cells] == [0, None]
    assert table.has_gaps
    assert not table.has_shared_places


def test_who_has_no_row_leaves_no_gap(event, organiser, round_24, add_player, hand_in, work_through):
    hand_in(round_24, add_player(), [(0, HITS)])
    roster.set_status(by=organiser, entrant=add_player(), status="absent")
    work_through()
    table = players_table(event, grade(event))
    assert (len(table.entries), len(table.unranked), table.has_gaps) == (1, 1, False)


def test_a_sheet_the_worker_has_not_judged_makes_its_player_provisional(
    event, round_24, add_player, hand_in, work_through
):
    waits, done = add_player(1), add_player(2)
    hand_in(round_24, done, [(0, MISSES)])
    work_through()
    hand_in(round_24, waits, [(0, HITS)])
    entries = {entry.who.number: entry for entry in players_table(event, grade(event)).entries}
    assert (entries[1].total, entries[1].provisional) == (0, True)
    assert not entries[2].provisional
    work_through()
    assert not players_table(event, grade(event)).provisional


def test_a_line_that_waits_for_a_judge_makes_its_player_provisional(event, round_24, entrant, hand_in, work_through):
    hand_in(round_24, entrant, [(0, IN_TWO_WAYS)])
    work_through()
    entry = players_table(event, grade(event)).of(entrant.player)
    assert entry.provisional
    assert [cell.provisional for cell in entry.cells] == [True]


def test_a_round_taken_back_to_its_players_brings_nothing_until_they_have_stopped(
    event, organiser, round_24, entrant, hand_in, work_through
):
    hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    round_steps.move(by=organiser, round_=round_24, status="open", why="Twenty seconds were missing.")
    table = players_table(event, grade(event))
    assert table.rounds == ()
    assert table.entries[0].total == 0
    round_24.refresh_from_db()
    assert grades_in(event, round_24) == []


@pytest.mark.parametrize("status", ["absent", "withdrawn", "disqualified"])
def test_who_is_not_present_has_no_place_and_takes_none(
    event, organiser, round_24, add_player, hand_in, work_through, status
):
    gone, stays = add_player(1), add_player(2)
    hand_in(round_24, gone, [(0, HITS)])
    hand_in(round_24, stays, [(0, MISSES)])
    work_through()
    roster.set_status(by=organiser, entrant=gone, status=status, why="Said at the desk.")
    table = players_table(event, grade(event))
    assert places(table) == [(1, 1, 2, 0)]
    assert [entry.who.number for entry in table.unranked] == [1]


def test_names_are_as_the_event_makes_them_public(event, add_player):
    player = add_player(31, first_name="Ada", last_name="Lund").player
    assert players_table(event, grade(event)).of(player).name == "Ada L."
    event.public_names = event.Names.NUMBER
    assert players_table(event, grade(event)).of(player).name == "No. 31"


def test_a_team_has_its_members_points_and_plays_in_the_highest_of_their_grades(
    event, round_24, add_player, hand_in, work_through
):
    for entrant in (add_player(1, 3, "Owls"), add_player(2, 5, "Owls"), add_player(3, 3, "Larks")):
        hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    fifth, third = teams_table(event, grade(event, 5)), teams_table(event, grade(event, 3))
    assert [(entry.name, entry.total) for entry in fifth.entries] == [("Owls", 20)]
    assert [(entry.name, entry.total) for entry in third.entries] == [("Larks", 10)]


def test_a_disqualified_member_brings_the_team_nothing_and_a_withdrawn_one_what_she_has(
    event, organiser, round_24, add_player, hand_in, work_through
):
    out, left = add_player(1, 3, "Owls"), add_player(2, 3, "Owls")
    for entrant in (out, left):
        hand_in(round_24, entrant, [(0, HITS)])
    work_through()
    roster.set_status(by=organiser, entrant=out, status="disqualified", why="Used a calculator.")
    roster.set_status(by=organiser, entrant=left, status="withdrawn", why="Went home ill.")
    team = Team.objects.get(name="Owls")
    division, entry = team_entry(event, team)
    assert (division.grade, entry.total) == (3, 10)
    assert {each.who.number: each.counts for each in members_table(event, team).everyone} == {
        1: False,
        2: True,
    }


def test_a_team_of_which_nobody_is_present_has_no_place_and_no_award(
    event, organiser, round_24, add_player, hand_in, work_through
):
    """Level with the others, it would be in a tie for the first place."""
    for number, (team, status) in enumerate(
        (
            ("Cheaters", "disqualified"),
            ("Leavers", "withdrawn"),
            ("Nobodies", "absent"),
            ("Zeros", "present"),
            ("Owls", "present"),
        ),
        start=1,
    ):
        entrant = add_player(number, 3, team)
        hand_in(round_24, entrant, [(0, MISSES)])
        roster.set_status(by=organiser, entrant=entrant, status=status, why="Said at the desk.")
    work_through()
    table = teams_table(event, grade(event))
    assert [(each.name, each.ranked.place) for each in table.entries] == [("Owls", 1), ("Zeros", 1)]
    assert [each.name for each in table.unranked] == ["Nobodies", "Leavers", "Cheaters"]
    assert [sorted(who.row.name for who in each.winners) for each in table.awards(1)] == [["Owls", "Zeros"]]
    event.refresh_from_db()
    assert recount(public.document(event)).wrong == []
    exported = json.loads(public.document(event))
    (teams,) = (each for each in exported["standings"] if (each["grade"], each["kind"]) == (3, "teams"))
    assert [each["name"] for each in teams["not_ranked"]] == ["Nobodies", "Cheaters", "Leavers"]
    for each in exported["teams"]:
        if each["name"] == "Zeros":
            each["status"] = "absent"
    assert any("with a place" in sentence for sentence in recount(exported).wrong)


def test_a_team_is_provisional_while_a_member_who_counts_is(event, round_24, add_player, hand_in):
    hand_in(round_24, add_player(1, 3, "Owls"), [(0, HITS)])
    add_player(2, 3, "Larks")
    entries = {entry.name: entry for entry in teams_table(event, grade(event)).entries}
    assert entries["Owls"].provisional
    assert not entries["Larks"].provisional


def test_a_team_without_members_plays_in_no_grade(event):
    team = Team.objects.create(event=event, name="Nobody")
    Entrant.objects.create(event=event, team=team)
    assert team_entry(event, team) == (None, None)


def test_a_round_ranks_whose_sheets_are_marked_and_counts_the_others(
    event, round_24, add_player, hand_in, work_through
):
    hand_in(round_24, add_player(1), [(0, HITS)])
    work_through()
    hand_in(round_24, add_player(2), [(0, HITS)])
    add_player(3)
    third, fourth, fifth = grades_in(event, round_24)
    assert [entry.who.number for entry in third.table.entries] == [1]
    assert (third.missing, fourth.missing) == (2, 0)
    assert len(third.boxes) == len(fifth.boxes) == 3
    assert (third.one_set, third.one_target) == ((), 24)


@pytest.fixture
def grid(add_round):
    """A DMAS round: the numbers from 1 to 9 make 13."""
    return add_round("dmas", boxes((tuple(range(1, 10)), 13)))


def test_a_round_of_teams_shows_its_teams(event, judge_user, grid, add_player, hand_in, work_through):
    add_player(1, 4, "Owls"), add_player(2, 4, "Otters")
    owls = Entrant.objects.get(team__name="Owls")
    hand_in(grid, owls, [(0, "3*4+1"), (0, "2*6+1"), (0, "1+2")])
    work_through()
    Penalty.objects.create(
        event=event,
        entrant=owls,
        round=grid,
        points=3,
        reason="They talked.",
        given_by=judge_user,
        given_at=timezone.now(),
    )
    [fourth] = grades_in(event, grid)
    (entry,) = fourth.table.entries
    assert (entry.who, entry.name, entry.total, entry.ranked.place) == (owls.team, "Owls", 20, 1)
    assert (fourth.kind, fourth.missing, fourth.division.grade) == ("teams", 1, 4)


@pytest.mark.parametrize("count", [1, 10])
def test_a_round_of_teams_takes_the_same_queries_for_one_and_for_ten(
    event, organiser, grid, add_player, count, django_assert_num_queries
):
    for at in range(count):
        add_player(at + 1, 3, f"Team {at}")
    with django_assert_num_queries(6):
        assert grades_in(event, grid)[0].missing == count


@pytest.mark.parametrize("count", [1, 10])
def test_standings_take_the_same_queries_for_one_player_and_for_ten(
    event, organiser, round_24, count, django_assert_num_queries
):
    entrants = crowd(event, [round_24], organiser, count)
    division, team = grade(event), entrants[0].player.team
    with django_assert_num_queries(8):
        assert len(players_table(event, division).entries) == count
    with django_assert_num_queries(8):
        assert teams_table(event, division).entries
    with django_assert_num_queries(7):
        members_table(event, Team.objects.select_related("entrant").get(pk=team.pk))
    with django_assert_num_queries(6):
        grades_in(event, round_24)
    assert Result.objects.count() == count
