"""Importing sets into the library: choose a file, look at every row, import."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..imports.views import Importer, ShownColumn
from ..models import Import
from .forms import SetFile
from .import_actions import apply_import, undo_import
from .importer import SetPlan, plan, template

SETS = Importer(
    kind=Import.Kind.SETS,
    plan=plan,
    trouble=lambda sentence: SetPlan(trouble=sentence),
    apply=apply_import,
    undo=undo_import,
    needs="run",
    guide="organiser#have-puzzles-made",
    columns=(
        ShownColumn("set", gettext_lazy("Set")),
        ShownColumn("grade", gettext_lazy("Grade")),
        ShownColumn("format", gettext_lazy("Format")),
        ShownColumn("puzzle", gettext_lazy("Puzzle")),
        ShownColumn("numbers", gettext_lazy("Numbers or letters")),
        ShownColumn("target", gettext_lazy("Target or answer")),
    ),
    template=template,
    address="run/puzzle-sets/import/",
    page="set-import",
    template_address="run/puzzle-sets/import/template.csv",
    template_page="set-template",
    done_page="set-library",
    templates="set_library/imports",
    steps=(
        (gettext_lazy("Organise"), "run"),
        (gettext_lazy("Puzzle sets"), "puzzle-sets"),
        (gettext_lazy("Library"), "set-library"),
        (gettext_lazy("Import sets"), "set-import"),
    ),
    undone=gettext_lazy("The import is undone: its sets are deleted."),
    form=SetFile,
    done=lambda done: _("Sets imported: %(count)s.") % {"count": len(done.sets)},
)

urlpatterns = SETS.urlpatterns
