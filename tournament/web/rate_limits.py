"""How often one address may do something: counted in the memory of each process, or, where it matters, in a row."""

import time
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.core.cache import cache
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused
from ..models import AddressUse
from .client_address import network_of_request

MINUTE = 60


def count(request: HttpRequest, what: str = "practice", most: int | None = None, times: int = 1) -> None:
    """Count so many questions. Raises Refused if their address has asked more than `most` in this minute."""
    key = f"{what}:{int(time.time()) // MINUTE}:{digest(network_of_request(request))}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        asked = cache.incr(key, times)
    except ValueError:  # the cache dropped it just now
        return
    if asked > (limits.PRACTICE_ADDRESS if most is None else most):
        raise Refused("too_many_questions", _("Very many questions came from here. Try again in a minute."), status=429)


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
