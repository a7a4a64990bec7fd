"""What every template has: the event, what the person may do there, and the navigation that follows from it."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from .. import VERSION
from ..common.installation import MANAGE, START
from ..models.publications import unfinished
from .help import help_address
from .site_address import is_only_here


def event_context(request: HttpRequest) -> dict:
    """Context processor: the event, what this person may do there, and the navigation that follows from it."""
    event = getattr(request, "event", None)
    able: frozenset[str] = getattr(request, "capabilities", frozenset())
    shared = {"is_only_here": partial(is_only_here, request), "help_url": help_address(request)}
    shared |= {"program_version": VERSION, "contact": settings.CONTACT}
    shared |= {"start_command": START, "manage_command": MANAGE}
    if event is None:
        return {"event": None, "capabilities": able, "nav_items": [], **shared}
    links = (
        ("event", _("Results"), True),
        ("check-in", _("Check-in"), "door" in able),
        ("keying-rounds", _("Type sheets"), "key" in able),
        ("sheets", _("Sheets"), "custody" in able),
        ("judge-queue", _("Judge"), "rule" in able),
        ("games", _("Live games"), "host" in able),
        ("run", _("Organise"), "run" in able),
        ("history", _("History"), "desk" in able),
    )
    items = [
        {"label": label, "url": url, "current": _is_current(request.path, name, url)}
        for name, label, shown in links
        if shown and able
        for url in [reverse(name, args=[event.slug])]
    ]
    shared["unfinished_copy"] = partial(unfinished, event) if "desk" in able else None
    return {"event": event, "capabilities": able, "nav_items": items, **shared}


def _is_current(path: str, name: str, url: str) -> bool:
    return path == url if name == "event" else path.startswith(url)
