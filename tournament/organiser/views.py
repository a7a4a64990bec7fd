"""The start page, the organiser's checklist and an event's settings."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _

from ..accounts import first_account
from ..backups import requested
from ..models import Event, Membership, Role, Round
from ..standalone import demo_loading
from ..standings.criteria import chain_of, in_words
from ..web.help import guided_by
from ..web.pages import PageRequest, attempt, attempted, event_page, go_on, posted, press, pressed, trail
from ..web.permissions import NotAllowed, is_administrator
from ..web.published.storage import as_announced
from ..web.sent_text import checks_its_text
from . import actions as events, checklist
from .forms import AddGrade, ChangeEvent, CreateEvent
from .progress import progress

MOST_EARLIER = 20  # events that a new one can be made like


def home(request: PageRequest) -> HttpResponse:
    """The public events and, for a signed-in person, the events they work at."""
    loading = demo_loading.progress()
    if "fragment" in request.GET:
        return render(request, "organiser/_demo.html", {"loading": loading})
    own: dict[Event, list[Membership]] = {}
    if request.user.is_authenticated:
        memberships = Membership.objects.filter(user=request.user).select_related("event")
        for membership in memberships.order_by("-event__held_on", "event__name", "role"):
            own.setdefault(membership.event, []).append(membership)
    archived = [event for event in own if event.archived_at]
    shown = Event.objects.filter(~Q(visibility=Event.Visibility.HIDDEN), archived_at=None)
    public = list(shown.exclude(pk__in=[event.pk for event in own]))
    as_announced(*public)
    public.sort(key=lambda event: (-event.held_on.toordinal(), event.name))
    return render(
        request,
        "organiser/home.html",
        {
            "loading": loading,
            "own": [(event, held) for event, held in own.items() if not event.archived_at],
            "archived": archived,
            "public": public,
            "demo": next((event for event in public if event.slug == demo_loading.SLUG), None),
            "may_create": getattr(request.user, "may_create_events", False),
            "is_new": not first_account.is_taken(),
        },
    )


@guided_by("organiser#begin")
@login_required
@checks_its_text
def create(request: PageRequest) -> HttpResponse:
    if not request.user.may_create_events:
        raise NotAllowed("create")
    earlier = Event.objects.filter(memberships__user=request.user, memberships__role=Role.ORGANISER)
    own_zone = earlier.order_by("pk").values_list("time_zone", flat=True).last()
    form = CreateEvent(own_zone=own_zone, **posted(request))
    status, made = attempted(form, lambda: events.create(by=request.user, **form.cleaned_data))
    if status is None:
        return redirect("run", made.slug)
    context = {"form": form, "earlier": earlier[:MOST_EARLIER]}
    return render(request, "organiser/create_event.html", context, status=status)


@event_page(needs="run")
def run(request: PageRequest, event: Event) -> HttpResponse:
    backup = requested.backup_state()
    if "backup" in request.GET:
        return render(request, "organiser/_backup.html", {"backup": backup})
    so_far = progress(event)
    the_day = checklist.steps(event, so_far)
    context = {
        "progress": so_far,
        "steps": [_with_address(event, step) for step in the_day],
        "next": [_with_button(event, step) for step in checklist.next_steps(the_day)],
        "left_open": " ".join(f"{step.title}: {step.detail}" for step in the_day if step.detail and not step.done),
        "backup": backup,
        "is_administrator": is_administrator(request.user),
        "crumbs": trail(event),
    }
    return render(request, "organiser/run.html", context)


@event_page(needs="run", guide="organiser#backups", post_only=True)
def backup_now(request: PageRequest, event: Event) -> HttpResponse:
    refused, is_new = pressed(request, lambda: requested.request_backup(by=request.user, event=event))
    if not refused and not is_new:
        messages.info(request, _("A backup is being made, or was made within the last minute."))
    return redirect(reverse("run", args=[event.slug]) + "#backup")


def _with_address(event: Event, step: checklist.ChecklistStep) -> tuple[checklist.ChecklistStep, str]:
    anchor = f"#{step.anchor}" if step.anchor else ""
    query = f"?{step.query}" if step.query else ""
    return step, reverse(step.page, args=[event.slug, *step.args]) + query + anchor


def _with_button(event: Event, step: checklist.ChecklistStep) -> tuple[checklist.ChecklistStep, str]:
    """The step with the address that its button posts to, or else with that of its page."""
    if step.posts_to:
        return step, reverse(step.posts_to, args=[event.slug, *step.args])
    return _with_address(event, step)


def settings_of(event: Event) -> dict:
    return {name: getattr(event, name) for name in ChangeEvent.base_fields}


def _settings_form(event: Event, **sent) -> ChangeEvent:
    form = ChangeEvent(**sent, initial=settings_of(event))
    form.link_judges(reverse("people", args=[event.slug]))
    if event.rounds.filter(status=Round.Status.FINAL).exists():
        form.leave_kin_to_a_rescore(reverse("rescore-kin", args=[event.slug]))
    return form


@event_page(needs="run", guide="organiser#grades")
@checks_its_text
def settings(request: PageRequest, event: Event) -> HttpResponse:
    form = _settings_form(event, **posted(request))
    status = attempt(form, lambda: events.change(by=request.user, event=event, **form.cleaned_data))
    if status is None:
        return go_on(request, _("The settings are saved."), "event-settings")
    return _settings_page(request, event, form, AddGrade(), status)


def _settings_page(request, event: Event, form: ChangeEvent, add_grade: AddGrade, status: int) -> HttpResponse:
    context = {
        "form": form,
        "add_grade": add_grade,
        "criteria": in_words(chain_of(event)),
        "divisions": progress(event).divisions,
        "crumbs": trail(event, (_("Settings"),)),
    }
    return render(request, "organiser/settings.html", context, status=status)


@event_page(needs="run", guide="organiser#grades", post_only=True)
def division_add(request: PageRequest, event: Event) -> HttpResponse:
    form = AddGrade(request.POST)
    status = attempt(form, lambda: events.add_division(by=request.user, event=event, grade=form.cleaned_data["grade"]))
    if status is None:
        return redirect(reverse("event-settings", args=[event.slug]) + "#grades")
    return _settings_page(request, event, _settings_form(event), form, status)


@event_page(needs="run", guide="organiser#grades", post_only=True)
def division_remove(request: PageRequest, event: Event, grade: int) -> HttpResponse:
    division = get_object_or_404(event.divisions, grade=grade)
    if status := press(request, lambda: events.remove_division(by=request.user, division=division)):
        return _settings_page(request, event, _settings_form(event), AddGrade(), status)
    messages.success(request, _("%(grade)s is gone.") % {"grade": division.label})
    return redirect(reverse("event-settings", args=[event.slug]) + "#grades")


urlpatterns = [
    path("run/", run, name="run"),
    path("run/backup/", backup_now, name="backup-now"),
    path("run/settings/", settings, name="event-settings"),
    path("run/grades/add/", division_add, name="division-add"),
    path("run/grades/<int:grade>/remove/", division_remove, name="division-remove"),
]
site_urlpatterns = [
    path("", home, name="home"),
    path("new-event/", create, name="create-event"),
]
