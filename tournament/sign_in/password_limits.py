"""Wrong passwords slow down, and never lock a name for everybody.

django-axes refuses a name from one address after six wrong passwords from there. Beyond that nobody is locked out:
where a name, or the whole site, gets very many wrong passwords, an address that sent some itself must pause between
two. The first attempt from an address is always taken.
"""

import math
from datetime import datetime, timedelta

from axes.models import AccessAttempt
from django.db.models import Max, Q, Sum
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import ngettext

from ..common import limits
from ..common.refusals import Refused
from ..web.client_address import network_of_request


class Pause:
    """An authentication backend that signs nobody in: it refuses an attempt that comes too soon, with 429."""

    def authenticate(self, request: HttpRequest | None, username: str | None = None, **credentials) -> None:
        if request is None or username is None:
            return
        left = seconds_left(username, network_of_request(request), timezone.now())
        if left > 0:
            sentence = ngettext(
                "There were many wrong passwords. Wait %(count)s second, then try again.",
                "There were many wrong passwords. Wait %(count)s seconds, then try again.",
                left,
            )
            raise Refused("too_soon", sentence % {"count": left}, status=429)


def seconds_left(name: str, address: str, now: datetime) -> int:
    """How long this address must still wait before it tries this name; 0 if it may."""
    recent = AccessAttempt.objects.filter(attempt_time__gte=now - timedelta(seconds=limits.WRONG_WINDOW))
    here = Q(ip_address=address)
    failures = recent.aggregate(
        overall=Sum("failures_since_start"),
        of_name=Sum("failures_since_start", filter=Q(username=name)),
        last_here=Max("attempt_time", filter=here),
        last_of_name_here=Max("attempt_time", filter=here & Q(username=name)),
    )
    return max(
        _left(failures["of_name"], limits.WRONG_NAME, failures["last_of_name_here"], limits.WRONG_NAME_PAUSE, now),
        _left(failures["overall"], limits.WRONG_OVERALL, failures["last_here"], limits.WRONG_OVERALL_PAUSE, now),
    )


def _left(wrong: int | None, many: int, last: datetime | None, pause: int, now: datetime) -> int:
    if last is None or (wrong or 0) < many:
        return 0
    passed = (now - last).total_seconds()
    return max(0, math.ceil(pause - passed))
