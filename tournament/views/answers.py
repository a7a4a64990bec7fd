"""What organiser pages share: trying an action with a form, the way back, and files to download."""

import csv
import io
from collections.abc import Callable, Iterable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from ..actions import Refused
from ..models import Event
from .common import put_on_form, tell
from .requests import PageRequest

Crumb = dict[str, str]
Step = tuple[Any, ...]


def attempt(form: Form, act: Callable[[], object]) -> int | None:
    """Do what the form asks: None when it is done; otherwise the status to answer with, the reasons being on the form.
    A form that was not sent is shown."""
    if not form.is_bound:
        return 200
    if not form.is_valid():
        return 400
    try:
        act()
    except Refused as refused:
        put_on_form(form, refused)
        return refused.status
    return None


def press(request: PageRequest, act: Callable[[], object]) -> int | None:
    """Do what a button without fields asks: None when it is done; otherwise the status to answer with, the reason being at
    the top of the next page."""
    try:
        act()
    except Refused as refused:
        tell(request, refused)
        return refused.status
    return None


def go_on(request: PageRequest, said: str, page: str, *parts: object) -> HttpResponse:
    """To another page of the event, which says first what was done."""
    messages.success(request, said)
    return redirect(page, request.event.slug, *parts)


def crumbs(event: Event, *steps: Step) -> list[Crumb]:
    """Breadcrumbs: of each step its label, the name of its page and what follows the event in the address. The last one is
    the page itself and needs its label alone."""
    return [
        {"label": label, "url": reverse(page[0], args=[event.slug, *page[1:]]) if page else ""}
        for label, *page in steps
    ]


def trail(event: Event, *steps: Step) -> list[Crumb]:
    """Breadcrumbs below “Organise”."""
    return crumbs(event, (_("Organise"), "run"), *steps)


def judge_trail(event: Event, *steps: Step) -> list[Crumb]:
    """Breadcrumbs below “Judge”."""
    return crumbs(event, (_("Judge"), "judge-queue"), *steps)


def desk_trail(request: PageRequest, *steps: Step) -> list[Crumb]:
    """Breadcrumbs of a page of the judges' table: below “Organise” for who organises, below “Judge” for who only judges."""
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


def posted(request: PageRequest) -> dict:
    """A form's data and files when the request is a POST, nothing otherwise: `Form(**posted(request))`."""
    return {"data": request.POST, "files": request.FILES} if request.method == "POST" else {}
