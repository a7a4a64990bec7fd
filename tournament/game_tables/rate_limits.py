"""Limits by address on what people do in live games."""

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _

from ..common import limits
from ..common.refusals import Refused
from ..models import AddressUse
from ..web.rate_limits import Rate

AddressKind = AddressUse.Kind

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
