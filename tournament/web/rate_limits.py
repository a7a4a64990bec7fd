"""How often one address, or a token, may do something: counted in a row of the database, for all processes together, or
where that is enough in the memory of each process."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import OperationalError, transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused
from ..models import AddressUse
from .client_address import network_of_request

BLOCKS = 20  # in which a process takes what somebody may do in a minute, so that few requests write a row
MINUTE = 60  # seconds; as long a process may use a block
ROUNDING = 1e-6


@dataclass(frozen=True)
class Use:
    """Whether it is allowed, how many are left, and the seconds until it is allowed and until all are there again."""

    is_allowed: bool
    left: int
    wait: float
    all_in: float


@dataclass(frozen=True)
class Minute:
    """So many of a kind in a minute, for all web processes together. Somebody who used all of them gets them back one
    by one. A process takes a block of them from the row in the database, and uses it up in its memory."""

    kind: AddressUse.Kind
    most: int

    def use(self, address: str, times: int = 1) -> Use:
        key = f"{self.kind}:{address}"
        try:
            left = cache.decr(key, times)
        except ValueError:  # it has no block
            left = -times
        if left >= 0:
            free, until = cache.get(f"{key}:row", (0, 0.0))
            return Use(True, left + free, 0, max(0.0, until - time.time()))
        return self._from_row(key, address, times)

    def _from_row(self, key: str, address: str, times: int) -> Use:
        try:
            taken, free, until = self._take(address, times)
        except OperationalError:  # it can be read from a disk that is full
            return Use(True, 0, 0, 0)
        all_in = max(0.0, until - time.time())
        if not taken:
            cache.delete(key)
            return Use(False, 0, (times - free) * self._every, all_in)
        cache.set(key, taken - times, MINUTE)
        cache.set(f"{key}:row", (free, until), MINUTE)
        return Use(True, taken - times + int(free), 0, all_in)

    @transaction.atomic
    def _take(self, address: str, times: int) -> tuple[int, float, float]:
        """(those taken, which are none or at least `times`; those left in the row; when all are there again)"""
        now, rows = timezone.now(), AddressUse.objects.select_for_update()
        row, _new = rows.get_or_create(kind=self.kind, address=address, defaults={"until": now})
        until = max(row.until, now)
        free = self.most - (until - now).total_seconds() / self._every + ROUNDING
        if free < times:
            return 0, free, until.timestamp()
        taken = min(int(free), max(times, self.most // BLOCKS))
        row.until = until + timedelta(seconds=taken * self._every)
        row.save(update_fields=["until"])
        return taken, int(free) - taken, row.until.timestamp()

    @property
    def _every(self) -> float:
        return MINUTE / self.most


def too_many() -> Refused:
    return Refused("too_many_questions", _("Very many questions came from here. Try again in a minute."), status=429)


def count(request: HttpRequest, what: str = "practice", most: int | None = None, times: int = 1) -> None:
    """Count so many questions in the memory of this process, so that nothing is written for who only plays. Raises
    Refused if their address has asked more than `most` in this minute."""
    key = f"{what}:{int(time.time()) // MINUTE}:{digest(network_of_request(request))}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        asked = cache.incr(key, times)
    except ValueError:  # the cache dropped it just now
        return
    if asked > (limits.PRACTICE_ADDRESS if most is None else most):
        raise too_many()


@dataclass(frozen=True)
class Rate:
    """A limit: `burst` at once, and one more every `every` seconds; for each address, or for all `together`. It is a
    row in the database, with the moment at which all of it may be done again. Each use moves that moment on."""

    kind: AddressUse.Kind
    burst: int
    every: float
    together: bool = False

    def is_used_up(self, request: HttpRequest) -> bool:
        until = AddressUse.objects.filter(kind=self.kind, address=self._address(request)).values_list(
            "until", flat=True
        )
        return any(self._is_full(each) for each in until)

    @transaction.atomic
    def use(self, request: HttpRequest, *, always: bool = False) -> bool:
        """Count one; False if the address had none left. That is counted too, if `always`."""
        moment, locked = timezone.now(), AddressUse.objects.select_for_update()
        row, _new = locked.get_or_create(kind=self.kind, address=self._address(request), defaults={"until": moment})
        had_one = not self._is_full(row.until)
        if had_one or always:
            row.until = max(row.until, moment) + timedelta(seconds=self.every)
            row.save(update_fields=["until"])
        return had_one

    def _is_full(self, until: datetime) -> bool:
        return until > timezone.now() + timedelta(seconds=(self.burst - 1) * self.every)

    def _address(self, request: HttpRequest) -> str:
        return "" if self.together else digest(network_of_request(request))
