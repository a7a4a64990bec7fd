"""What all public pages share."""

from collections.abc import Callable
from functools import partial, wraps

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from ..models import Division, Event
from ..permissions import sees_results
from ..record.left_open import left_open
from .answers import Step, crumbs
from .changes import number_of
from .common import event_page
from .requests import PageRequest
from .social import preview


def results_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page of results: 404 to whoever may not see them yet, as if there were none."""

    @wraps(view)
    def page(request: PageRequest, event: Event, **parts) -> HttpResponse:
        if not sees_results(event, request.capabilities):
            raise Http404
        return view(request, event, **parts)

    return event_page()(page)


def standing_title(division: Division, kind: str) -> str:
    return (_("%(grade)s, teams") if kind == "teams" else "%(grade)s") % {"grade": division.label}


def show(request: PageRequest, name: str, steps: list[Step], status: int = 200, **context):
    """A public page that follows what changes. One with a `next_screen` is shown on a projector too, as `?projector=1`, and
    goes on to that; a player's and a team's own pages have none."""
    event = request.event
    context |= {
        "crumbs": crumbs(event, (event.name, "event"), *steps) if steps else [],
        "live": status == 200 and event.is_public,
        "changes": number_of(event),
        "left_open": partial(left_open, event),  # worked out where a page says it
        "projector": "next_screen" in context and request.GET.get("projector") == "1",
        "preview": preview(request, steps[-1][0] if steps else "", context.pop("told", "")),
    }
    return render(request, f"public/{name}.html", context, status=status)
