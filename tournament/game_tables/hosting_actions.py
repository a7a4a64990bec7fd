"""What the host of a table can do beside the game: names, locking, removing players, other devices."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.refusals import Refused
from ..models import HandOver, Seat, Table, User
from ..moves.event_rules import refuse_host, refuse_relatives
from ..moves.locking import changed, locked, save
from ..moves.recording import Recorded, now, record_by_host, server_move
from ..moves.table_cache import CachedTable
from . import player_names, tokens
from .actions import add_host, forget_waiting, refuse_full, refuse_over
from .frames import asked_for
from .rude_words import is_rude


def approve(*, table: Table, seats: list[int] | None = None) -> CachedTable:
    """Let the screen show these names; without `seats` all of them but those that the host should look at first. At a
    table of an event it shows all names."""
    with locked(table) as before:
        if seats is None:
            seats = [seat.number for seat in before.seats if not is_rude(seat.name)]
        waiting = Seat.objects.filter(table=table, table__event=None, approved_at=None, number__in=seats)
        waiting.update(approved_at=timezone.now())
        return save(changed(before))


def hide(*, table: Table, seat: int) -> CachedTable:
    """Take a name from the screens of others again. At a table of an event names are those of its players, and stay."""
    with locked(table) as before:
        Seat.objects.filter(table=table, table__event=None, number=_seat(before, seat).number).update(approved_at=None)
        return save(changed(before))


def let_in(*, table: Table, seat: int | None = None) -> CachedTable:
    """Let the player who waits at this seat sit down; without a seat all who wait, except where two phones ask for the
    same player: the host says which one it is. Pressing twice does no harm."""
    with locked(table) as before:
        refuse_over(before)
        after, waiting = before, Seat.objects.filter(table=table, approved_at=None, removed_at=None).order_by("number")
        doubles = {each["number"] for each in asked_for(before) if each["is_double"]}
        chosen = waiting.exclude(number__in=doubles) if seat is None else waiting.filter(number=seat)
        if seat is None and doubles and not chosen:
            text = _("Several phones ask for the same player. Ask who it is, and let in the right one.")
            raise Refused("several_phones", text)
        for row in chosen:
            refuse_full(after)
            row.approved_at = timezone.now()
            row.save(update_fields=["approved_at"])
            forget_waiting(table, row.player)
            after = server_move(changed(after), "join", now(), {}, seat=row.number)
        return save(after)


def rename(*, table: Table, seat: int, name: str) -> CachedTable:
    """Give a seat another name, which is then approved."""
    with locked(table) as before:
        row = _seat(before, seat)
        others = [each.name for each in before.seats if each.number != seat]
        row.name = player_names.numbered(player_names.cleaned(name), others)
        if before.row.event_id is None:
            row.approved_at = timezone.now()
        row.save(update_fields=["name", "approved_at"])
        return save(changed(before))


def remove(*, table: Table, seat: int) -> CachedTable:
    """Take a player from the table. What they did stays recorded; their phone is no longer a seat. Once the
    game is over nobody is taken from its points. Of somebody who waited to be let in nothing remains."""
    with locked(table) as before:
        refuse_over(before)
        row = _seat(before, seat)
        if before.row.event_id is not None and row.approved_at is None:
            row.delete()
            return save(changed(before))
        row.removed_at, row.token = timezone.now(), ""  # their browser may join again
        row.save(update_fields=["removed_at", "token"])
        after = changed(before)
        if seat in after.position.seats:
            after = server_move(after, "leave", now(), {}, seat=seat, mover="host")
        return save(after)


def set_doors(*, table: Table, is_locked: bool, late_joining: bool) -> CachedTable:
    """Whether anybody may join, and whether they may while the game is played."""
    with locked(table) as before:
        after = changed(before)
        after.row.is_locked, after.row.late_joining = is_locked, late_joining
        return save(after)


def offer(*, table: Table, seat: int | None) -> str:
    """The secret of a link that gives the seat, or without one the host's part, to the device that opens it first."""
    with locked(table) as before:
        secret = tokens.new_token()
        row = _seat(before, seat) if seat is not None else None
        HandOver.objects.filter(table=table, seat=row, used_at=None).delete()  # an older link is no longer good
        HandOver.objects.create(table=table, seat=row, token=tokens.digest(secret), made_at=timezone.now())
        return secret


def accept(*, table: Table, secret: str, user: User | None) -> tuple[str, str]:
    """Take what a link gives: ("seat" or "host", the new secret). The seat's old phone is then no longer it."""
    with locked(table) as before:
        since = timezone.now() - timedelta(minutes=limits.HAND_OVER_MINUTES)
        offer = HandOver.objects.filter(table=table, token=tokens.digest(secret), used_at=None, made_at__gte=since)
        invitation = offer.select_related("seat").first()
        if invitation is None:
            raise Refused("link_used", _("This link was used already, or it is too old. Ask the host for a new one."))
        invitation.used_at = timezone.now()
        invitation.save(update_fields=["used_at"])
        if seat := invitation.seat:
            new = tokens.new_token()
            seat.token = tokens.digest(new)
            seat.save(update_fields=["token"])
        else:
            refuse_relatives(before.row, user)
            new = add_host(table, user)
        save(changed(before))
        return "seat" if seat else "host", new


def take_over(*, table: Table, by: User) -> str:
    """The secret by which a helper of the event hosts one of its tables; the oldest device makes room."""
    refuse_host(table, by)
    with locked(table) as before:
        secret = add_host(table, by, make_room=True)
        save(changed(before))
        return secret


def move(
    *, table: Table, by: User, kind: str, seat: int | None = None, facts: Mapping[str, Any] | None = None
) -> Recorded:
    """Make a move as the host of a table of the event, of a game or, with `seat`, for one of its players. A helper of
    the event can take over any of its tables, so a program of theirs needs no key of the table."""
    refuse_host(table, by)
    return record_by_host(table, by, kind, facts or {}, seat)


def _seat(before: CachedTable, number: int) -> Seat:
    row = Seat.objects.filter(table=before.row, number=number, removed_at=None).first()
    if row is None:
        raise Refused("no_such_seat", _("This player is not at the table."))
    return row
