"""Standings of a series: points, difference, games won, the games among equals; and shared places."""

from judging.results.series import Played, SeriesRules, standings

USUAL = SeriesRules()


def places(players, games, rules=USUAL):
    rows = standings(players, [Played(game) for game in games], rules)
    return [(row.player, row.place, row.is_shared, row.points) for row in rows]


def test_a_win_brings_two_points_and_a_draw_one():
    assert places([1, 2, 3], [{1: 50, 2: 40}, {2: 30, 3: 30}]) == [(1, 1, False, 2), (3, 2, False, 1), (2, 3, False, 1)]


def test_whoever_has_played_nothing_shares_the_place():
    assert places([1, 2], []) == [(1, 1, True, 0), (2, 1, True, 0)]


def test_equal_points_are_split_by_the_difference():
    assert places([1, 2, 3, 4], [{1: 50, 3: 40}, {2: 50, 4: 30}])[:2] == [(2, 1, False, 2), (1, 2, False, 2)]


def test_then_by_games_won():
    games = [{1: 20, 2: 10}, {1: 10, 3: 20}, {4: 10, 5: 10}, {4: 20, 6: 20}]
    rows = standings([1, 4], [Played(game) for game in games], USUAL)
    assert [(row.player, row.points, row.difference, row.won) for row in rows] == [(1, 2, 0, 1), (4, 2, 0, 0)]


def test_then_by_the_games_among_those_who_are_equal():
    games = [{1: 10, 2: 20}, {1: 30, 3: 20}, {2: 20, 4: 30}]
    rows = standings([1, 2], [Played(game) for game in games], USUAL)
    assert [(row.player, row.difference, row.between) for row in rows] == [(2, 0, 2), (1, 0, 0)]


def test_three_who_beat_each_other_in_a_circle_share_the_place():
    games = [{1: 20, 2: 10}, {2: 20, 3: 10}, {3: 20, 1: 10}]
    assert [(row[1], row[2]) for row in places([1, 2, 3], games)] == [(1, True)] * 3


def test_a_series_may_add_up_the_points_of_its_games():
    rules = SeriesRules(counts_points=True)
    assert places([1, 2, 3], [{1: 3, 2: 1, 3: 0}, {1: 0, 2: 4, 3: 0}], rules)[0] == (2, 1, False, 5)


def test_one_player_alone_at_a_table_wins_nothing():
    assert places([1], [{1: 5}]) == [(1, 1, False, 0)]


def test_whoever_did_not_come_loses_also_with_as_many_points():
    game = Played({1: 0, 2: 0}, absent=frozenset({2}))
    assert game.winner == 1
    assert [(row.player, row.won, row.lost) for row in standings([1, 2], [game], USUAL)] == [(1, 1, 0), (2, 0, 1)]


def test_a_game_to_which_nobody_came_is_lost_by_both():
    game = Played({1: 0, 2: 0}, absent=frozenset({1, 2}))
    assert [(row.lost, row.points) for row in standings([1, 2], [game], USUAL)] == [(1, 0), (1, 0)]
