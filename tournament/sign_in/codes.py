"""The short code of a sign-in link, for a laptop without a camera: six characters beside the QR code on the card.

It is worked out from the link's key and the site's secret, so it is stored nowhere. It leads to the link, and works
where and as long as the link does. Wrong codes are counted, for each address and for all together: a program that
guesses is stopped after some, and for a moment nobody can use a code. The QR code and the address still work.
"""

from uuid import UUID

from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from ..common import limits
from ..common.refusals import Refused
from ..common.sheet_codes import ALPHABET, MISTAKEN_FOR, squeezed
from ..models import AddressUse, SignInLink
from ..web.rate_limits import Rate

LENGTH = 6
WRONG_CODES = (
    Rate(AddressUse.Kind.WRONG_CODE, limits.WRONG_CODES_BURST, limits.WRONG_CODES_EVERY),
    Rate(
        AddressUse.Kind.WRONG_CODE, limits.WRONG_CODES_TOGETHER_BURST, limits.WRONG_CODES_TOGETHER_EVERY, together=True
    ),
)


def code_of(link: SignInLink) -> str:
    """The code of a link. Links of the command line have one too, but `link_of_code` does not take it."""
    number = int(salted_hmac("tournament.sign-in-code", link.key, algorithm="sha256").hexdigest(), 16)
    characters = []
    for _place in range(LENGTH):
        number, place = divmod(number, len(ALPHABET))
        characters.append(ALPHABET[place])
    return "".join(characters)


def link_of_code(text: str, request: HttpRequest, device: UUID | None) -> SignInLink | None:
    """The link that an organiser made, with this code; None for a wrong code. One that was used on another device is
    given too, because its page says so and lets nobody in; it is counted like a wrong code. Raises Refused where very
    many were wrong."""
    if any(rate.is_used_up(request) for rate in WRONG_CODES):
        sentence = _(
            "Very many wrong codes came in just now. Scan the QR code or open the address on your card, or try again in"
            " some minutes."
        )
        raise Refused("too_many_codes", sentence, status=429)
    code = squeezed(text).translate(MISTAKEN_FOR)
    links = SignInLink.objects.filter(made_by__isnull=False, withdrawn_at=None, expires_at__gt=timezone.now())
    matches = [link for link in links if constant_time_compare(code_of(link), code)]
    usable = [link for link in matches if link.used_at is None or link.device == device]
    if len(usable) != 1:
        for rate in WRONG_CODES:
            rate.use(request, always=True)  # of many at once, too, each has learnt that it is wrong
    candidates = usable or matches
    return candidates[0] if len(candidates) == 1 else None
