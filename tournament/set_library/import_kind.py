"""Puzzle sets from a file."""

from django.utils.translation import gettext_lazy as _

from ..imports.pages import Importer, ShownColumn
from . import import_actions, importer
from .forms import SetFile


class SetImport(Importer):
    kind = "sets"
    needs = "run"
    guide = "organiser#have-puzzles-made"
    address = "run/puzzle-sets/import/"
    steps = (
        (_("Organise"), "run"),
        (_("Puzzle sets"), "puzzle-sets"),
        (_("Library"), "set-library"),
        (_("Import sets"), "sets-import"),
    )
    done_page = "set-library"
    undone = _("The import is undone: its sets are deleted.")
    form = SetFile
    columns = (
        ShownColumn("set", _("Set")),
        ShownColumn("grade", _("Grade")),
        ShownColumn("format", _("Format")),
        ShownColumn("puzzle", _("Puzzle")),
        ShownColumn("numbers", _("Numbers or letters")),
        ShownColumn("target", _("Target or answer")),
    )
    plan = staticmethod(importer.plan)
    apply = staticmethod(import_actions.apply_import)
    undo = staticmethod(import_actions.undo_import)
    template = staticmethod(importer.template)

    def done(self, plan):
        return _("Sets imported: %(count)s.") % {"count": len(plan.sets)}
