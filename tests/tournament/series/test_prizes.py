"""Prizes and certificates of live games (SE-22, SE-23)."""

import pytest

from tournament.handouts.certificates import certificates
from tournament.handouts.prizes import prize_lists, prizes_of_series
from tournament.series import actions, table_actions

pytestmark = pytest.mark.django_db


def printed(event, everybody=False):
    return [
        (each.name, each.what, each.aside) for each in certificates(prizes_of_series(event), "", everybody=everybody)
    ]


def test_a_series_that_is_over_has_awards_and_who_shares_a_place_reads_so(make_series, play, fixture_of):
    series = make_series(4)
    for first, second, points in (
        (101, 102, (1, 2)),
        (101, 103, (2, 1)),
        (102, 103, (1, 2)),
        (101, 104, (2, 1)),
        (102, 104, (2, 1)),
        (103, 104, (2, 1)),
    ):
        assert printed(series.event) == []
        play(fixture_of(series, first, second), dict(zip((first, second), points, strict=True)))
    assert printed(series.event) == [
        ("Ada Ax", "First place, shared", "League"),
        ("Ben Bx", "First place, shared", "League"),
        ("Cleo Cx", "First place, shared", "League"),
    ]
    assert printed(series.event, everybody=True)[3:] == [("Dan Dx", "Took part", "League")]


def test_while_a_game_is_left_the_places_are_open(make_series, play, fixture_of):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    (prize,) = prizes_of_series(series.event)
    assert (prize.winners, [each.place for each in prize.open_places]) == ((), [1, 2])
    (listed,) = prize_lists([prize], "")
    assert [row[2] for row in listed.rows] == ["not decided yet"] * 2


def test_whoever_never_came_has_no_certificate(make_series, organiser):
    series = make_series(2, kind="knockout")
    fixture = series.fixtures.get()
    table_actions.forfeit(by=organiser, fixture=fixture, absent=fixture.sides.first().player)
    assert printed(series.event, everybody=True) == [("Ben Bx", "First place", "League")]


def test_a_final_that_is_to_be_drawn_leaves_the_places_open(make_series, play, organiser):
    series = make_series(4, kind="knockout")
    for fixture in series.fixtures.all():
        one, other = fixture.sides.values_list("player__number", flat=True)
        play(fixture, {one: 2, other: 1})
    assert printed(series.event) == []
    (final,) = actions.draw_next(by=organiser, series=series)
    play(final, {101: 1, 102: 2})
    assert [each[:2] for each in printed(series.event)] == [
        ("Ben Bx", "First place"),
        ("Ada Ax", "Second place"),
        ("Cleo Cx", "Third place, shared"),
        ("Dan Dx", "Third place, shared"),
    ]


def test_an_event_without_games_has_no_such_awards(event):
    assert prizes_of_series(event) == []
