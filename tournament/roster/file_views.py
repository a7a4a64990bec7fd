"""The roster as a table file, in the columns that an import reads: what goes out can come in again."""

from django.http import Http404, HttpResponse
from django.urls import path
from django.utils.translation import gettext as _

from ..common.files.table_files import CONTENT_TYPES, Column, Columns, written
from ..models import Event
from ..web.downloads import as_private_file
from ..web.pages import PageRequest, event_page
from .player_details import facts_of, players_of

FORMS = ("csv", "xlsx")


def roster_table(event: Event) -> Columns:
    """Every player by number; two queries beside that of the players."""
    labels = {
        "number": _("Number"),
        "first_name": _("First name"),
        "last_name": _("Last name"),
        "grade": _("Grade"),
        "team": _("Team"),
    }
    facts = sorted((facts_of(player) for player in players_of(event)), key=lambda each: each.number)
    return Columns(
        name="roster",
        title=_("Roster"),
        about={"event": event.slug},
        columns=tuple(Column(label, name) for name, label in labels.items()),
        rows=tuple(tuple(getattr(each, name) for name in labels) for each in facts),
    )


@event_page(needs="roster")
def download(request: PageRequest, event: Event, form: str) -> HttpResponse:
    if form not in FORMS:
        raise Http404
    return as_private_file(written(roster_table(event), form), CONTENT_TYPES[form], f"{event.slug}-roster.{form}")


urlpatterns = [path("run/roster.<str:form>", download, name="roster-file")]
