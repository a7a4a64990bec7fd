"""How often one address may ask what is answered without writing anything. Counted in the memory of each process."""

import time

from django.core.cache import cache
from django.http import HttpRequest
from django.utils.translation import gettext as _

from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused
from .client_address import network_of_request

MINUTE = 60


def count(request: HttpRequest, what: str = "practice", most: int | None = None) -> None:
    """Count a question. Raises Refused if its address has asked more than `most` of them in this minute."""
    key = f"{what}:{int(time.time()) // MINUTE}:{digest(network_of_request(request))}"
    cache.add(key, 0, 2 * MINUTE)
    try:
        asked = cache.incr(key)
    except ValueError:  # the cache dropped it just now
        return
    if asked > (limits.PRACTICE_ADDRESS if most is None else most):
        raise Refused("too_many_questions", _("Very many questions came from here. Try again in a minute."), status=429)
