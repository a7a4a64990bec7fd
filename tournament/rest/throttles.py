"""How often a token may ask, with headers that say what is left."""

import math
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from ..common import limits
from ..common.line_text import digest
from ..models import AddressUse, ApiToken
from ..web.client_address import network_of_request
from ..web.problems import is_of_api
from ..web.published.serving import event_as_shown
from ..web.rate_limits import Minute, Use


class MinuteThrottle(BaseThrottle):
    """So many requests in a minute, for all web processes together."""

    kind: AddressUse.Kind
    most: int
    used: Use

    def address(self, request: Request) -> str | None:
        """Whose requests are counted together; None if this one is not counted."""
        raise NotImplementedError

    def allow_request(self, request: Request, view: Any) -> bool:
        address = self.address(request)
        if address is None:
            return True
        self.used = Minute(self.kind, self.most).use(address)
        return self.used.is_allowed

    def wait(self) -> float:
        return self.used.wait


class TokenThrottle(MinuteThrottle):
    """Requests of one token; sessions are our own pages and are not counted."""

    kind, most = AddressUse.Kind.TOKEN, limits.TOKEN_REQUESTS

    def address(self, request: Request) -> str | None:
        return str(request.auth.pk) if isinstance(request.auth, ApiToken) else None

    def allow_request(self, request: Request, view: Any) -> bool:
        allowed = super().allow_request(request, view)
        if isinstance(request.auth, ApiToken):
            request.auth.limits = {  # type: ignore[misc]  # named as in the draft of RateLimit header fields
                "RateLimit-Limit": str(self.most),
                "RateLimit-Remaining": str(self.used.left),
                "RateLimit-Reset": str(math.ceil(self.used.all_in)),
            }
        return allowed


class PublicThrottle(MinuteThrottle):
    """Requests of one address of people who are not signed in. The limit is high, since a whole hall may share an
    address. It stops runaway programs."""

    kind, most = AddressUse.Kind.PUBLIC, limits.PUBLIC_ADDRESS

    def address(self, request: Request) -> str | None:
        if request.user.is_authenticated or event_as_shown(request):
            return None
        return digest(network_of_request(request))


class RateLimitHeaders:
    """Middleware: tells a program with a token what is left of its limit, also in refusals."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]):
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if "Authorization" in request.headers and is_of_api(request):
            token = getattr(request.user, "acts_by", None)
            for name, value in getattr(token, "limits", {}).items():
                response.headers[name] = value
        return response
