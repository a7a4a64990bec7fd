"""Typed lines from a file, and how far the worker is with them."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _

from ..imports.pages import Importer, ShownColumn
from ..models import Event, Import
from ..web.pages import PageRequest, press
from . import actions, importer, queries


class LinesImport(Importer):
    kind = "lines"
    needs = "key"
    guide = "organiser#lines-from-a-file"
    address = "key/import/"
    steps = ((_("Type sheets"), "keying-rounds"), (_("Import lines"), "lines-import"))
    columns = (
        ShownColumn("round", _("Round")),
        ShownColumn("sheet", _("Sheet")),
        ShownColumn("box", _("Box")),
        ShownColumn("line", _("Line"), verbatim=True),
        ShownColumn("mark", _("Mark")),
    )
    plan = staticmethod(importer.plan)
    apply = staticmethod(actions.apply_import)

    def template(self, event):
        return importer.TEMPLATE

    def check(self, request: PageRequest, event: Event, import_id: int) -> HttpResponse:
        """`?fragment=1` gives the part that changes while the sheets are handed in."""
        upload = self.find(event, import_id)
        if request.GET.get("fragment"):
            context = {"progress": queries.progress(upload)}
            return render(request, "keying_import/_progress.html", context)
        if "go_on" not in request.POST:
            return super().check(request, event, import_id)
        refused = press(request, lambda: actions.go_on(by=request.user, upload=upload))
        return self.show(request, upload, refused) if refused else redirect(self.address_of(upload))

    def about_applied(self, request: PageRequest, upload: Import) -> dict[str, Any]:
        progress = queries.progress(upload)
        if progress.is_going_on and not progress.is_worker_missing:
            return {"progress": progress}
        handed_in, not_in = queries.groups(upload, request.user)
        return {"progress": progress, "handed_in": handed_in, "not_in": not_in}
