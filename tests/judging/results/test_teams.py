"""Teams: their members' points and their own games, in the grade of the oldest."""

from __future__ import annotations

import pytest

from judging.results.standings import EntrantRow, rank
from judging.results.teams import MemberShare, shares, team_grade, team_row, team_status

ANA = EntrantRow("ana", {"hit": 10, "many": 22})
BEN = EntrantRow("ben", {"hit": 8}, pending=2)
CLEO = EntrantRow("cleo", {"hit": 30}, status="disqualified", pending=1)
DAN = EntrantRow("dan", {"hit": 5}, status="withdrawn")
EVE = EntrantRow("eve", {"hit": 7}, status="absent")


def test_a_team_is_worth_its_members_and_its_own_games():
    team = team_row(EntrantRow("owls", {"dmas": 40}), [ANA, BEN])
    assert dict(team.points) == {"hit": 18, "many": 22, "dmas": 40}
    assert (team.total, team.pending) == (80, 2)


def test_a_member_who_withdrew_still_counts_and_one_disqualified_or_absent_does_not():
    assert shares([ANA, CLEO, DAN, EVE]) == (
        MemberShare("ana", 32, True),
        MemberShare("cleo", 0, False),
        MemberShare("dan", 5, True),
        MemberShare("eve", 0, False),
    )
    assert team_row(EntrantRow("owls"), [ANA, CLEO, DAN, EVE]).total == 37
    assert team_row(EntrantRow("owls"), [ANA, CLEO]).pending == 0


def test_the_teams_total_is_its_own_games_and_its_members_shares():
    members, own = [ANA, BEN, CLEO, DAN], EntrantRow("owls", {"dmas": 40, "penalty": -50})
    assert team_row(own, members).total == own.total + sum(share.points for share in shares(members))


def test_teams_are_ranked_like_anybody():
    owls, cats = team_row(EntrantRow("owls"), [ANA]), team_row(EntrantRow("cats", {"dmas": 24}), [BEN])
    assert [each.place for each in rank([owls, cats]).ranked] == [1, 1]


@pytest.mark.parametrize(
    "own, members, expected",
    [
        ("present", ("disqualified", "absent", "present"), "present"),
        ("present", ("disqualified",), "disqualified"),
        ("present", ("absent", "absent"), "absent"),
        ("present", ("absent", "disqualified"), "disqualified"),
        ("present", ("disqualified", "withdrawn", "absent"), "withdrawn"),
        ("disqualified", ("present",), "disqualified"),
        ("absent", ("withdrawn",), "absent"),
        ("present", (), "present"),
    ],
)
def test_a_team_of_which_nobody_is_present_has_no_place(own, members, expected):
    rows = [EntrantRow(at, {"hit": 10}, status=status) for at, status in enumerate(members)]
    team = team_row(EntrantRow("owls", {"dmas": 40}, status=own), rows)
    standing = rank([team, team_row(EntrantRow("cats"), [BEN])])
    assert team.status == team_status(own, members) == expected
    assert (standing.of("owls").place is None) == (expected != "present")
    assert team.total == 40 + 10 * sum(status in ("present", "withdrawn") for status in members)


@pytest.mark.parametrize("grades, grade", [((3, 4, 3), 4), ((8,), 8), ((5, 3), 5)])
def test_a_team_plays_in_the_highest_grade_of_its_members(grades, grade):
    assert team_grade(grades) == grade


def test_a_team_without_members_has_no_grade():
    with pytest.raises(ValueError, match="no grade"):
        team_grade([])


def test_a_member_who_comes_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        team_row(EntrantRow("owls"), [ANA, ANA])
