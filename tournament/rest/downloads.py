"""Files of pages for programs: an address that ends like a file (`sheets.pdf`, `event.json`) takes a token for GET too,
so that the API needs no second address for each."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from ..models import ApiToken
from ..sign_in import api_tokens

FILE = re.compile(r"/events/.+\.(pdf|csv|xlsx|json)")
BEARER = "Bearer "


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
