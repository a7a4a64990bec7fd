"""REST framework's refusals, and those of actions, as problem details (`web.problems`)."""

from collections.abc import Iterable, Iterator

from django.core.exceptions import RequestDataTooBig
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import exception_handler

from ..common.refusals import Refused
from ..web import outages
from ..web.permissions import NotAllowed
from ..web.problems import MEDIA_TYPE, details


def problem(status: int, code: str, detail: str, errors: Iterable[dict] = ()) -> Response:
    return Response(details(status, code, detail, errors), status=status, content_type=MEDIA_TYPE)


def handle(error: Exception, context: dict) -> Response | None:
    """REST framework's EXCEPTION_HANDLER. None for what is a fault of ours."""
    if isinstance(error, Refused):
        errors = [{"place": place, "detail": sentence} for place, sentence in error.fields.items()]
        return problem(error.status, error.code, error.sentence, errors)
    if isinstance(error, NotAllowed):
        return problem(403, "not_allowed", error.sentence)
    if isinstance(error, RequestDataTooBig):
        return problem(413, "too_large", _("That is too much to send at once. Nothing was saved."))
    if code := outages.code(error):
        return problem(503, code, str(outages.SENTENCES[code]))
    response = exception_handler(error, context)
    if response is None:
        return None
    answer = problem(response.status_code, *_of_framework(error, response.data, context.get("request")))
    for name in ("WWW-Authenticate", "Retry-After", "Allow"):
        if name in response:
            answer[name] = response[name]
    return answer


def _of_framework(error: Exception, data: dict, request: Request | None) -> tuple[str, str, list[dict]]:
    """(code, sentence, errors) of an error of REST framework or Django. Without a request, something is only asked."""
    if isinstance(error, exceptions.NotAuthenticated):
        return "signed_out", _("You are signed out. Sign in again to go on."), []
    if isinstance(error, exceptions.ValidationError):
        if request is None or request.method in SAFE_METHODS:
            return "invalid", _("Some of what you ask for is missing or wrong."), list(_places(data))
        return "invalid", _("Some of this cannot be saved as it is."), list(_places(data))
    if isinstance(error, Http404):
        return "not_found", _("There is nothing here, or nothing that you may see."), []
    sentence = str(data.get("detail", ""))
    if sentence.startswith("CSRF"):
        return "csrf", _("We could not check that this request came from a page of ours. Load the page again."), []
    return getattr(error, "default_code", "not_found"), sentence, []


def _places(data: object, path: str = "") -> Iterator[dict]:
    """{place, detail} for each sentence in the nested errors of serializers."""
    if isinstance(data, dict):
        for name, inside in data.items():
            yield from _places(inside, f"{path}/{name}" if path else str(name))
    elif isinstance(data, list):
        for at, inside in enumerate(data):
            yield from _places(inside, f"{path}/{at}" if isinstance(inside, dict | list) else path)
    else:
        yield {"place": path, "detail": str(data)}
