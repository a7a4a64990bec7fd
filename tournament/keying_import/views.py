"""Typed lines from a file."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ..imports.views import Importer, ShownColumn
from ..models import Import
from . import actions as lines
from .importer import TEMPLATE, LinesPlan, plan


def _done(done: LinesPlan) -> str:
    count = len(done.sheets)
    return ngettext("%(n)s sheet is handed in.", "%(n)s sheets are handed in.", count) % {"n": count}


LINES = Importer(
    kind=Import.Kind.LINES,
    plan=plan,
    trouble=lambda sentence: LinesPlan(trouble=sentence),
    apply=lines.apply_import,
    undo=None,
    needs="key",
    columns=(
        ShownColumn("round", _("Round")),
        ShownColumn("sheet", _("Sheet")),
        ShownColumn("box", _("Box")),
        ShownColumn("line", _("Line"), verbatim=True),
        ShownColumn("mark", _("Mark")),
    ),
    template=lambda event: TEMPLATE,
    address="key/import/",
    page="lines-import",
    template_address="key/import/template.csv",
    template_page="lines-template",
    done_page="keying-rounds",
    templates="keying_import",
    steps=((_("Type sheets"), "keying-rounds"), (_("Import lines"), "lines-import")),
    done=_done,
)

urlpatterns = LINES.urlpatterns
