"""Making and correcting a series of games, and drawing who plays whom."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from judging.games.live_games import GAMES
from judging.games.settings import Settings

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..game_tables.actions import checked_settings
from ..models import Event, Fixture, Player, Series, SeriesPlayer, User
from ..web.permissions import require
from .fixtures import first_rounds, next_round, place_again, store
from .results import results

CHANGEABLE = (
    "name",
    "rooms",
    "starts_at",
    "minutes",
    "counts_points",
    "win_points",
    "draw_points",
    "third_place",
)


@transaction.atomic
def make(
    *,
    by: User,
    event: Event,
    name: str,
    game: str,
    kind: str,
    players: Sequence[Player],
    settings: Mapping[str, Any] | None = None,
    rooms: Sequence[str] = (),
    table_size: int = 2,
    rounds: int = 1,
    win_points: int = 2,
    draw_points: int = 1,
    counts_points: bool = False,
    starts_at: datetime | None = None,
    minutes: int = 0,
    third_place: bool = False,
) -> Series:
    """A series of games with its first fixtures. `players` are in the order of their seeds."""
    require(by, "run", event)
    event = Event.objects.select_for_update(of=("self",)).get(pk=event.pk)
    checked = checked_settings(game, settings or {})
    _check_name(event.series.all(), name)
    _check(event, players, rooms, table_size, rounds)
    _check_seats(game, checked, table_size if kind == Series.Kind.ROOMS else 2)
    series = Series.objects.create(
        event=event,
        name=name.strip(),
        game=game,
        settings=checked.export(),
        kind=kind,
        win_points=win_points,
        draw_points=min(draw_points, win_points),
        counts_points=counts_points,
        rooms=list(rooms),
        table_size=table_size,
        rounds=rounds,
        starts_at=starts_at,
        minutes=minutes,
        third_place=third_place,
        made_at=timezone.now(),
        made_by=by,
    )
    SeriesPlayer.objects.bulk_create(
        SeriesPlayer(series=series, player=player, seed=seed) for seed, player in enumerate(players, 1)
    )
    made = store(series, first_rounds(series), 1)
    after = {"game": game, "kind": kind, "name": series.name, "players": len(players), "games": len(made)}
    audit.record(event, by, "series.made", series, after=after)
    return series


@transaction.atomic
def change(*, by: User, series: Series, **values: Any) -> Series:
    """Correct what `CHANGEABLE` names. Games without a table get the rooms and times that follow from it."""
    require(by, "run", series.event)
    series = _locked(series)
    if series.event.has_final_results:
        raise Refused("results_final", _("The results are final, so the series stays as it is."))
    values["name"] = values["name"].strip()
    values["draw_points"] = min(values["draw_points"], values["win_points"])
    _check_name(series.event.series.exclude(pk=series.pk), values["name"])
    if len(values["rooms"]) > limits.SERIES_ROOMS:
        raise invalid(rooms=_("Choose at most %(most)s rooms.") % {"most": limits.SERIES_ROOMS})
    before = {name: str(getattr(series, name)) for name in CHANGEABLE}
    for name in CHANGEABLE:
        setattr(series, name, values[name])
    series.save(update_fields=CHANGEABLE)
    place_again(series)
    after = {name: str(getattr(series, name)) for name in CHANGEABLE}
    changed = [name for name in CHANGEABLE if before[name] != after[name]]
    was, now = ({name: facts[name] for name in changed} for facts in (before, after))
    audit.record(series.event, by, "series.changed", series, before=was, after=now)
    return series


@transaction.atomic
def draw_next(*, by: User, series: Series) -> list[Fixture]:
    """The fixtures of the next round, from the results so far. Refused if it cannot be drawn yet, or there is
    none."""
    require(by, "run", series.event)
    series = _locked(series)
    played = results(series.event, series)
    games = next_round(series, played)
    if not games:
        raise Refused("nothing_to_draw", _("All games of this series are drawn."))
    last = max((each.fixture.round for each in played), default=0)
    made = store(series, [games], last + 1)
    audit.record(series.event, by, "series.drawn", series, after={"round": last + 1, "games": len(made)})
    return made


@transaction.atomic
def take_back(*, by: User, series: Series) -> None:
    """Take back the last round that was drawn by results, while none of its games has a table."""
    require(by, "run", series.event)
    series = _locked(series)
    last = series.fixtures.order_by("-round").first()
    if last is None or last.round == 1 or series.kind not in (Series.Kind.KNOCKOUT, Series.Kind.CHAMPION):
        raise Refused("nothing_to_take_back", _("There is no round that can be taken back."))
    drawn = series.fixtures.filter(round=last.round)
    if drawn.filter(table__isnull=False).exists():
        raise Refused("has_tables", _("A game of this round has a table, so the round stays."))
    drawn.delete()
    audit.record(series.event, by, "series.taken_back", series, before={"round": last.round})


@transaction.atomic
def remove(*, by: User, series: Series) -> None:
    """Delete a series of which no game has a table."""
    require(by, "run", series.event)
    series = _locked(series)
    if series.fixtures.filter(table__isnull=False).exists():
        raise Refused("has_tables", _("A game of this series has a table, so the series stays."))
    event, number = series.event, series.pk
    series.delete()
    series.pk = number
    audit.record(event, by, "series.removed", series, before={"name": series.name})


def _check_seats(game: str, settings: Settings, wanted: int) -> None:
    """Raise Refused for tables with more players than the game seats with these settings (SE-7)."""
    most = GAMES[game].seats(settings)[1]
    if most < wanted:
        text = ngettext(
            "A table of this game has %(count)s player.", "A table of this game has at most %(count)s players.", most
        )
        raise invalid(table_size=text % {"count": most})


def _locked(series: Series) -> Series:
    return Series.objects.select_for_update(of=("self",)).select_related("event").get(pk=series.pk)


def _check_name(others: QuerySet[Series], name: str) -> None:
    """Raise Refused for a name that cannot be, or that another series of the event has."""
    if not name.strip():
        raise invalid(name=_("Write a name."))
    if others.filter(name=name.strip()).exists():
        raise invalid(name=_("This event has a series with this name already."))


def _check(event: Event, players: Sequence[Player], rooms: Sequence[str], table_size: int, rounds: int) -> None:
    """Raise Refused for a series that cannot be."""
    if Series.objects.filter(event=event).count() >= limits.SERIES_EVENT:
        raise Refused("too_many_series", _("This event has too many series of games."))
    if len(set(players)) != len(players) or len(players) < 2 or any(each.event_id != event.pk for each in players):
        raise invalid(players=_("Choose at least two players."))
    if len(players) > limits.SERIES_PLAYERS:
        raise invalid(players=_("Choose at most %(most)s players.") % {"most": limits.SERIES_PLAYERS})
    if len(rooms) > limits.SERIES_ROOMS or not (2 <= table_size <= limits.SERIES_TABLE):
        raise invalid(table_size=_("Choose from 2 to %(most)s.") % {"most": limits.SERIES_TABLE})
    if not 1 <= rounds <= limits.SERIES_ROUNDS:
        raise invalid(rounds=_("Choose from 1 to %(most)s.") % {"most": limits.SERIES_ROUNDS})
