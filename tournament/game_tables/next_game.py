"""Another game for the same players: a new table with the same seats, to which their phones go on.

The next table's code follows from the code of the one before, so a game has one that follows it, and pressing twice
does no harm. Only games without an event have one: a game of an event is played again on the page of its series.
"""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from judging.games.live.replay import scores_by_seat
from judging.games.live_games import GAMES

from ..common import limits
from ..common.refusals import Refused
from ..models import Seat, Table
from ..moves.locking import changed, locked, save
from ..moves.queries import next_code
from ..moves.recording import now, server_move
from ..moves.table_cache import CachedTable
from . import tokens
from .actions import add_host, checked_settings, open_table


def following(table: Table) -> Table | None:
    """The table of the next game, if it is open."""
    return Table.objects.filter(code=next_code(table.code), event=None).first()


def play_again(*, table: Table, game: str = "", settings: Mapping[str, Any] | None = None) -> tuple[Table, str]:
    """The table of the next game, opened unless it is there, and the secret of a browser that hosts it: the same game
    with the same settings, or another `game` with its own. Raises Refused where the other game has too few seats."""
    with locked(table) as before:
        _refuse(before)
        next_table = following(before.row)
        if next_table is not None:
            return next_table, add_host(next_table, None, make_room=True)
        row = before.row
        settings = row.settings if not game else settings or {}
        _refuse_too_many(before, game or row.game, settings)
        next_table, secret = open_table(
            by=None,
            game=game or row.game,
            settings=settings,
            name=row.name,
            recorded=row.recorded,
            code=next_code(row.code),
        )
        points = {str(seat): each for seat, each in scores_by_seat(before.game, before.position).items()}
        next_table.earlier = [*row.earlier, {"game": row.game, "points": points}][-limits.EARLIER_GAMES :]
        next_table.save(update_fields=["earlier"])
        _seat(next_table, before)
        save(changed(before))
        return next_table, secret


def follow(*, table: Table, seat: int) -> tuple[Table, str]:
    """The table of the next game, and the secret of the phone that held this seat; none if a phone has been seen there,
    which has its secret already."""
    next_table = following(table)
    if next_table is None:
        raise Refused("no_next_game", _("The host has not begun another game."))
    with locked(next_table) as before:
        row = Seat.objects.filter(table=next_table, number=seat, removed_at=None).first()
        if row is None:
            raise Refused("no_such_seat", _("This player is not at the table."))
        if row.token and row.seen_at is not None:
            return next_table, ""
        secret = tokens.new_token()
        row.token = tokens.digest(secret)
        row.save(update_fields=["token"])
        save(changed(before))
        return next_table, secret


def _refuse(before: CachedTable) -> None:
    if before.row.event_id is not None:
        raise Refused("of_event", _("A game of an event is played again from the page of its series."))
    if before.row.stage != "over":
        raise Refused("not_over", _("This game is not over yet."))


def _refuse_too_many(before: CachedTable, game: str, settings: Mapping[str, Any]) -> None:
    seated = sum(not seat.is_removed for seat in before.seats)
    most = GAMES[game].seats(checked_settings(game, settings))[1]
    if seated > most:
        text = ngettext("This game has %(count)s seat.", "This game has %(count)s seats.", most)
        raise Refused("too_many_players", text % {"count": most})


def _seat(table: Table, earlier: CachedTable) -> None:
    """Everybody sits where they sat. Names that waited to be shown wait again."""
    moment, seated = timezone.now(), [seat for seat in earlier.seats if not seat.is_removed]
    with locked(table) as after:
        after.row.is_locked, after.row.late_joining = earlier.row.is_locked, earlier.row.late_joining
        Seat.objects.bulk_create(
            Seat(
                table=table,
                number=seat.number,
                name=seat.name,
                colour=seat.colour,
                joined_at=moment,
                approved_at=moment if seat.is_approved else None,
            )
            for seat in seated
        )
        after = changed(after)
        for seat in seated:
            after = server_move(after, "join", now(), {}, seat=seat.number)
        save(after)
