"""Players and teams from a file."""

from django.utils.translation import gettext_lazy as _

from ..imports.views import Importer, ShownColumn
from ..models import Import
from . import actions as roster_import
from .importer import TEMPLATE, RosterPlan, plan


def _done(done: RosterPlan) -> str:
    counts = done.counts()
    return _("The roster is imported: %(new)s new, %(changed)s changed, %(same)s as before.") % counts


ROSTER = Importer(
    kind=Import.Kind.ROSTER,
    plan=plan,
    trouble=lambda sentence: RosterPlan(trouble=sentence),
    apply=roster_import.apply_import,
    undo=roster_import.undo_import,
    undone=_("The import is undone. The file waits here: correct it, or import it again."),
    needs="roster",
    guide="organiser#players-and-teams",
    columns=(
        ShownColumn("number", _("Number"), numeric=True),
        ShownColumn("first_name", _("First name")),
        ShownColumn("last_name", _("Last name")),
        ShownColumn("grade", _("Grade")),
        ShownColumn("team", _("Team")),
    ),
    template=lambda event: TEMPLATE,
    address="run/roster/import/",
    page="roster-import",
    template_address="run/roster/template.csv",
    template_page="roster-template",
    done_page="roster",
    templates="roster_import",
    steps=((_("Organise"), "run"), (_("Roster"), "roster"), (_("Import"), "roster-import")),
    done=_done,
)

urlpatterns = ROSTER.urlpatterns
