"""Puzzles from a file."""

from django.utils.translation import gettext_lazy as _

from ..imports.pages import Importer, ShownColumn
from . import actions, import_undo, importer


class PuzzleImport(Importer):
    kind = "puzzles"
    needs = "run"
    guide = "organiser#puzzles"
    address = "run/puzzles/import/"
    steps = ((_("Organise"), "run"), (_("Import puzzles"), "puzzles-import"))
    done_page = "run"
    choices = ("printed", "anyway")
    columns = (
        ShownColumn("round", _("Round")),
        ShownColumn("grades", _("Grades")),
        ShownColumn("numbers", _("Numbers")),
        ShownColumn("target", _("Target")),
    )
    plan = staticmethod(importer.plan)
    apply = staticmethod(actions.apply_import)
    undo = staticmethod(import_undo.undo_import)
    template = staticmethod(importer.template)

    def done(self, plan):
        return _("Puzzles imported: %(count)s.") % {"count": len(plan.puzzles)}
