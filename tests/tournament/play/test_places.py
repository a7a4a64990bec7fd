"""What a player reads of their place in a live game, and which names the room's screen has."""

import pytest

from tournament.common.wording.sentences import sentence
from tournament.play.rendering import own_place, with_places
from tournament.templatetags.play import hidden_from, shown_to


def seats(*points, removed=()):
    return [
        {"number": number, "name": f"P{number}", "points": each, "is_removed": number in removed}
        for number, each in enumerate(points, start=1)
    ]


def test_equal_points_share_a_place_and_the_next_one_is_left_out():
    ranked = with_places(seats(3, 7, 3, 0))
    assert [(seat["number"], seat["place"]) for seat in ranked] == [(2, 1), (1, 2), (3, 2), (4, 4)]


def test_somebody_who_was_removed_stays_in_the_list_only_with_their_points():
    assert [seat["number"] for seat in with_places(seats(0, 4, 0, removed={1, 2}))] == [2, 3]


@pytest.mark.parametrize(
    ("points", "number", "text"),
    [
        ((10, 7, 0), 1, "You are in the lead: P2 is 3 points behind."),
        ((10, 7, 0), 3, "You are 3rd: P2 is 7 points ahead."),
        ((10, 9, 9), 3, "You are 2nd: P1 is 1 point ahead."),
        ((5, 5, 0), 2, "You and P1 are level in the lead."),
        ((5, 5, 5), 2, "You and 2 others are level in the lead."),
        ((-1, 0), 1, "You are 2nd: P2 is 1 point ahead."),
    ],
)
def test_what_a_player_reads(points, number, text):
    read = own_place(with_places(seats(*points)), number)
    assert sentence(read).replace("\u2068", "").replace("\u2069", "") == text


@pytest.mark.parametrize(("points", "number"), [((0, 0), 1), ((4,), 1), ((1, 2), 9)])
def test_before_the_first_point_alone_or_without_a_seat_there_is_no_place(points, number):
    assert own_place(with_places(seats(*points)), number) is None


def test_only_the_rooms_screen_leaves_rows_out():
    rows = list(range(7))
    assert (shown_to(rows, "screen"), hidden_from(rows, "screen")) == ([0, 1, 2, 3, 4], 2)
    assert (shown_to(rows, "host"), hidden_from(rows, "seat")) == (rows, 0)
