"""How often a token may ask, with headers that say what is left."""

import math
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle

from ..common import limits
from ..models import ApiToken

MINUTE = 60


class TokenThrottle(SimpleRateThrottle):
    """Requests of one token in a minute; sessions are our own pages and are not counted."""

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
            request.left_of_token = self.headers()  # type: ignore[attr-defined]  # see `with_limits`
        return allowed

    def headers(self) -> dict[str, str]:
        """As the draft of RateLimit header fields names them."""
        oldest = self.history[-1] if self.history else self.now
        return {
            "RateLimit-Limit": str(limits.TOKEN_REQUESTS),
            "RateLimit-Remaining": str(max(0, limits.TOKEN_REQUESTS - len(self.history))),
            "RateLimit-Reset": str(math.ceil(MINUTE - (self.now - oldest))),
        }
