"""Serving a published copy in place of the live pages: the same bytes for everybody.

`web.pages.event_page` and `rest.public.PublicView` ask here first. No answer shows anything that happened after the
copy was made, in its body or its headers. What is not in the copy gets one 404 page that does not name the event.
"""

import hashlib
import re
from functools import cache

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import gettext as _

from ...common import limits
from ...models import Event, Publication
from ...models.publications import unfinished
from ..problems import problem_response
from .addresses import page_name, public_pages, requested_address
from .names import find_names
from .storage import NotMade, as_announced, find_page, has_language, unpack

NUMBER = re.compile(r"\s*\+?0*([1-9][0-9]{0,9})\s*")
SECONDS = 10  # after which it makes sense to ask whether the copy is ready
CODES = {403: "at_the_ceremony", 503: "in_a_moment"}  # of a copy's stand-ins, for programs
TO_COME = "X-To-Come"  # a header of an answer in whose place there is another one within a moment
MAIN = b'<main id="main" tabindex="-1">'  # in every stored page, from base.html


def event_as_shown(request: HttpRequest) -> Event | None:
    """The event to show, if this request is one that makes the copy; otherwise None."""
    return getattr(request, "copied_as", None)


def in_place_of(request: HttpRequest, event: Event, able: frozenset[str]) -> HttpResponse | None:
    """The page from the copy, or None where this person reads the live pages. It queries the copy only. A projector
    always shows the copy, also to organisers and judges."""
    if event_as_shown(request) or "desk" in able and request.GET.get("projector") != "1":
        return None
    if event.shown is None:
        return None
    try:
        return _from_copy(request, event, event.shown)
    except NotMade:
        return _in_a_moment(request, event)


def _from_copy(request: HttpRequest, event: Event, copy: Publication) -> HttpResponse:
    language = _language(copy)
    if page_name(request) == "event" and "number" in request.GET:
        return _player(request, event, copy, language)
    page = find_page(copy, requested_address(request), language)
    if page is None:
        return _not_there(request, event, copy)
    body = unpack(page.body)
    if page.content_type.startswith("text/html"):
        body = _with_line(request, event, body, language)
    return with_digest(request, body, page.content_type, _file(event, page.address))


def _with_line(request: HttpRequest, event: Event, body: bytes, language: str) -> bytes:
    """The page; while another copy is being made, with a line that says so at its top. Not on a projector."""
    copy = unfinished(event)
    if copy is None or not copy.is_being_made or request.GET.get("projector") == "1":
        return body
    with translation.override(language):
        line = render_to_string("publication/_in_a_moment.html")
    return body.replace(MAIN, MAIN + line.encode(), 1)


def _not_there(request: HttpRequest, event: Event, copy: Publication) -> HttpResponse:
    """What is not in the copy: 404, or before the ceremony that sentence."""
    if copy.kind == Publication.Kind.PROGRAMME and (copy.ready_at is None or _is_of_results(request)):
        return at_the_ceremony(request, event)
    return missing(request)


def _is_of_results(request: HttpRequest) -> bool:
    page = public_pages().get(page_name(request))
    return page is None or page.is_of_results or "number" in request.GET


def _language(copy: Publication) -> str:
    """The visitor's language if the copy has it; the site may have gained it later."""
    wanted = translation.get_language() or settings.LANGUAGE_CODE
    return wanted if has_language(copy, wanted) else settings.LANGUAGE_CODE


def with_digest(request: HttpRequest, body: bytes, content_type: str, name: str) -> HttpResponse:
    """A page, or a file to download under `name`. Its digest is its ETag, so an unchanged page is answered with 304."""
    answer = HttpResponse(body, content_type=content_type)
    answer["ETag"] = etag = quote_etag(hashlib.sha256(body).hexdigest())
    answer["Cache-Control"] = "no-cache"
    if name:
        answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return get_conditional_response(request, etag, None, answer) or answer


def _file(event: Event, address: str) -> str:
    """The download name of a page that is a file; empty for an ordinary page."""
    last = address.partition("?")[0].rpartition("/")[2]
    stem, _dot, extension = last.rpartition(".")
    if not stem:
        return ""
    return f"{event.slug}.{extension}" if stem == "event" else f"{event.slug}-{last}"


def _player(request: HttpRequest, event: Event, copy: Publication, language: str) -> HttpResponse:
    """To the page of the player with the number or name typed, if the copy has it; of several, the list."""
    text = request.GET["number"][: limits.SEARCH]
    if number := NUMBER.fullmatch(text):
        address = reverse("entrant", args=[event.slug, int(number[1])])
        if find_page(copy, address, language):
            return HttpResponseRedirect(address)
        return _not_there(request, event, copy)
    matches = find_names(copy, event.slug, language, text)
    if len(matches) == 1:
        return HttpResponseRedirect(matches[0][1])
    if not matches:
        return _not_there(request, event, copy)
    with translation.override(language):
        return HttpResponse(render_to_string("results/found.html", {"matches": matches}))


def at_the_ceremony(request: HttpRequest, event: Event) -> HttpResponse:
    """The page that stands in for every page of results until the ceremony, whether there is one behind it or not. It
    turns into the results by itself. Files and programs get 403."""
    return _stand_in(request, event, "publication/at_the_ceremony.html", _("The results come at the ceremony."), 403)


def _in_a_moment(request: HttpRequest, event: Event) -> HttpResponse:
    """What stands in for a page of a held copy until it is made. The web server asks again and does not show it, unless
    nobody makes that page because the process ended (`serving.asgi`). Then files and programs get 503, and an open page
    keeps what it shows and asks again later (`page_updates.js`)."""
    answer = _stand_in(request, event, "publication/in_a_moment.html", _("New results in a moment."), 503)
    answer["Retry-After"], answer["Cache-Control"] = str(SECONDS), "no-store"
    copy = unfinished(event)
    if copy is None or copy.is_being_made:  # without one, the copy was finished just now
        answer[TO_COME] = "1"
    return answer


def _stand_in(request: HttpRequest, event: Event, template: str, sentence: str, status_of_file: int) -> HttpResponse:
    if _is_for_programs(request):
        return problem_response(status_of_file, CODES[status_of_file], sentence)
    as_announced(event)
    request.event, request.capabilities = event, frozenset()  # type: ignore[attr-defined]  # for the template
    answer = render(request, template, {"sentence": sentence, "changes": event.change_number})
    answer.content = _with_line(request, event, answer.content, translation.get_language() or settings.LANGUAGE_CODE)
    answer.status_code = status_of_file if _is_file(request) else 200
    answer["Cache-Control"] = "no-cache"
    return answer


def _is_file(request: HttpRequest) -> bool:
    """Whether an address is of a file: all others end in a slash."""
    return not request.path.endswith("/")


def missing(request: HttpRequest) -> HttpResponse:
    """404: the same answer for everything that is not in a copy."""
    if _is_for_programs(request):
        return problem_response(404, "not_found", _("There is no such event, or its results are not public."))
    return HttpResponse(_missing_page(translation.get_language()), status=404)


def _is_for_programs(request: HttpRequest) -> bool:
    return page_name(request).startswith("api-")


@cache
def _missing_page(language: str | None) -> str:
    """Rendered without the request: it names neither the event nor the visitor."""
    return render_to_string("404.html")
