"""Who a request acts for: the person of a session, or of a program's token (`Authorization: Bearer …`)."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, SessionAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from ..models import ApiToken, User
from ..sign_in import api_tokens


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
