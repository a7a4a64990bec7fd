"""The public export beside the public pages, for whoever wants to count again."""

from django.http import HttpResponse, HttpResponseNotModified
from django.urls import path
from django.utils.cache import patch_cache_control
from django.utils.http import parse_etags, quote_etag

from ..exporting import public
from ..exporting.fingerprint import fingerprint
from ..models import Event
from .published import results_page
from .requests import PageRequest


@results_page
def event_export(request: PageRequest, event: Event) -> HttpResponse:
    """The document as a file. Who sends the ETag of the one she has gets 304 while nothing has changed."""
    etag = quote_etag(fingerprint(event))
    known = parse_etags(request.headers.get("If-None-Match", ""))
    if etag in known or f"W/{etag}" in known:
        answer: HttpResponse = HttpResponseNotModified()
    else:
        answer = HttpResponse(public.shown(event), content_type="application/json")
        answer["Content-Disposition"] = f'attachment; filename="{event.slug}.json"'
    answer["ETag"] = etag
    patch_cache_control(answer, no_cache=True)
    return answer


urlpatterns = [path("event.json", event_export, name="event-export")]
