"""Typed lines from a file."""

from django.http import HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ..actions import lines
from ..importing.lines import TEMPLATE, Plan, plan
from ..models import Event, Import
from .answers import as_csv
from .common import event_page
from .imports import Importer
from .requests import PageRequest


def _crumbs(event: Event, filename: str) -> list[dict]:
    found = [
        {"label": _("Type sheets"), "url": reverse("keying-rounds", args=[event.slug])},
        {"label": _("Import lines"), "url": reverse("lines-import", args=[event.slug])},
    ]
    return [*found, {"label": filename}] if filename else found


def _done(done: Plan) -> str:
    count = len(done.sheets)
    return ngettext("%(n)s sheet is handed in.", "%(n)s sheets are handed in.", count) % {"n": count}


LINES = Importer(
    kind=Import.Kind.LINES,
    plan=plan,
    apply=lines.apply_import,
    check_page="lines-import-check",
    done_page="keying-rounds",
    templates="lines",
    crumbs=_crumbs,
    done=_done,
)


@event_page(needs="key")
def choose(request: PageRequest, event: Event) -> HttpResponse:
    return LINES.choose(request, event)


@event_page(needs="key")
def check(request: PageRequest, event: Event, import_id: int) -> HttpResponse:
    return LINES.check(request, event, import_id)


@event_page(needs="key")
def download(request: PageRequest, event: Event) -> HttpResponse:
    return as_csv("lines.csv", TEMPLATE)


urlpatterns = [
    path("key/import/", choose, name="lines-import"),
    path("key/import/<int:import_id>/", check, name="lines-import-check"),
    path("key/import/template.csv", download, name="lines-template"),
]
