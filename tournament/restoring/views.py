"""The pages of backups, for the site's administrator: the list, and one to download or to go back to."""

import logging
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.http import FileResponse, Http404, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from ..backups import actions as backups
from ..backups.files import CannotBackUp, CannotRestore, Manifest, StoredBackup, stored_backups
from ..backups.requested import REASONS
from ..common.refusals import Refused, invalid
from ..models import Event
from ..web.help import guided_by
from ..web.pages import Crumb, PageRequest, attempt, posted, trail
from ..web.permissions import capabilities, require_administrator
from ..web.sent_text import checks_its_text
from .forms import DOWNLOAD, EVENT, UseBackup
from .one_event import restore_event
from .queries import EventSince, events_since

log = logging.getLogger(__name__)


def for_administrators(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    @guided_by("organiser#backups")
    @never_cache
    @login_required
    @checks_its_text
    @wraps(view)
    def page(request: PageRequest, **parts: str) -> HttpResponseBase:
        require_administrator(request.user)
        event = Event.objects.filter(slug=request.GET.get("event", "")).first()
        with override(event.time_zone if event else settings.TIME_ZONE):
            return view(request, **parts)

    return page


def _crumbs(request: PageRequest, *label: str) -> list[Crumb]:
    """Breadcrumbs below “Organise” of the event from which the person came, if they organise it."""
    event = Event.objects.filter(slug=request.GET.get("event", "")).first()
    above = trail(event) if event and "run" in capabilities(request.user, event) else []
    backups_here = reverse("backups") + (f"?event={event.slug}" if event and above else "")
    return [
        *above,
        {"label": _("Backups"), "url": backups_here if label else ""},
        *({"label": each, "url": ""} for each in label),
    ]


@for_administrators
def backup_list(request: PageRequest) -> HttpResponseBase:
    stored = [(each, REASONS.get(each.reason, each.reason)) for each in stored_backups()]
    return render(request, "restoring/backups.html", {"stored": stored, "crumbs": _crumbs(request)})


@for_administrators
def backup_page(request: PageRequest, name: str) -> HttpResponseBase:
    stored = next((each for each in stored_backups() if each.path.name == name), None)
    if stored is None:
        raise Http404
    manifest, problem, events = _look(stored)
    form = UseBackup(events, **posted(request))
    status = attempt(form, lambda: _use(request, stored, form))
    if status is None and form.cleaned_data["use"] == DOWNLOAD:
        return FileResponse(stored.path.open("rb"), as_attachment=True, filename=name)
    if status is None:
        return _restored(request, stored, form.cleaned_data["use"])
    context = {
        "stored": stored,
        "problem": problem,
        "pictures": manifest and manifest.pictures,
        "events": events,
        "gone": Event.objects.exclude(slug__in=manifest.events) if manifest else (),
        "form": form,
        "crumbs": _crumbs(request, _("Backup")),
    }
    return render(request, "restoring/backup.html", context, status=status)


def _restored(request: PageRequest, stored: StoredBackup, use: str) -> HttpResponseBase:
    """Says what is back, and shows the backup of the state before; with the whole site, people may be signed out."""
    event = Event.objects.filter(slug=use.removeprefix(EVENT)).first() if use.startswith(EVENT) else None
    sentence = _(
        "%(what)s is back in its state of %(at)s. The state before is a backup too: you can go back to it in the same"
        " way."
    )
    at = date_format(localtime(stored.made_at), "DATETIME_FORMAT")
    messages.success(request, sentence % {"what": event.name if event else _("The site"), "at": at})
    return redirect("backups" if event else "home")


def _look(stored: StoredBackup) -> tuple[Manifest | None, str, list[EventSince]]:
    """What is in the file, or why it cannot be restored."""
    try:
        manifest = backups.look(stored.path)
    except CannotRestore as error:
        return None, str(error), []
    return manifest, "", events_since(manifest)


def _use(request: PageRequest, stored: StoredBackup, form: UseBackup) -> None:
    use, password = form.cleaned_data["use"], form.cleaned_data["password"]
    if authenticate(request, username=request.user.username, password=password) != request.user:
        raise invalid(password=_("This is not your password."))
    log.warning("%s: %s by user %s", stored.path.name, use, request.user.pk)
    try:
        if use.startswith(EVENT):
            restore_event(by=request.user, path=stored.path, slug=use.removeprefix(EVENT))
        elif use != DOWNLOAD:
            backups.restore(stored.path)
    except (CannotRestore, CannotBackUp) as problem:
        raise Refused("cannot_restore", str(problem)) from problem


site_urlpatterns = [
    path("backups/", backup_list, name="backups"),
    path("backups/<str:name>/", backup_page, name="backup"),
]
