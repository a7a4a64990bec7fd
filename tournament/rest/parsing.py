"""JSON that is sent: not nested too deeply, and only text that can be recorded."""

from json import JSONDecodeError
from typing import Any

from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from judging.plain_text import readable, texts_in, unwritable_at

from ..common.refusals import Refused
from ..models import User

AROUND = 20  # characters that are quoted before and after


class PersonRequest(Request):
    """The request of somebody who is signed in, as the default permission asks."""

    user: User


class ShallowJSON(JSONParser):
    """JSON; brackets nested too deeply are a 400, not a server error."""

    def parse(self, stream, media_type=None, parser_context=None):
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise exceptions.ParseError(_("What was sent is nested too deeply.")) from error
        except exceptions.ParseError as error:
            if isinstance(cause := error.__context__, JSONDecodeError):
                facts = {"line": cause.lineno, "place": cause.colno}
                sentence = _("What was sent is not JSON: look at line %(line)s, character %(place)s.")
                raise exceptions.ParseError(sentence % facts) from error
            raise exceptions.ParseError from error


def read(shape: type[serializers.Serializer], data: Any, *, knows_all: bool = False, **more: Any) -> dict[str, Any]:
    """The checked values; `knows_all` refuses a field that the shape does not have. Raises ValidationError, or Refused
    for text that cannot be recorded."""
    for name, value in data.items() if isinstance(data, dict) else [("", data)]:
        for text in texts_in([name, value]):
            if place := unwritable_at(text, lines=True):
                sentence = _("Character %(place)s of “%(text)s” is invisible. It cannot be recorded.")
                facts = {"place": place, "text": readable(text[max(0, place - AROUND) : place + AROUND])}
                raise Refused("unwritable", sentence % facts, status=400, fields={name: sentence % facts})
    sent = shape(data=data, **more)
    if knows_all and isinstance(data, dict) and (unknown := data.keys() - sent.fields.keys()):
        raise serializers.ValidationError({name: [_("There is no such field.")] for name in sorted(unknown)})
    sent.is_valid(raise_exception=True)
    return dict(sent.validated_data)
