"""Players and teams from a file."""

from django.utils.translation import gettext_lazy as _

from ..actions import roster
from ..importing.roster import Plan, plan
from ..models import Import
from .imports import Importer


def _done(done: Plan) -> str:
    counts = done.counts()
    return _("The roster is imported: %(new)s new, %(changed)s changed, %(same)s as before.") % counts


ROSTER = Importer(
    kind=Import.Kind.ROSTER,
    plan=plan,
    apply=roster.apply_import,
    needs="roster",
    address="run/roster/import/",
    page="roster-import",
    done_page="roster",
    templates="entrants",
    steps=((_("Organise"), "run"), (_("Roster"), "roster"), (_("Import"), "roster-import")),
    done=_done,
)
