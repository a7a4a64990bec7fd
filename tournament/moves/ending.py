"""The end of a game by its host."""

from uuid import uuid4

from judging.games.live.moves import HOST

from ..models import Table, User
from .recording import Sent, now, record
from .table_cache import CachedTable


def end_by_host(table: Table, by: User, reason: str) -> CachedTable:
    """End the game, as the host's button does; `reason` is recorded with it."""
    return record(table, Sent("end", HOST, None, {"reason": reason}, uuid4().hex, now(), user=by)).known
