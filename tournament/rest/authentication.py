"""Who a request acts for: the person of a session, or of a program's token (`Authorization: Bearer …`). An address of a
page that ends like a file (`sheets.pdf`, `event.json`) takes a token for GET too, so that the API needs no second
address for each."""

import re
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ..models import ApiToken, User
from ..sign_in import api_tokens

FILE = re.compile(r"/events/.+\.(pdf|csv|xlsx|json)")
BEARER = "Bearer "


class BearerAuthentication(BaseAuthentication):
    """Whoever has the secret that is sent."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        kind, _space, key = get_authorization_header(request).decode("latin-1").partition(" ")
        return self.behind(key.strip(), request) if kind.lower() == "bearer" else None

    def behind(self, key: str, request: Request) -> tuple[Any, Any]:
        """(the person, what is known of the secret). Raises AuthenticationFailed for one that does not work."""
        raise NotImplementedError

    def authenticate_header(self, request: Request) -> str:
        return "Bearer"


class TokenAuthentication(BearerAuthentication):
    """The person of a token, who can do no more than the token's scopes while the request lasts."""

    def behind(self, key: str, request: Request) -> tuple[User, ApiToken]:
        token = api_tokens.find(key)
        if token is None:
            raise AuthenticationFailed(_("This token is unknown, over or revoked."))
        return api_tokens.person_of(token, reads=request.method in {"GET", "HEAD", "OPTIONS"}), token


class PageAuthentication(SessionAuthentication):
    """The session of our own pages. Somebody who is not signed in gets 401, so that the page can tell them."""

    def authenticate_header(self, request: Request) -> str:
        return "Session"


def token_downloads(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, after the one that reads the session."""

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("Authorization", "")
        if given.startswith(BEARER) and request.method in {"GET", "HEAD"} and FILE.fullmatch(request.path):
            token: ApiToken | None = api_tokens.find(given.removeprefix(BEARER).strip())
            if token is None:
                return HttpResponse(status=401, headers={"WWW-Authenticate": "Bearer"})
            request.user = api_tokens.person_of(token, reads=True)
        return get_response(request)

    return middleware
