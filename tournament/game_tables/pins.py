"""How players find a table: by a PIN, six digits that are right for one open table, or by an invitation.

The invitation is a secret in the link behind the QR code. It cannot be guessed, so nothing about it is counted. Wrong
PINs are counted by address. An address that had very many wrong ones learns nothing about any PIN for a moment.
"""

import secrets

from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Table
from .rate_limits import WRONG_PINS

DIGITS = 6
TRIES = 50
INVITATION = 20  # hexadecimal digits


def new_pin() -> str:
    """A PIN that no open table has. Raises Refused if there are hardly any left."""
    for _attempt in range(TRIES):
        pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        if not _open_tables().filter(pin=pin).exists():
            return pin
    raise Refused("no_pin", _("Too many games are being played. Try again in a few minutes."), status=503)


def table_of_pin(pin: str, request: HttpRequest) -> Table | None:
    """The open table with this PIN, or None; a wrong one is counted. Raises Refused for an address that guesses."""
    if WRONG_PINS.is_used_up(request):
        text = _(
            "Very many wrong PINs came from this network just now. Scan the QR code, ask the host for a link, or try"
            " again in a few seconds."
        )
        raise Refused("too_many_pins", text, status=429)
    digits = "".join(each for each in pin[:40] if each in "0123456789")
    table = _open_tables().filter(pin=digits).first() if digits else None
    if table is None:
        WRONG_PINS.use(request, always=True)  # of many at once, too, each has learnt that it is wrong
    return table


def invitation(table: Table) -> str:
    """The secret with which a phone joins the table without its PIN."""
    return salted_hmac("tournament.play.invitation", f"{table.code}/{table.pin}").hexdigest()[:INVITATION]


def join_path(table: Table) -> str:
    """The address at which an invited phone joins."""
    return f"{reverse('join-table', args=[table.code])}?invitation={invitation(table)}"


def invited_table(code: str, given: str) -> Table | None:
    """The open table at this address, for whoever has its invitation."""
    table = _open_tables().filter(code=code).first()
    return table if table and constant_time_compare(given, invitation(table)) else None


def _open_tables() -> QuerySet[Table]:
    return Table.objects.select_related("event").filter(ended_at=None)
