"""Players and teams from a file."""

from django.utils.translation import gettext_lazy as _

from ..imports.pages import Importer, ShownColumn
from . import actions, importer


class RosterImport(Importer):
    kind = "roster"
    needs = "roster"
    guide = "organiser#players-and-teams"
    address = "run/roster/import/"
    steps = ((_("Organise"), "run"), (_("Roster"), "roster"), (_("Import"), "roster-import"))
    done_page = "roster"
    columns = (
        ShownColumn("number", _("Number"), numeric=True),
        ShownColumn("first_name", _("First name")),
        ShownColumn("last_name", _("Last name")),
        ShownColumn("grade", _("Grade")),
        ShownColumn("team", _("Team")),
    )
    plan = staticmethod(importer.plan)
    apply = staticmethod(actions.apply_import)
    undo = staticmethod(actions.undo_import)

    def template(self, event):
        return importer.TEMPLATE

    def done(self, plan):
        return _("The roster is imported: %(new)s new, %(changed)s changed, %(same)s as before.") % plan.counts()
