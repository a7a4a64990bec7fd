"""Refusals of the API as problem details (RFC 9457): {type, title, status, detail, code, errors}.

`code` is for programs and never changes; `detail` is the sentence, in the language that the request asks for; `errors`
has a sentence for each place: a field, or a path such as `lines/3/text`, or a line's key.
"""

from collections.abc import Iterable
from http import HTTPStatus

from django.http import HttpRequest, JsonResponse

from judging.plain_text import UNSTORABLE, readable

MEDIA_TYPE = "application/problem+json"


def is_of_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")


def details(status: int, code: str, detail: str, errors: Iterable[dict] = ()) -> dict:
    """A sentence may quote half a character that was sent; UTF-8 cannot hold that."""
    data = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "code": code,
        "detail": detail,
        "errors": list(errors),
    }
    return readable(data, UNSTORABLE)


def problem_response(status: int, code: str, detail: str) -> JsonResponse:
    """For what is refused outside of a view of REST framework."""
    return JsonResponse(details(status, code, detail), status=status, content_type=MEDIA_TYPE)
