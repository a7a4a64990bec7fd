"""Opening a table, and who sits at it."""

import secrets
from collections.abc import Mapping
from datetime import timedelta
from random import SystemRandom
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from judging.games.live_games import GAMES
from judging.games.settings import Settings

from ..audit import trail as audit
from ..common import limits
from ..common.refusals import Refused, invalid
from ..common.wording.sentences import sentence
from ..models import Event, HostDevice, Player, Seat, Table, User
from ..models.play import COLOURS
from ..moves.locking import changed, locked, save
from ..moves.recording import now, server_move
from ..moves.table_cache import CachedTable
from ..web.permissions import refuse_archived, require
from . import player_names, tokens
from .pins import new_pin
from .reserved_seats import SEATED, refuse_strangers

SEED_BYTES = 16


@transaction.atomic
def open_table(
    *,
    by: User | None,
    game: str,
    settings: Mapping[str, Any],
    event: Event | None = None,
    name: str = "",
    recorded: bool = False,
    code: str = "",
) -> tuple[Table, str]:
    """A new table, and the secret of the browser that hosts it. Without an event it is there for a day."""
    if event is not None:
        require(by or AnonymousUser(), "host", event)
    checked = checked_settings(game, settings)
    refuse_alone(game, checked)
    table = Table.objects.create(
        code=code or tokens.new_code(),
        pin=new_pin(),
        event=event,
        game=game,
        name=name,
        settings=checked.export(),
        recorded=recorded,
        seed=secrets.token_hex(SEED_BYTES),
        names_need_approval=event is None,
        made_at=timezone.now(),
        made_by=by,
    )
    secret = add_host(table, by)
    if event is not None:
        audit.record(event, by, "table.opened", table, after={"game": game, "name": name, "settings": checked.export()})
    return table, secret


def add_host(table: Table, user: User | None, make_room: bool = False) -> str:
    """The secret of one more browser that hosts the table. If there are too many the oldest makes room; without
    `make_room` that raises Refused."""
    devices = HostDevice.objects.filter(table=table, ended_at=None).order_by("seen_at")
    if devices.count() >= limits.HOSTS and make_room:
        HostDevice.objects.filter(pk=devices[0].pk).update(ended_at=timezone.now())
    elif devices.count() >= limits.HOSTS:
        raise Refused("too_many_hosts", _("This table has enough hosts. Remove one first."))
    secret, moment = tokens.new_token(), timezone.now()
    HostDevice.objects.create(table=table, token=tokens.digest(secret), user=user, made_at=moment, seen_at=moment)
    return secret


def join(
    *,
    table: Table,
    name: str,
    colour: str = "",
    player: Player | None = None,
    by_host: bool = False,
    token: str = "",
) -> tuple[Seat, str]:
    """A seat at the table and its secret, which is `token` if that is given; no secret for a player whom the host
    enters. Whoever has a seat with this token gets no other. At a table of an event it waits until the host lets the
    player in. Raises Refused if nobody may join, or the table is full."""
    with locked(table) as before:
        row = before.row
        if token and (taken := before.seat_of_token(tokens.digest(token))):
            return taken, token
        refuse_over(before)
        if not by_host:
            _refuse_closed(before)
        refuse_strangers(row, player)
        wanted = player_names.cleaned(name)
        number = 1 + max((seat.number for seat in before.seats), default=0)
        refuse_full(before)
        _refuse_taken(before, player)
        waits = row.event_id is not None and not by_host
        secret = "" if by_host else token or tokens.new_token()
        approved = not waits and (by_host or not row.names_need_approval)
        Seat.objects.create(
            table=row,
            number=number,
            name=player_names.numbered(wanted, [seat.name for seat in before.seats]),
            colour=colour if colour in COLOURS else COLOURS[(number - 1) % len(COLOURS)],
            player=player,
            token=tokens.digest(secret) if secret else "",
            joined_at=timezone.now(),
            approved_at=timezone.now() if approved else None,
            seen_at=timezone.now() if secret else None,
        )
        if not waits:
            forget_waiting(row, player)
        after = changed(before)
        after = save(after if waits else server_move(after, "join", now(), {}, seat=number))
        seat = after.seat(number)
        assert seat is not None
        return seat, secret


def forget_waiting(table: Table, player: Player | None) -> None:
    """The player sits at the table: no other phone waits for their seat any more."""
    if player is not None:
        Seat.objects.filter(table=table, player=player, approved_at=None).delete()


def suggested_name(known: CachedTable) -> str:
    return player_names.suggested(SystemRandom(), [seat.name for seat in known.seats])


def delete_old() -> int:
    """Delete play-now tables after their day; how many."""
    limit = timezone.now() - timedelta(hours=limits.TABLE_HOURS)
    old = list(Table.objects.filter(event=None, made_at__lt=limit).values_list("pk", flat=True)[:200])
    Table.objects.filter(pk__in=old).delete()
    return len(old)


def checked_settings(game: str, values: Mapping[str, Any]) -> Settings:
    """Complete settings of the game. Raises Refused with a sentence for each setting that cannot be."""
    schema = GAMES[game].schema
    if problems := schema.problems(values):
        raise invalid(**{problem.name: sentence(problem.message) for problem in problems})
    return schema.read(values)


def refuse_alone(game: str, settings: Settings) -> None:
    """Raise Refused for a game of one player: that is practice, which needs no table (DU-M-4)."""
    if GAMES[game].seats(settings)[1] == 1:
        raise Refused("alone", _("A table needs room for two players. One player alone practises."))


def refuse_over(before: CachedTable) -> None:
    """Raise Refused if the game is over, or its event archived: its players stay as they are."""
    if before.row.event is not None:
        refuse_archived(before.row.event)
    if before.row.stage == "over":
        raise Refused("game_over", _("This game is over."))


def _refuse_closed(before: CachedTable) -> None:
    row = before.row
    if row.recorded:
        raise Refused("table_recorded", _("This game is entered from paper. Nobody needs a phone for it."))
    if row.is_locked:
        raise Refused("table_locked", _("The host has locked this table. Ask them to unlock it."))
    if row.stage == "playing" and not row.late_joining:
        raise Refused("no_late_joining", _("The game has begun, and nobody can join it any more."))


def refuse_full(before: CachedTable) -> None:
    """Raise Refused if no more players have a place at the table. Waiting players take none."""
    most = before.game.seats(before.settings)[1]
    seated = sum(not (seat.is_removed or before.waits(seat)) for seat in before.seats)
    if seated >= most or len(before.seats) >= 5 * limits.SEATS:
        text = ngettext("The table is full: it has %(count)s seat.", "The table is full: it has %(count)s seats.", most)
        raise Refused("table_full", text % {"count": most})


def _refuse_taken(before: CachedTable, player: Player | None) -> None:
    """Raise Refused for a player who has a seat, or if very many phones wait, for this player or in all."""
    waiting = [seat for seat in before.seats if before.waits(seat)]
    if player is None:
        same = []
    else:
        same = [seat for seat in before.seats if seat.player_id == player.pk and not seat.is_removed]
    if any(not before.waits(seat) for seat in same):
        raise Refused("player_seated", str(SEATED))
    if len(waiting) >= limits.WAITING_TABLE or len(same) >= limits.WAITING_PLAYER:
        raise Refused("too_many_wait", _("Too many phones wait to be let in. Ask the host."))
