"""The audit trail of an event, for its organisers and judges; and the address that tells an open page whether something
has changed, but not what."""

from dataclasses import replace
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from ..models import Event
from ..web.pages import PageRequest, crumbs, event_page
from .forms import SearchForm
from .trail import head_line
from .wording import describe

PAGE = 50


@event_page(needs="desk", guide="organiser#the-history")
def history(request: PageRequest, event: Event) -> HttpResponse:
    form = SearchForm(event, request.GET)
    sees_questions = "run" in request.capabilities
    is_valid = form.is_valid()
    valid_fields = [name for name in form.fields if name not in form.errors]
    asked = {name: request.GET[name] for name in valid_fields if request.GET.get(name)}
    matches = replace(form.search, names_questions=sees_questions).matches()
    page = Paginator(matches, PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "entries": describe(page.object_list, names_questions=sees_questions),
        "is_narrowed": bool(asked),
        "query": f"{urlencode(asked)}&" if asked else "",
        "head_line": head_line(event),
        "crumbs": crumbs(event, (_("History"),)),
    }
    return render(request, "audit/history.html", context, status=200 if is_valid else 400)


@require_safe
@cache_control(no_cache=True)
@conditional_page
@event_page(from_copy=False)
def changes(request: PageRequest, event: Event) -> HttpResponse:
    return JsonResponse({"number": event.change_number})


@event_page(from_copy=False, get_only=True)
def stream(request: PageRequest, event: Event) -> HttpResponse:
    """Under a server without event streams. 204 tells a browser not to come back, and its page asks for `changes`."""
    return HttpResponse(status=204)


urlpatterns = [
    path("history/", history, name="history"),
    path("changes/", changes, name="changes"),
    path("changes/stream", stream, name="changes-stream"),
]
