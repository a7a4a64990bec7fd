"""How often a token may ask, with headers that say what is left."""

import math
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ..common import limits
from ..models import ApiToken
from ..web.problems import is_of_api


class TokenThrottle(SimpleRateThrottle):
    """Requests of one token in a minute; sessions are our own pages and are not counted."""

    num_requests: int
    duration: int
    scope = "token"
    rate = f"{limits.TOKEN_REQUESTS}/min"

    def get_cache_key(self, request: Request, view: Any) -> str | None:
        token = request.auth
        if not isinstance(token, ApiToken):
            return None
        return self.cache_format % {"scope": self.scope, "ident": token.pk}

    def allow_request(self, request: Request, view: Any) -> bool:
        allowed = super().allow_request(request, view)
        if getattr(self, "key", None):
            request.auth.limits = self.headers()  # type: ignore[union-attr]
        return allowed

    def headers(self) -> dict[str, str]:
        """As the draft of RateLimit header fields names them."""
        oldest = self.history[-1] if self.history else self.now
        return {
            "RateLimit-Limit": str(self.num_requests),
            "RateLimit-Remaining": str(max(0, self.num_requests - len(self.history))),
            "RateLimit-Reset": str(math.ceil(self.duration - (self.now - oldest))),
        }


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
