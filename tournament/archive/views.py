"""Archiving and deleting an event."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Event
from ..web.form_pages import press, trail
from ..web.pages import event_page
from ..web.requests import PageRequest
from . import actions


@event_page(needs="run")
def put_away(request: PageRequest, event: Event) -> HttpResponse:
    """What archiving and deleting do, and their buttons."""
    status = 200
    if request.method == "POST":
        do = request.POST.get("do", "")
        refused = press(request, lambda: _act(request, event, do))
        if not refused:
            return redirect("home") if do == "delete" else redirect("event-archive", event.slug)
        status = refused
    context = {
        "recorded": actions.recorded(event),
        "counts": {"players": event.players.count(), "rounds": event.rounds.count()},
        "crumbs": trail(event, (_("Settings"), "event-settings"), (_("Archive or delete"),)),
    }
    return render(request, "archive/archive.html", context, status=status)


def _act(request: PageRequest, event: Event, do: str) -> None:
    if do == "delete":
        actions.delete(by=request.user, event=event)
        messages.success(request, _("Deleted: %(name)s") % {"name": event.name})
    elif do == "unarchive":
        actions.unarchive(by=request.user, event=event)
    else:
        actions.archive(by=request.user, event=event)


urlpatterns = [path("run/archive/", put_away, name="event-archive")]
