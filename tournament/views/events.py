"""An event as its organiser sees it: the start page, the day's steps, settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from ..actions import events
from ..forms.events import AddGrade, ChangeEvent, CreateEvent
from ..models import Event, Membership, Round
from ..permissions import NotAllowed
from ..record import steps
from ..record.criteria import chain_of, in_words
from ..record.progress import progress
from ..record.publications import as_announced
from .answers import attempt, go_on, posted, press, trail
from .common import event_page
from .requests import PageRequest


def home(request: PageRequest) -> HttpResponse:
    """The events everybody may see, and for who is signed in those she works at."""
    mine: dict[Event, list[Membership]] = {}
    if request.user.is_authenticated:
        memberships = Membership.objects.filter(user=request.user).select_related("event")
        for membership in memberships.order_by("-event__held_on", "event__name", "role"):
            mine.setdefault(membership.event, []).append(membership)
    shown = Event.objects.filter(~Q(visibility=Event.Visibility.HIDDEN))
    public = list(shown.exclude(pk__in=[event.pk for event in mine]))
    as_announced(*public)
    public.sort(key=lambda event: (-event.held_on.toordinal(), event.name))
    return render(
        request,
        "events/home.html",
        {
            "mine": list(mine.items()),
            "public": public,
            "may_create": getattr(request.user, "may_create_events", False),
        },
    )


@login_required
def create(request: PageRequest) -> HttpResponse:
    if not request.user.may_create_events:
        raise NotAllowed("create")
    form, made = CreateEvent(**posted(request)), []
    status = attempt(form, lambda: made.append(events.create(by=request.user, **form.cleaned_data)))
    if status is None:
        return redirect("run", made[0].slug)
    return render(request, "events/create.html", {"form": form}, status=status)


@event_page(needs="run")
def run(request: PageRequest, event: Event) -> HttpResponse:
    so_far = progress(event)
    the_day = steps.steps(event, so_far)
    context = {
        "progress": so_far,
        "steps": [(step, _address(event, step)) for step in the_day],
        "next": steps.next_step(the_day),
        "crumbs": trail(event),
    }
    return render(request, "events/run.html", context)


def _address(event: Event, step: steps.Step) -> str:
    return reverse(step.page, args=[event.slug, *step.args]) if step.page else ""


def settings_of(event: Event) -> dict:
    return {name: getattr(event, name) for name in ChangeEvent.base_fields}


def _settings_form(event: Event, **sent) -> ChangeEvent:
    form = ChangeEvent(**sent, initial=settings_of(event))
    if event.rounds.filter(status=Round.Status.FINAL).exists():
        form.leave_kin_to_a_rescore(reverse("rescore-kin", args=[event.slug]))
    return form


@event_page(needs="run")
def settings(request: PageRequest, event: Event) -> HttpResponse:
    form = _settings_form(event, **posted(request))
    status = attempt(form, lambda: events.change(by=request.user, event=event, **form.cleaned_data))
    if status is None:
        return go_on(request, _("The settings are saved."), "event-settings")
    return _settings_page(request, event, form, AddGrade(), status)


def _settings_page(
    request, event: Event, form: ChangeEvent, add_grade: AddGrade, status: int
) -> HttpResponse:
    context = {
        "form": form,
        "add_grade": add_grade,
        "criteria": in_words(chain_of(event)),
        "divisions": progress(event).divisions,
        "crumbs": trail(event, (_("Settings"),)),
    }
    return render(request, "events/settings.html", context, status=status)


@event_page(needs="run")
@require_POST
def division_add(request: PageRequest, event: Event) -> HttpResponse:
    form = AddGrade(request.POST)
    status = attempt(
        form, lambda: events.add_division(by=request.user, event=event, grade=form.cleaned_data["grade"])
    )
    if status is None:
        return redirect(reverse("event-settings", args=[event.slug]) + "#grades")
    return _settings_page(request, event, _settings_form(event), form, status)


@event_page(needs="run")
@require_POST
def division_remove(request: PageRequest, event: Event, grade: int) -> HttpResponse:
    division = get_object_or_404(event.divisions, grade=grade)
    if status := press(request, lambda: events.remove_division(by=request.user, division=division)):
        return _settings_page(request, event, _settings_form(event), AddGrade(), status)
    messages.success(request, _("%(grade)s is gone.") % {"grade": division.label})
    return redirect(reverse("event-settings", args=[event.slug]) + "#grades")


urlpatterns = [
    path("run/", run, name="run"),
    path("run/settings/", settings, name="event-settings"),
    path("run/grades/add/", division_add, name="division-add"),
    path("run/grades/<int:grade>/remove/", division_remove, name="division-remove"),
]
site_urlpatterns = [
    path("", home, name="home"),
    path("new-event/", create, name="create-event"),
]
