"""Typed lines from a file."""

from django.http import HttpResponse
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..actions import lines
from ..importing.lines import TEMPLATE, Plan, plan
from ..models import Event, Import
from .answers import as_csv
from .common import event_page
from .imports import Importer
from .requests import PageRequest


def _done(done: Plan) -> str:
    count = len(done.sheets)
    return ngettext("%(n)s sheet is handed in.", "%(n)s sheets are handed in.", count) % {"n": count}


LINES = Importer(
    kind=Import.Kind.LINES,
    plan=plan,
    apply=lines.apply_import,
    needs="key",
    address="key/import/",
    page="lines-import",
    done_page="keying-rounds",
    templates="lines",
    steps=((_("Type sheets"), "keying-rounds"), (_("Import lines"), "lines-import")),
    done=_done,
)


@event_page(needs="key")
def download(request: PageRequest, event: Event) -> HttpResponse:
    return as_csv("lines.csv", TEMPLATE)


urlpatterns = [
    *LINES.urlpatterns,
    path("key/import/template.csv", download, name="lines-template"),
]
