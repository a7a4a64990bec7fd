"""Who may read a live table: one rule for Django's pages and for the streams and frames of the event loop."""

from django.http import HttpRequest

from ..moves.table_cache import CachedTable
from ..web.permissions import capabilities
from .tokens import is_host, is_room, reader_of, seat_of


def may_read(known: CachedTable, role: str, token: str = "", seat: int = 0) -> bool:
    """Whether a secret is good for this role: the digest of a seat's or a host's, or that of a screen with the PIN. The
    plain screen needs none, unless the event holds something back."""
    if role == "seat":
        held = known.seat_of_token(token)
        return held is not None and held.number == seat
    if role == "host":
        return token in known.hosts
    if role == "room":
        return is_room(token, known.row)
    event = known.row.event
    return event is None or event.shows_all


def may_watch(request: HttpRequest, known: CachedTable) -> bool:
    """Whether this browser may see the room's screen (SE-32). What is held back of an event is not on it either, but
    for those who play or host, a screen that a host opened, and those who work at the event. A player who waits to be
    let in does not play yet."""
    if may_read(known, "screen"):
        return True
    seat = seat_of(request, known)
    plays = seat is not None and not known.waits(seat)
    at_table = plays or is_host(request, known) or reader_of(request, known, "room") is not None
    event = known.row.event
    return at_table or (event is not None and bool(capabilities(request.user, event)))
