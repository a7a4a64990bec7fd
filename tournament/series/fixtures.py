"""The next fixtures of a series: deterministic, from its list of players and the results so far."""

import math
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

from django.db.models import Count
from django.utils.translation import gettext as _

from judging.results import fixtures as plans

from ..common import limits
from ..common.refusals import Refused
from ..models import Event, Fixture, FixtureSide, Series, Table
from .results import FixtureResult

SeriesKind = Series.Kind


def first_rounds(series: Series) -> list[plans.FixtureRound]:
    """What is drawn when the series is made: all rounds, or the first one where results decide the rest."""
    players = list(series.players.values_list("player", flat=True))
    match series.kind:
        case SeriesKind.ROUND_ROBIN:
            return plans.round_robin(players)
        case SeriesKind.KNOCKOUT:
            return [plans.knockout(players)]
        case SeriesKind.CHAMPION:
            return [plans.challenge(players, None, [])]
    return plans.tables(players, series.table_size, series.rounds)


def next_round(series: Series, results: Sequence[FixtureResult]) -> plans.FixtureRound:
    """The next round where results decide it; empty if there is none. Raises Refused while games are to be played, or
    a game of a knockout has no winner."""
    if series.kind not in (SeriesKind.KNOCKOUT, SeriesKind.CHAMPION) or not results:
        return ()
    if any(result.state not in ("bye", "over") for result in results):
        raise Refused("not_played", _("Play all games of this round first."))
    if series.kind == SeriesKind.KNOCKOUT:
        return _next_of_knockout(series, results)
    champion = _last_round(results)[-1]
    staying = (champion.goes_on or champion.sides[0].player).pk  # after a draw the champion stays
    been = {side.player.pk for result in results for side in result.sides}
    return plans.challenge(list(series.players.values_list("player", flat=True)), staying, been)


def is_finished(series: Series, results: Sequence[FixtureResult]) -> bool:
    """Whether every game of the series is drawn and over."""
    try:
        return (
            bool(results) and not next_round(series, results) and all(each.state in ("bye", "over") for each in results)
        )
    except Refused:
        return False


def _next_of_knockout(series: Series, results: Sequence[FixtureResult]) -> plans.FixtureRound:
    """The winners meet; beside the final those who lost in the semi-finals, if the series plays for third place."""
    last = _last_round(results)
    if third_place_game([result.fixture for result in results]):
        return ()
    games = plans.knockout_next([_winner(result) for result in last])
    lost = [side.player.pk for result in last for side in result.sides if side.player != result.goes_on]
    return (*games, tuple(lost)) if series.third_place and len(last) == len(lost) == 2 else games


def third_place_game(fixtures: Sequence[Fixture]) -> Fixture | None:
    """The game for third place among all fixtures of a knockout, in their order: the second one of a round that has as
    many games as the round before."""
    count = Counter(each.round for each in fixtures)
    last = max(count, default=0)
    return fixtures[-1] if count[last] == count[last - 1] else None


def unfinished_series(event: Event) -> list[Series]:
    """The series of the event that have a game to play, to finish or to draw."""
    games = Fixture.objects.filter(series__event=event).alias(players=Count("sides")).filter(players__gt=1)
    unfinished = set(games.exclude(table__stage=Table.Stage.OVER).values_list("series", flat=True))
    return [each for each in event.series.all() if each.pk in unfinished or _is_to_draw(each)]


def _is_to_draw(series: Series) -> bool:
    """Whether another round follows from the results of a series whose games are over."""
    if series.kind == SeriesKind.KNOCKOUT:
        fixtures = list(series.fixtures.all())
        last = max((each.round for each in fixtures), default=0)
        is_final = sum(each.round == last for each in fixtures) == 1 or third_place_game(fixtures)
        return not is_final
    if series.kind == SeriesKind.CHAMPION:
        return series.players.exclude(player__fixture_sides__fixture__series=series).exists()
    return False


def store(series: Series, rounds: Sequence[plans.FixtureRound], first: int) -> list[Fixture]:
    """The fixtures of these rounds, the first of which has the number `first`, with rooms and times."""
    made = [fixture for at, round_ in enumerate(rounds) for fixture in _fixtures(series, round_, first + at)]
    if Fixture.objects.filter(series=series).count() + len(made) > limits.SERIES_FIXTURES:
        text = _("This makes more than %(most)s games. Choose fewer players.")
        raise Refused("too_many_games", text % {"most": limits.SERIES_FIXTURES})
    Fixture.objects.bulk_create(made)
    chosen = [players for round_ in rounds for players in round_]
    FixtureSide.objects.bulk_create(
        FixtureSide(fixture=fixture, player_id=player, place=place)
        for fixture, players in zip(made, chosen, strict=True)
        for place, player in enumerate(players, 1)
    )
    return made


def _fixtures(series: Series, round_: plans.FixtureRound, number: int) -> list[Fixture]:
    made = [Fixture(series=series, round=number, number=at) for at in range(1, len(round_) + 1)]
    _place(series, number, [fixture for fixture, players in zip(made, round_, strict=True) if len(players) > 1])
    return made


def _place(series: Series, number: int, games: Sequence[Fixture]) -> None:
    """Games of a round take the rooms in turn; with fewer rooms than games the rest are played after the first ones.
    Those that have a table stay where they are."""
    waves = _waves_before(series, number)
    for begun, fixture in enumerate(games):
        if fixture.table_id is not None:
            continue
        wave, room = divmod(begun, len(series.rooms)) if series.rooms else (0, 0)
        fixture.room = series.rooms[room] if series.rooms else ""
        fixture.starts_at = None
        if series.starts_at is not None and series.minutes:
            fixture.starts_at = series.starts_at + timedelta(minutes=series.minutes * (waves + wave))


def place_again(series: Series) -> None:
    """Give the games that have no table the rooms and times that the series has now."""
    fixtures = list(series.fixtures.prefetch_related("sides"))
    for number in {each.round for each in fixtures}:
        _place(series, number, [each for each in fixtures if each.round == number and len(each.sides.all()) > 1])
    Fixture.objects.bulk_update(fixtures, ["room", "starts_at"], batch_size=500)


def _waves_before(series: Series, number: int) -> int:
    """How many games in a row the rounds before this one take in the busiest room. All rounds of a kind that is drawn
    in one go are equally long."""
    if series.kind == SeriesKind.KNOCKOUT:
        return sum(_waves(series, _games(series, each)) for each in range(1, number))
    players = series.players.count()
    games_a_round = {SeriesKind.ROUND_ROBIN: players // 2, SeriesKind.CHAMPION: 1}.get(
        SeriesKind(series.kind), math.ceil(players / series.table_size)
    )
    return (number - 1) * _waves(series, games_a_round)


def _waves(series: Series, games: int) -> int:
    """How many games in a row so many games take in the busiest room."""
    return math.ceil(games / len(series.rooms)) if series.rooms else 1


def _games(series: Series, number: int) -> int:
    """The games of a round that is drawn, without byes."""
    drawn = series.fixtures.filter(round=number).prefetch_related("sides")
    return sum(len(fixture.sides.all()) > 1 for fixture in drawn)


def _last_round(results: Sequence[FixtureResult]) -> list[FixtureResult]:
    last = max(result.fixture.round for result in results)
    return [result for result in results if result.fixture.round == last]


def _winner(result: FixtureResult) -> int:
    winner = result.goes_on
    if winner is None:
        names = " – ".join(side.name for side in result.sides)
        text = _("Play this game again, as it has no winner who can go on: %(names)s") % {"names": names}
        raise Refused("no_winner", text)
    return winner.pk
