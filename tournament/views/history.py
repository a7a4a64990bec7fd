"""The audit trail of an event, for its organisers and judges."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..actions.audit import head_line
from ..models import Event
from ..record import trail
from ..record.told import tell
from ..record.verbs import TOPICS
from .answers import crumbs
from .common import event_page
from .requests import PageRequest

PAGE = 50


@event_page(needs="desk")
def history(request: PageRequest, event: Event) -> HttpResponse:
    about = request.GET.get("about", "")
    page = Paginator(trail.entries(event, about), PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "told": tell(page.object_list),
        "about": about if about in TOPICS else "",
        "query": f"about={about}&" if about in TOPICS else "",
        "topics": TOPICS.items(),
        "head_line": head_line(event),
        "crumbs": crumbs(event, (_("History"),)),
    }
    return render(request, "history/history.html", context)


urlpatterns = [path("history/", history, name="history")]
