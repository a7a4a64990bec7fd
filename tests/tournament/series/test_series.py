"""A series of games from its list of players to its standings; nothing is typed but the games themselves."""

from datetime import UTC, datetime

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import override

from tests.tournament.series.conftest import send
from tournament.audit.wording import describe
from tournament.common.refusals import Refused
from tournament.common.wording.stored_words import in_words
from tournament.game_tables import hosting_actions
from tournament.game_tables.actions import join
from tournament.game_tables.reserved_seats import missing
from tournament.models import AuditEntry, Event, Fixture, Seat, Series
from tournament.moves.table_cache import find
from tournament.roster import relation_actions
from tournament.series import actions, table_actions
from tournament.series.forms import games_and_presets
from tournament.series.results import results
from tournament.series.standings import head_to_head, standings

pytestmark = pytest.mark.django_db
TEN = datetime(2026, 5, 9, 10, 0, tzinfo=UTC)


def places(series):
    placed = standings(series.event, series, results(series.event, series))
    return [(entry.player.number, entry.row.place, entry.row.points) for entry in placed]


def sides(series, round_):
    games = Fixture.objects.filter(series=series, round=round_)
    return [tuple(game.sides.values_list("player__number", flat=True)) for game in games]


def refused(action, **given):
    with pytest.raises(Refused) as caught:
        action(**given)
    return caught.value.code


@pytest.mark.postgresql
def test_everybody_plays_everybody_and_wins_count(make_series, play, fixture_of):
    series = make_series(3)
    assert sorted(map(sorted, sides(series, 1) + sides(series, 2) + sides(series, 3))) == [
        [101, 102], [101, 103], [102, 103],
    ]  # fmt: skip
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    play(fixture_of(series, 101, 103), {101: 5, 103: 5})
    assert places(series) == [(102, 1, 2), (103, 2, 1), (101, 3, 1)]


def test_a_game_that_is_played_counts_for_nothing_until_it_is_over(make_series, play, fixture_of):
    series = make_series(2)
    table = play(fixture_of(series, 101, 102), {101: 5, 102: 9}, end=False)
    assert [(each.state, each.sides[0].points) for each in results(series.event, series)] == [("playing", None)]
    send(table, "end")
    assert [each.state for each in results(series.event, series)] == ["over"]
    with override("es"):
        assert in_words(AuditEntry.objects.get(verb="table.ended").why) == "El anfitrión terminó la partida."


def test_a_later_ruling_changes_the_result_and_the_standings(make_series, play, fixture_of, organiser):
    series = make_series(2)
    table = play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    assert places(series)[0] == (102, 1, 2)
    number_move = next(move for move in find(table.code).moves if move.kind == "say" and move.facts["number"] == 9)
    send(table, "rule", {"about": number_move.number, "facts": {"number": 1}, "reason": "Misheard"}, user=organiser)
    assert places(series)[0] == (101, 1, 2)
    entry = AuditEntry.objects.get(verb="table.ruled", by_id=organiser.pk)
    assert entry.why == "Misheard"
    assert ["why"] in entry.personal
    shown = {what: now for what, _before, now in describe([entry])[0].changes}
    assert (shown["move ruled on"], shown["player"], shown["given"], shown["ruling"]) == (
        str(number_move.number),
        "102",
        "9",
        "1",
    )


def test_a_knockout_draws_the_next_round_from_the_winners(make_series, play, fixture_of, organiser):
    series = make_series(3, kind="knockout")
    assert sides(series, 1) == [(101,), (102, 103)]
    assert refused(actions.draw_next, by=organiser, series=series) == "not_played"
    play(fixture_of(series, 102, 103), {102: 1, 103: 2})
    actions.draw_next(by=organiser, series=series)
    assert sides(series, 2) == [(101, 103)]
    play(Fixture.objects.get(series=series, round=2), {101: 1, 103: 2})
    assert refused(actions.draw_next, by=organiser, series=series) == "nothing_to_draw"


def test_a_drawn_game_of_a_knockout_is_played_again(make_series, play, organiser):
    series = make_series(2, kind="knockout")
    fixture = series.fixtures.get()
    first = play(fixture, {101: 4, 102: 4})
    assert refused(actions.draw_next, by=organiser, series=series) == "no_winner"
    table_actions.clear(by=organiser, fixture=fixture, reason="A draw")
    play(fixture, {101: 4, 102: 5})
    assert results(series.event, series)[0].goes_on.number == 102
    assert find(first.code).position.stage == "over"


def test_a_drawn_round_is_taken_back_while_none_of_its_games_has_a_table(make_series, play, organiser):
    series = make_series(4, kind="knockout")
    for fixture in series.fixtures.all():
        one, other = fixture.sides.values_list("player__number", flat=True)
        play(fixture, {one: 2, other: 1})
    (final,) = actions.draw_next(by=organiser, series=series)
    actions.take_back(by=organiser, series=series)
    (final,) = actions.draw_next(by=organiser, series=series)
    table_actions.open_fixture(by=organiser, fixture=final)
    assert refused(actions.take_back, by=organiser, series=series) == "has_tables"
    assert refused(actions.remove, by=organiser, series=series) == "has_tables"


def test_the_champion_stays_also_after_a_draw(make_series, play, organiser):
    series = make_series(4, kind="champion")
    move = {101: 1, 102: 5, 103: 5, 104: 9}
    for expected in ((101, 102), (102, 103), (102, 104)):
        fixture = series.fixtures.last()
        assert tuple(fixture.sides.values_list("player__number", flat=True)) == expected
        play(fixture, {number: move[number] for number in expected})
        if expected[1] != 104:
            actions.draw_next(by=organiser, series=series)
    assert refused(actions.draw_next, by=organiser, series=series) == "nothing_to_draw"


def test_rooms_and_times_follow_from_the_list(make_series, event):
    series = make_series(8, kind="rooms", table_size=2, rounds=2, rooms=["A", "B"], starts_at=TEN, minutes=10)
    first = list(series.fixtures.filter(round=1).values_list("room", "starts_at__minute"))
    assert first == [("A", 0), ("B", 0), ("A", 10), ("B", 10)]
    assert list(series.fixtures.filter(round=2).values_list("room", "starts_at__minute"))[0] == ("A", 20)


def test_points_of_the_games_may_be_added_up(make_series, play):
    series = make_series(3, kind="rooms", table_size=3, counts_points=True)
    play(series.fixtures.get(), {101: 1, 102: 3, 103: 2})
    assert places(series)[0] == (102, 1, 1)


def test_a_table_of_a_fixture_is_kept_for_its_players(make_series, organiser, fixture_of):
    series = make_series(3)
    fixture = fixture_of(series, 101, 102)
    table, _secret = table_actions.open_fixture(by=organiser, fixture=fixture)
    ada, ben = (side.player for side in fixture.sides.order_by("player__number"))
    third = series.players.get(player__number=103).player
    assert refused(join, table=table, name="Zed") == "not_expected"
    assert refused(join, table=table, name="Cleo", player=third) == "not_expected"
    join(table=table, name="Ada", player=ada)
    assert missing(table) == [ada, ben]
    hosting_actions.let_in(table=table)
    assert missing(table) == [ben]
    assert refused(join, table=table, name="Ada", player=ada) == "player_seated"
    assert refused(table_actions.open_fixture, by=organiser, fixture=fixture) == "has_table"


def test_whoever_does_not_come_loses(make_series, organiser, fixture_of):
    series = make_series(2)
    fixture = fixture_of(series, 101, 102)
    table_actions.forfeit(by=organiser, fixture=fixture, absent=fixture.sides.get(player__number=101).player)
    assert places(series) == [(102, 1, 2), (101, 2, 0)]
    assert results(series.event, series)[0].sides[0].points in (None, 0)
    with override("es"):
        assert in_words(AuditEntry.objects.get(verb="table.ended").why) == "El número 101 no vino."
    assert in_words(AuditEntry.objects.get(verb="table.ended").why) == "Number 101 did not come."


def test_at_a_table_of_three_the_others_play_without_who_did_not_come(make_series, organiser):
    series = make_series(3, kind="rooms", table_size=3)
    fixture = series.fixtures.get()
    absent = fixture.sides.first().player
    assert refused(table_actions.forfeit, by=organiser, fixture=fixture, absent=absent) == "others_play"
    fixture.refresh_from_db()
    assert fixture.table is None


def test_the_games_of_two_players(make_series, play, fixture_of):
    series = make_series(3)
    play(fixture_of(series, 101, 102), {101: 5, 102: 9})
    play(fixture_of(series, 101, 103), {101: 5, 103: 1})
    ada, ben = (series.players.get(player__number=number).player for number in (101, 102))
    placed = head_to_head(results(series.event, series), ada, ben)
    assert (len(placed.games), placed.won, placed.drawn) == (1, (0, 1), 0)


def test_who_is_related_to_a_player_does_not_host_their_table(make_series, play, fixture_of, organiser, volunteer):
    series = make_series(2)
    table = play(fixture_of(series, 101, 102), {101: 5, 102: 9}, end=False)
    number_move = next(move for move in find(table.code).moves if move.kind == "say")
    child = series.players.first().player
    relation_actions.mark(by=volunteer, event=series.event, user=volunteer, player=child)
    ruling = {"about": number_move.number, "facts": {"number": 1}, "reason": "Misheard"}
    refused = [
        ("rule", ruling, volunteer, "related"),
        ("rule", ruling, None, "sign_in_to_rule"),
        ("undo", {"about": number_move.number}, volunteer, "related"),
        ("undo", {"about": number_move.number}, None, "sign_in_to_rule"),
        ("next", {}, volunteer, "related"),
    ]
    for kind, facts, user, code in refused:
        with pytest.raises(Refused) as caught:
            send(table, kind, facts, user=user)
        assert caught.value.code == code
    secret = hosting_actions.offer(table=table, seat=None)
    with pytest.raises(Refused) as caught:
        hosting_actions.accept(table=table, secret=secret, user=volunteer)
    assert caught.value.code == "related"
    send(table, "rule", ruling, user=organiser)
    send(table, "next")


def test_an_archived_event_takes_no_moves(make_series, play, fixture_of):
    series = make_series(2)
    table = play(fixture_of(series, 101, 102), {101: 5, 102: 9}, end=False)
    Event.objects.update(archived_at=timezone.now())
    with pytest.raises(Refused) as caught:
        send(table, "end")
    assert caught.value.code == "archived"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"name": " "}, "invalid"),
        ({"players": []}, "invalid"),
        ({"table_size": 1}, "invalid"),
        ({"rounds": 99}, "invalid"),
        ({"settings": {"seconds": 0}}, "invalid"),
    ],
)
def test_a_series_that_cannot_be_is_refused(make_series, given, code):
    with pytest.raises(Refused) as caught:
        make_series(2, **given)
    assert caught.value.code == code


def test_the_database_keeps_its_rules(make_series):
    series = make_series(2)
    fixture = series.fixtures.get()
    side = fixture.sides.first()
    for break_it in (
        lambda: Series.objects.filter(pk=series.pk).update(kind="lottery"),
        lambda: Series.objects.filter(pk=series.pk).update(win_points=0),
        lambda: fixture.sides.create(player=side.player, place=3),
        lambda: Fixture.objects.create(series=series, round=1, number=1),
        lambda: Fixture.objects.create(series=series, round=0, number=1),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            break_it()
    assert Seat.objects.count() == 0


def test_no_table_has_more_players_than_its_game(make_series):  # SE-7
    with pytest.raises(Refused, match="A table of this game has at most 2 players"):
        make_series(4, kind="rooms", table_size=3, game="duel")
    with pytest.raises(Refused, match="A table of this game has 1 player"):
        make_series(4, game="twentyfour", settings={"players": 1})
    assert make_series(4, game="duel", table_size=4).table_size == 4, "only where tables change"
    offered = {value for _game, presets in games_and_presets() for value, _label in presets}
    assert {"duel:duel", "twentyfour:basic_24"} <= offered
    assert not {"duel:easy", "twentyfour:practice"} & offered
