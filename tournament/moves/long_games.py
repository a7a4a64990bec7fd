"""Long games: what plays one of them again is done by one thread of a process at a time, and by few that wait."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.utils.translation import gettext as _

from ..common import limits
from ..common.gates import Gate, Queued
from ..common.refusals import Refused

GATE = Gate(1, limits.WAITING_TO_REPLAY, limits.WAIT_TO_REPLAY)


@contextmanager
def in_turn(moves: int) -> Iterator[None]:
    """For playing so many moves. Raises Refused if they are many and others wait already."""
    if moves < limits.LONG_GAME:
        yield
        return
    try:
        with GATE.passed():
            yield
    except Queued as error:
        raise Refused("busy", _("This game is very long. Try again in a moment."), status=503) from error
