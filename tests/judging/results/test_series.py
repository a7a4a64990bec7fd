"""Standings of a series: points, difference, games won, the games among equals; rounds of a knockout; shared places."""

from judging.results.series import KnockoutGame, SeriesGame, SeriesRules, knockout_standings, standings

USUAL = SeriesRules()


def places(players, games, rules=USUAL):
    rows = standings(players, [SeriesGame(game) for game in games], rules)
    return [(row.player, row.place, row.is_shared, row.points) for row in rows]


def test_a_win_brings_two_points_and_a_draw_one():
    assert places([1, 2, 3], [{1: 50, 2: 40}, {2: 30, 3: 30}]) == [(1, 1, False, 2), (3, 2, False, 1), (2, 3, False, 1)]


def test_whoever_has_played_nothing_shares_the_place():
    assert places([1, 2], []) == [(1, 1, True, 0), (2, 1, True, 0)]


def test_equal_points_are_split_by_the_difference():
    assert places([1, 2, 3, 4], [{1: 50, 3: 40}, {2: 50, 4: 30}])[:2] == [(2, 1, False, 2), (1, 2, False, 2)]


def test_then_by_games_won():
    games = [{1: 20, 2: 10}, {1: 10, 3: 20}, {4: 10, 5: 10}, {4: 20, 6: 20}]
    rows = standings([1, 4], [SeriesGame(game) for game in games], USUAL)
    assert [(row.player, row.points, row.difference, row.won) for row in rows] == [(1, 2, 0, 1), (4, 2, 0, 0)]


def test_then_by_the_games_among_those_who_are_equal():
    games = [{1: 10, 2: 20}, {1: 30, 3: 20}, {2: 20, 4: 30}]
    rows = standings([1, 2], [SeriesGame(game) for game in games], USUAL)
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
    game = SeriesGame({1: 0, 2: 0}, absent=frozenset({2}))
    assert game.winner == 1
    assert [(row.player, row.won, row.lost) for row in standings([1, 2], [game], USUAL)] == [(1, 1, 0), (2, 0, 1)]


def test_a_game_to_which_nobody_came_is_lost_by_both():
    game = SeriesGame({1: 0, 2: 0}, absent=frozenset({1, 2}))
    assert [(row.lost, row.points) for row in standings([1, 2], [game], USUAL)] == [(1, 0), (1, 0)]


def knockout(players, *games):
    """Each game is its round and its players; a dict once it is over, with their points (None: did not come)."""
    drawn = []
    for round_, sides in games:
        points = dict(sides) if isinstance(sides, dict) else None
        came = points and SeriesGame(
            {player: each or 0 for player, each in points.items()},
            frozenset(player for player, each in points.items() if each is None),
        )
        drawn.append(KnockoutGame(round_, tuple(sides), came))
    return [(row.player, row.place, row.is_shared) for row in knockout_standings(players, drawn, USUAL)]


def test_whoever_wins_the_final_is_first_also_with_fewer_wins():
    """The first seed has a bye and wins once, by one point; the second wins once, by twenty, and loses the final."""
    games = [(1, [1]), (1, {2: 30, 3: 10}), (2, {1: 11, 2: 10})]
    assert knockout([1, 2, 3], *games) == [(1, 1, False), (2, 2, False), (3, 3, False)]


def test_whoever_loses_in_the_same_round_shares_the_place():
    games = [(1, {1: 9, 4: 8}), (1, {2: 9, 3: 0}), (2, {1: 3, 2: 5})]
    assert knockout([1, 2, 3, 4], *games) == [(2, 1, False), (1, 2, False), (3, 3, True), (4, 3, True)]


def test_whoever_did_not_come_is_behind_those_who_lost_in_that_round():
    games = [(1, {1: 0, 4: None}), (1, {2: 9, 3: 0}), (2, {1: 3, 2: 5})]
    assert knockout([1, 2, 4, 3], *games)[2:] == [(3, 3, False), (4, 4, False)]


def test_while_a_round_is_played_those_who_are_through_come_first():
    games = [(1, [1]), (1, {2: 9, 3: 0}), (1, (4, 5)), (1, {6: 5, 7: 5})]
    assert knockout([1, 2, 3, 4, 5, 6, 7], *games) == [
        (1, 1, True), (2, 1, True),
        (4, 3, True), (5, 3, True), (6, 3, True), (7, 3, True),
        (3, 7, False),
    ]  # fmt: skip


def test_whoever_was_drawn_for_the_final_stays_before_whoever_a_ruling_made_the_winner_of_an_earlier_game():
    """SE-6: player 4 went on; a ruling later gave their first game to player 1."""
    games = [(1, {1: 9, 4: 8}), (1, {2: 9, 3: 0}), (2, {4: 3, 2: 5})]
    assert [row[0] for row in knockout([1, 2, 3, 4], *games)] == [2, 4, 1, 3]
