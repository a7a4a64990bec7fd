"""Replay of long games: one thread of a process at a time does it, and only a few wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from ..common import limits
from ..common.gates import Gate, Queued
from ..common.refusals import Refused

GATE = Gate(1, limits.WAITING_TO_REPLAY, limits.WAIT_TO_REPLAY)


@contextmanager
def in_turn(moves: int) -> Iterator[None]:
    """Wait for the turn to replay so many moves. Raises Refused if there are many and others already wait."""
    if moves < limits.LONG_GAME:
        yield
        return
    try:
        with GATE.passed():
            yield
    except Queued as error:
        raise Refused("busy", _("This game is very long. Try again in a moment."), status=503) from error
