"""What the public reads in place of the record: pages of a copy as bytes, the same for everybody.

The two doors to an event's public pages, `views.common.event_page` and `api.public.PublicView`, ask here first. Nothing
that happened after the copy was made is in an answer: neither in its body nor its headers, and what is not in the copy
is one page that says nothing of the event.
"""

import hashlib
import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from ..models import Event
from ..record.publications import find_page, has_language, unpack
from .addresses import asked

NUMBER = re.compile(r"\s*\+?0*([1-9][0-9]{0,9})\s*")
SECONDS = 10  # after which it makes sense to ask whether the copy is ready


def event_as_shown(request: HttpRequest) -> Event | None:
    """The event as the page is to show it, where this request is one of those that a copy is made with."""
    return getattr(request, "copied_as", None)


def in_place_of(request: HttpRequest, event: Event, able: frozenset[str]) -> HttpResponse | None:
    """The answer, where a copy is shown in place of the record; None for who reads the record itself. In its queries it
    reads the copy and nothing else. What is put on a projector is for the hall, whoever is signed in."""
    if event.shown_id is None or event_as_shown(request):
        return None
    if "desk" in able and request.GET.get("projector") != "1":
        return None
    language = _language(event)
    if request.resolver_match.url_name == "event" and "number" in request.GET:
        return _player(request, event, language)
    page = find_page(event.shown, asked(request), language)
    if page is None:
        return _not_there(request, event)
    return with_digest(request, unpack(page.body), page.content_type, _file(event, page.address))


def _not_there(request: HttpRequest, event: Event) -> HttpResponse:
    """While a copy is made nobody can say yet which pages it has not."""
    return missing(request) if event.shown.ready_at else _preparing(request)


def _language(event: Event) -> str:
    """The visitor's, if the copy was made in it; the site may have learnt it since."""
    wanted = translation.get_language() or settings.LANGUAGE_CODE
    return wanted if has_language(event.shown, wanted) else settings.LANGUAGE_CODE


def with_digest(request: HttpRequest, body: bytes, content_type: str, name: str) -> HttpResponse:
    """A page, or a file to keep under a name. Its digest is its ETag: who sends that gets 304 while it is the same."""
    answer = HttpResponse(body, content_type=content_type)
    answer["ETag"] = etag = quote_etag(hashlib.sha256(body).hexdigest())
    answer["Cache-Control"] = "no-cache"
    if name:
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return get_conditional_response(request, etag, None, answer)


def _file(event: Event, address: str) -> str:
    """Under which name a page is kept that is a file; empty for one that is read."""
    last = address.partition("?")[0].rpartition("/")[2]
    stem, _dot, extension = last.rpartition(".")
    if not stem:
        return ""
    return f"{event.slug}.{extension}" if stem == "event" else f"{event.slug}-{last}"


def _player(request: HttpRequest, event: Event, language: str) -> HttpResponse:
    """Where the player with the number that was typed is to be found, if the copy has her page."""
    if number := NUMBER.fullmatch(request.GET["number"]):
        address = reverse("entrant", args=[event.slug, int(number[1])])
        if find_page(event.shown, address, language):
            return HttpResponseRedirect(address)
    return _not_there(request, event)


def missing(request: HttpRequest) -> HttpResponse:
    """There is no such page: the same answer for all that is not in a copy."""
    if _is_for_programs(request):
        return _said(404, _("There is no such event, or its results are not public."))
    return HttpResponse(_page("404.html", translation.get_language()), status=404)


def _preparing(request: HttpRequest) -> HttpResponse:
    if _is_for_programs(request):
        answer = _said(503, _("The results are being prepared."))
    else:
        answer = HttpResponse(_page("publications/preparing.html", translation.get_language()), status=503)
    answer["Retry-After"] = str(SECONDS)
    return answer


def _said(status: int, sentence: str) -> HttpResponse:
    return JsonResponse({"detail": sentence}, status=status)


def _is_for_programs(request: HttpRequest) -> bool:
    return (request.resolver_match.url_name or "").startswith("api-")


@cache
def _page(template: str, language: str | None) -> str:
    """Rendered without the request: it names neither the event nor the visitor."""
    return render_to_string(template)
