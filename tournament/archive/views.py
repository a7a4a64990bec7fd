"""Archiving and deleting an event."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Anonymisation, Event
from ..publication.rendering import carry_out
from ..web.pages import PageRequest, attempt, event_page, go_on, posted, press, trail
from . import actions, anonymise
from .forms import RemoveNames


@event_page(needs="run", guide="organiser#players-and-teams")
def put_away(request: PageRequest, event: Event) -> HttpResponse:
    """What archiving and deleting do, and their buttons."""
    status = 200
    if request.method == "POST":
        do = request.POST.get("do", "")
        refused = press(request, lambda: _act(request, event, do))
        if not refused:
            return redirect("home") if do == "delete" else redirect("event-archive", event.slug)
        status = refused
    return _page(request, event, RemoveNames(), status)


def _page(request: PageRequest, event: Event, form: RemoveNames, status: int | None) -> HttpResponse:
    context = {
        "form": form,
        "obstacles": anonymise.obstacles(event),
        "lacks_copy": anonymise.lacks_copy(event),
        "removed": Anonymisation.objects.filter(event=event).last(),
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


@event_page(needs="run", guide="privacy", post_only=True)
def remove_names(request: PageRequest, event: Event) -> HttpResponse:
    form = RemoveNames(**posted(request))

    def act() -> None:
        anonymise.anonymise(by=request.user, event=event, name=form.cleaned_data["name"])

    if status := attempt(form, act):
        return _page(request, event, form, status)
    carry_out(anonymise.reissue, by=request.user, event=event)
    return go_on(request, _("The names are removed. Backups still have them: delete those too."), "event-archive")


@event_page(needs="run", guide="privacy", post_only=True)
def sign_again(request: PageRequest, event: Event) -> HttpResponse:
    """Make the new copy, if the program was stopped after names were removed and before it was made."""
    carry_out(anonymise.reissue, by=request.user, event=event)
    return redirect("event-archive", event.slug)


urlpatterns = [
    path("run/archive/", put_away, name="event-archive"),
    path("run/archive/names/", remove_names, name="event-names"),
    path("run/archive/sign/", sign_again, name="event-sign-again"),
]
