"""The base of API views that write: every refusal is {code, sentence, lines}."""

from django.core.exceptions import RequestDataTooBig
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from judging.plain_text import UNSTORABLE, readable

from ..common.refusals import Refused
from ..models import User
from . import outages
from .permissions import NotAllowed


class ShallowJSON(JSONParser):
    """JSON; brackets nested too deeply are a 400, not a server error."""

    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError("JSON parse error - nested too deeply") from error


class PersonRequest(Request):
    """The request of somebody who is signed in, as the default permission asks."""

    user: User


class ActionAPIView(APIView):
    """A view whose actions may refuse. A person who is not signed in gets 401, so that the page can tell them."""

    parser_classes = [ShallowJSON]

    def get_authenticate_header(self, request) -> str:
        return "Session"

    def handle_exception(self, exc: Exception) -> Response:
        if isinstance(exc, Refused):
            lines = {key: {"line": [sentence]} for key, sentence in exc.fields.items()}
            return error_response(exc.status, exc.code, exc.sentence, lines)
        if isinstance(exc, NotAllowed):
            return error_response(status.HTTP_403_FORBIDDEN, "not_allowed", exc.sentence)
        if isinstance(exc, RequestDataTooBig):
            return error_response(413, "too_large", _("That is too much to send at once. Nothing was saved."))
        if code := outages.code(exc):
            return error_response(503, code, str(outages.SENTENCES[code]))
        response = super().handle_exception(exc)
        response.data = sendable(_body(exc, response.data))
        return response


def error_response(status_code: int, code: str, sentence: str, lines: dict | None = None) -> Response:
    return Response(sendable(_error_body(code, sentence, lines=lines or {})), status=status_code)


def sendable(data: dict) -> dict:
    """The data without what UTF-8 cannot hold: a refusal may quote half a character that was sent."""
    return readable(data, UNSTORABLE)


def _error_body(code: str, sentence: str, **more: dict) -> dict:
    return {"code": code, "sentence": sentence, "lines": {}, **more}


def _body(exc: Exception, data: dict) -> dict:
    if isinstance(exc, exceptions.NotAuthenticated):
        return _error_body("signed_out", _("You are signed out. Sign in again to go on."))
    if isinstance(exc, exceptions.ValidationError):
        return _error_body("invalid", _("Some of this cannot be saved as it is."), fields=data)
    code = getattr(exc, "default_code", "not_found")
    sentence = str(data.get("detail", ""))
    return _error_body("csrf" if sentence.startswith("CSRF") else code, sentence)
