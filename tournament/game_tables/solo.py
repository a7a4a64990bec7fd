"""A table for one person, who plays against the machine (DU-M-4, DU-M-5)."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import SystemRandom
from typing import Any
from uuid import uuid4

from django.db import transaction

from judging.games.live.moves import HOST

from ..models import Table
from ..moves.recording import Sent, now, record
from . import player_names
from .actions import join, open_table


@dataclass(frozen=True)
class Alone:
    """A table at which the game has begun, and the secrets of the browser that hosts it and plays."""

    table: Table
    host: str
    seat: str


@transaction.atomic
def open_alone(*, game: str, settings: Mapping[str, Any], name: str = "") -> Alone:
    """A table without an event at which one person sits, under a name that we make up, and the game begins."""
    table, host = open_table(by=None, game=game, settings=settings, name=name)
    _seat, secret = join(table=table, name=player_names.suggested(SystemRandom(), ()))
    start_by_host(table)
    return Alone(table, host, secret)


def start_by_host(table: Table) -> None:
    """Start the game, as the host's button does."""
    record(table, Sent("begin", HOST, None, {}, uuid4().hex, now()))
