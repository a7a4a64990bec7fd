"""The pages of a ceremony: choosing what to reveal, and the screen, which has one step at a time. For organisers
only."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Ceremony, Event
from ..web.pages import PageRequest, attempt, event_page, go_on, posted, press, tell, trail
from ..web.snapshot import snapshot
from . import ceremony_actions as actions, prepared_copies
from .ceremony import open_awards, with_awards
from .forms import Choose, standing_labels
from .queries import FINAL, obstacle, open_items


@event_page(needs="run", guide="organiser#the-ceremony", never_cached=True)
def ceremony(request: PageRequest, event: Event) -> HttpResponse:
    """Choose the standings and begin; continue a ceremony that has begun; publish afterwards."""
    with snapshot():
        form = Choose(event, with_awards(event), **posted(request))
    if status := attempt(form, lambda: actions.begin(by=request.user, event=event, **form.choices)):
        return render(request, "publication/ceremony_choose.html", _choosing(event, form), status=status)
    return redirect("ceremony-screen", event.slug)


def _choosing(event: Event, form: Choose) -> dict:
    with snapshot():
        begun = Ceremony.objects.filter(event=event).select_related("event").first()
        changed = actions.changed_standings(begun) if begun else []
        labels = standing_labels(event)
        return {
            "form": form,
            "begun": begun,
            "changed": [labels.get(each, each) for each in changed],
            "open_awards": open_awards(event),
            "open_items": open_items(event) if event.visibility != FINAL else [],
            "prepared": prepared_copies.progress(event) if event.visibility != FINAL else None,
            "obstacle": obstacle(event, FINAL) if event.visibility != FINAL else "",
            "crumbs": trail(event, (_("Ceremony"),)),
        }


@event_page(needs="run", guide="organiser#the-ceremony", get_only=True, never_cached=True)
def screen(request: PageRequest, event: Event) -> HttpResponse:
    """The screen for the hall, with only the current step."""
    ceremony = _begun(event)
    if ceremony is None:
        return redirect("ceremony", event.slug)
    return render(request, "publication/ceremony_screen.html", _step(ceremony))


@event_page(needs="run", get_only=True, never_cached=True)
def step(request: PageRequest, event: Event) -> HttpResponse:
    """The step that is shown now, which screens ask for every second; 204 if it is the one they have."""
    ceremony = _begun(event)
    if ceremony is None or request.GET.get("known") == ceremony.position:
        return HttpResponse(status=204)
    return _fragment(request, ceremony)


@event_page(needs="run", post_only=True)
def move(request: PageRequest, event: Event) -> HttpResponse:
    """One step on or back. The script gets the step or a sentence; without it the whole screen comes."""
    wants_step, given = "fragment" in request.POST, request.POST.get("position", "")
    try:
        actions.move(by=request.user, event=event, position=given, back=request.POST.get("way") == "back")
    except Refused as refused:
        if wants_step:
            return HttpResponse(refused.sentence, status=refused.status, content_type="text/plain; charset=utf-8")
        tell(request, refused)
        return redirect("ceremony-screen", event.slug)
    ceremony = _begun(event)
    return _fragment(request, ceremony) if wants_step and ceremony else redirect("ceremony-screen", event.slug)


@event_page(needs="run", post_only=True)
def accept(request: PageRequest, event: Event) -> HttpResponse:
    if press(request, lambda: actions.accept_changes(by=request.user, event=event)):
        return redirect("ceremony", event.slug)
    return go_on(request, _("The ceremony goes on with the results as they are now."), "ceremony")


def _begun(event: Event) -> Ceremony | None:
    return Ceremony.objects.filter(event=event).select_related("event").first()


def _fragment(request: PageRequest, ceremony: Ceremony) -> HttpResponse:
    return render(request, "publication/_ceremony_step.html", _step(ceremony))


def _step(ceremony: Ceremony) -> dict:
    try:
        with snapshot():
            step = actions.current_step(ceremony)
            return {"step": step, "position": ceremony.position, "shows_penalties": ceremony.shows_penalties}
    except Refused as refused:
        return {"held": refused.sentence, "position": "held"}


urlpatterns = [
    path("ceremony/", ceremony, name="ceremony"),
    path("ceremony/screen/", screen, name="ceremony-screen"),
    path("ceremony/step/", step, name="ceremony-step"),
    path("ceremony/move/", move, name="ceremony-move"),
    path("ceremony/accept/", accept, name="ceremony-accept"),
]
