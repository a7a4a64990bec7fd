"""Helpers for pages with forms: trying an action, breadcrumbs, and CSV downloads."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ..common.refusals import Refused
from ..models import Event, Round
from .pages import PageRequest, put_on_form, tell

Crumb = dict[str, str]
CrumbStep = tuple[Any, ...]


def attempted(form: Form, act: Callable[[], Any]) -> tuple[int | None, Any]:
    """Run `act` if the form was sent and is valid. None and what it returned when it is done; otherwise the HTTP status
    to answer with, and the form has the reasons. 200 for a form that was not sent."""
    if not form.is_bound:
        return 200, None
    if not form.is_valid():
        return 400, None
    try:
        return None, act()
    except Refused as refused:
        put_on_form(form, refused)
        return refused.status, None


def attempt(form: Form, act: Callable[[], object]) -> int | None:
    """The status of `attempted`, where what `act` returns does not matter."""
    return attempted(form, act)[0]


def pressed(request: HttpRequest, act: Callable[[], Any]) -> tuple[int | None, Any]:
    """Run `act` for a button without fields. None and what it returned when it is done; otherwise the HTTP status, and
    the reason is shown at the top of the next page."""
    try:
        return None, act()
    except Refused as refused:
        tell(request, refused)
        return refused.status, None


def press(request: HttpRequest, act: Callable[[], object]) -> int | None:
    """The status of `pressed`, where what `act` returns does not matter."""
    return pressed(request, act)[0]


def go_on(request: PageRequest, sentence: str, page: str, *parts: object) -> HttpResponse:
    """Redirect to another page of the event, with `sentence` at its top."""
    messages.success(request, sentence)
    return redirect(page, request.event.slug, *parts)


def crumbs(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs from (label, page name, arguments after the event…); the last needs only its label."""
    return [
        {"label": label, "url": reverse(page[0], args=[event.slug, *page[1:]]) if page else ""}
        for label, *page in steps
    ]


def trail(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs below “Organise”."""
    return crumbs(event, (_("Organise"), "run"), *steps)


def judge_trail(event: Event, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs below “Judge”."""
    return crumbs(event, (_("Judge"), "judge-queue"), *steps)


def desk_trail(request: PageRequest, *steps: CrumbStep) -> list[Crumb]:
    """Breadcrumbs of a page that judges and organisers share: below “Organise” for organisers, else below “Judge”."""
    return (trail if "run" in request.capabilities else judge_trail)(request.event, *steps)


def as_csv(filename: str, rows: Iterable[Iterable[str]]) -> HttpResponse:
    """A CSV file to download, with the mark by which spreadsheets know UTF-8."""
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return HttpResponse(
        b"\xef\xbb\xbf" + text.getvalue().encode(),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{filename}"'},
    )


def as_private_file(body: bytes | str, content_type: str, filename: str) -> HttpResponse:
    """A file to save that no cache may keep."""
    headers = {"Content-Disposition": f'attachment; filename="{filename}"', "Cache-Control": "private, no-store"}
    return HttpResponse(body, content_type=content_type, headers=headers)


def posted(request: PageRequest) -> dict:
    """A form's data and files when the request is a POST, nothing otherwise: `Form(**posted(request))`."""
    return {"data": request.POST, "files": request.FILES} if request.method == "POST" else {}


def sheets_trail(event: Event, round_: Round | None = None, *labels: str) -> list[Crumb]:
    here = [(round_.name, "board", round_.position)] if round_ else []
    return crumbs(event, (_("Sheets"), "sheets"), *here, *((label,) for label in labels))
