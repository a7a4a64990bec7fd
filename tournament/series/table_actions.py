"""Opening the table of a fixture, ending it without a game, taking it away again."""

from django.db import transaction
from django.utils.translation import gettext as _

from judging.messages import message

from ..audit import trail as audit
from ..common.refusals import Refused
from ..common.wording.reasons import checked_reason
from ..common.wording.stored_words import as_stored
from ..game_tables.actions import join, open_table
from ..game_tables.reserved_seats import reserved, seat_name
from ..models import Fixture, Player, Table, User
from ..moves.event_rules import refuse_relatives_of
from ..moves.recording import record_by_host
from ..web.permissions import require

PAIR = 2


@transaction.atomic
def open_fixture(*, by: User, fixture: Fixture, recorded: bool = False) -> tuple[Table, str]:
    """The table of a fixture, kept for its players, and the secret of the browser that hosts it. A `recorded` one is
    entered from paper: its players sit down at once."""
    require(by, "host", fixture.series.event)
    fixture = _locked(fixture)
    refuse_relatives_of(fixture, by)
    _refuse_opened(fixture)
    table, secret = _opened(by, fixture, recorded)
    if recorded:
        _seat(table, reserved(table))
    return table, secret


@transaction.atomic
def forfeit(*, by: User, fixture: Fixture, absent: Player) -> Table:
    """End a game of two to which a player did not come: the other sits down at a table that is over at once, and the
    one who is missing has no seat there, and so loses. At a larger table the others play (SE-12)."""
    require(by, "run", fixture.series.event)
    fixture = _locked(fixture)
    refuse_relatives_of(fixture, by)
    _refuse_opened(fixture)
    players = [side.player for side in fixture.sides.select_related("player")]
    if absent not in players:
        raise Refused("not_expected", _("This player is not in this game."))
    if len(players) > PAIR:
        raise Refused("others_play", _("The others play without this player: open the table and start the game."))
    table, _secret = _opened(by, fixture, recorded=True)
    _seat(table, [player for player in players if player != absent])
    record_by_host(table, by, "end", {"reason": as_stored(message("reason_did_not_come", number=absent.number))})
    return table


@transaction.atomic
def clear(*, by: User, fixture: Fixture, reason: str) -> None:
    """Take the table away from a fixture, so that it can be played again. The table and its moves stay in the record,
    and count for nothing."""
    require(by, "run", fixture.series.event)
    reason = checked_reason(reason)
    fixture = _locked(fixture)
    refuse_relatives_of(fixture, by)
    if fixture.table is None:
        raise Refused("no_table", _("This game has no table."))
    table, fixture.table = fixture.table, None
    fixture.save(update_fields=["table"])
    before = {"table": table.code, "stage": table.stage}
    audit.record(fixture.series.event, by, "fixture.cleared", fixture, before=before, why=reason, about=[table])


def _locked(fixture: Fixture) -> Fixture:
    rows = Fixture.objects.select_for_update(of=("self",)).select_related("series__event", "table")
    return rows.get(pk=fixture.pk)


def _refuse_opened(fixture: Fixture) -> None:
    if fixture.table is not None:
        raise Refused("has_table", _("This game has a table already."))
    if fixture.sides.count() < 2:
        raise Refused("bye", _("This player has a bye: there is nothing to play."))


def _opened(by: User, fixture: Fixture, recorded: bool) -> tuple[Table, str]:
    series = fixture.series
    name = f"{series.name} · {fixture.room or f'{fixture.round}.{fixture.number}'}"[:60]
    table, secret = open_table(
        by=by, game=series.game, settings=series.settings, event=series.event, name=name, recorded=recorded
    )
    fixture.table = table
    fixture.save(update_fields=["table"])
    audit.record(series.event, by, "fixture.opened", fixture, after={"recorded": recorded}, about=[table])
    return table, secret


def _seat(table: Table, players: list[Player]) -> None:
    assert table.event is not None
    for player in players:
        join(table=table, name=seat_name(table.event, player), player=player, by_host=True)
