"""Limits by address on what people do in live games.

A row has the moment at which an address may do all of it again. Each use moves that moment on.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused
from ..models import AddressUse
from ..web.client_address import network_of_request

AddressKind = AddressUse.Kind


@dataclass(frozen=True)
class Rate:
    """A limit: `burst` at once, and one more every `every` seconds."""

    kind: AddressKind
    burst: int
    every: float

    def is_used_up(self, request: HttpRequest) -> bool:
        until = AddressUse.objects.filter(kind=self.kind, address=_address(request)).values_list("until", flat=True)
        return any(self._is_full(each) for each in until)

    @transaction.atomic
    def use(self, request: HttpRequest, *, always: bool = False) -> bool:
        """Count one; False if the address had none left. That is counted too, if `always`."""
        moment, locked = timezone.now(), AddressUse.objects.select_for_update()
        row, _new = locked.get_or_create(kind=self.kind, address=_address(request), defaults={"until": moment})
        had_one = not self._is_full(row.until)
        if had_one or always:
            row.until = max(row.until, moment) + timedelta(seconds=self.every)
            row.save(update_fields=["until"])
        return had_one

    def _is_full(self, until: datetime) -> bool:
        return until > timezone.now() + timedelta(seconds=(self.burst - 1) * self.every)


WRONG_PINS = Rate(AddressKind.WRONG_PIN, limits.WRONG_PINS_BURST, limits.WRONG_PINS_EVERY)
TABLES = Rate(AddressKind.OPENED, limits.TABLES_BURST, limits.TABLES_EVERY)
GAMES = Rate(AddressKind.AGAIN, limits.GAMES_BURST, limits.GAMES_EVERY)


def count_opening(request: HttpRequest, rate: Rate) -> None:
    """Count a table that is opened without an event, at TABLES or GAMES. Raises Refused if its address has opened very
    many."""
    if not rate.use(request):
        text = _("Very many games were opened from here. Try again in a minute.")
        raise Refused("too_many_tables", text, status=429)


def forget_unused() -> None:
    """Delete rows that no longer count."""
    AddressUse.objects.filter(until__lt=timezone.now()).delete()


def _address(request: HttpRequest) -> str:
    return digest(network_of_request(request))
