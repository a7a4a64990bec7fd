"""Players and teams from a file."""

from django.http import HttpResponse
from django.urls import path, reverse
from django.utils.translation import gettext as _

from ..actions import roster
from ..importing.roster import Plan, plan
from ..models import Event, Import
from .answers import Crumb, trail
from .common import event_page
from .imports import Importer
from .requests import PageRequest


def roster_crumb(event: Event) -> tuple[str, str]:
    return _("Roster"), reverse("roster", args=[event.slug])


def _crumbs(event: Event, filename: str) -> list[Crumb]:
    here = (_("Import"), reverse("roster-import", args=[event.slug]))
    return trail(event, roster_crumb(event), here, *([(filename, "")] if filename else []))


def _done(done: Plan) -> str:
    counts = done.counts()
    return _("The roster is imported: %(new)s new, %(changed)s changed, %(same)s as before.") % counts


ROSTER = Importer(
    kind=Import.Kind.ROSTER,
    plan=plan,
    apply=roster.apply_import,
    check_page="roster-import-check",
    done_page="roster",
    templates="entrants",
    crumbs=_crumbs,
    done=_done,
)


@event_page(needs="roster")
def choose(request: PageRequest, event: Event) -> HttpResponse:
    return ROSTER.choose(request, event)


@event_page(needs="roster")
def check(request: PageRequest, event: Event, import_id: int) -> HttpResponse:
    return ROSTER.check(request, event, import_id)


urlpatterns = [
    path("run/roster/import/", choose, name="roster-import"),
    path("run/roster/import/<int:import_id>/", check, name="roster-import-check"),
]
