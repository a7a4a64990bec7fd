"""Answers for a full disk or a failing database: a true sentence, as a page or for a script."""

import errno
import logging
import shutil
import sqlite3
import sys

from django.conf import settings
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _

from .problems import is_of_api, problem_response

DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
POSTGRESQL_DISK_FULL = "53100"
LEAST_ROOM = 1_000_000  # bytes; below it a database fails for want of room, whatever it calls its error
LITTLE_ROOM = 20_000_000

SENTENCES = {
    "disk_full": _(
        "The disk is full: nothing more can be saved. When there is room again, everything goes on by itself."
    ),
    "unavailable": _("The database does not answer: nothing can be saved at the moment. Try again in a minute."),
}

log = logging.getLogger(__name__)


def code(error: BaseException | None) -> str:
    """The code of what this error means for people, one of SENTENCES; empty for a mistake of ours. It is logged."""
    if _is_full(error):
        outage = "disk_full"
    elif isinstance(error, OperationalError):
        outage = "unavailable"
    else:
        return ""
    log.error("Nothing can be saved: %s", error)
    return outage


def answer(request: HttpRequest, error: BaseException | None) -> HttpResponse | None:
    """A page that says what is wrong, or JSON for a script; None for a mistake of ours."""
    if not (outage := code(error)):
        return None
    if is_of_api(request) or _is_for_scripts(request):
        return problem_response(503, outage, str(SENTENCES[outage]))
    return HttpResponse(render_to_string("503.html", {"is_full": outage == "disk_full"}), status=503)


def server_error(request: HttpRequest) -> HttpResponse:
    """The page for errors outside of a view, such as a file that finds no room while the form is being read."""
    if outage := answer(request, sys.exception()):
        return outage
    log.error("Failed: %s %s", request.method, request.path, exc_info=True)
    if is_of_api(request):
        number = request.META.get("HTTP_X_REQUEST_ID", "")
        return problem_response(500, "failed", str(_("Something went wrong here. Its number is %s.") % number))
    return HttpResponse(render_to_string("500.html", {"number": request.META.get("HTTP_X_REQUEST_ID")}), status=500)


def room_left(request: HttpRequest) -> dict:
    """Context processor: how many MB are free on the disk, where that is little."""
    return {"little_room": _little_room}


def _little_room() -> str:
    free = _free()
    return f"{free / 1e6:.0f} MB" if free < LITTLE_ROOM else ""


def _is_full(error: BaseException | None) -> bool:
    for each in (error, getattr(error, "__cause__", None)):
        if isinstance(each, OSError) and each.errno in DISK_FULL:
            return True
        if getattr(each, "sqlite_errorcode", 0) == sqlite3.SQLITE_FULL:
            return True
        if getattr(each, "sqlstate", "") == POSTGRESQL_DISK_FULL:
            return True
    return isinstance(error, OperationalError) and _free() < LEAST_ROOM


def _free() -> int:
    try:
        return shutil.disk_usage(settings.VAR_DIR).free
    except OSError:  # a server that has everything elsewhere
        return LITTLE_ROOM


def _is_for_scripts(request: HttpRequest) -> bool:
    return "application/json" in (request.content_type, request.headers.get("Accept"))
