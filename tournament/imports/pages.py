"""Importing a file of any kind: choose a file, look at every row, correct cells, import, undo. The file is parsed once
and kept; it is compared with the event at each view and again when it is imported."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext_lazy as _

from ..backups import before_changes as backups
from ..models import Event, Import
from ..web.downloads import as_csv
from ..web.pages import CrumbStep, PageRequest, attempted, crumbs, event_page, go_on, posted, press, pressed
from ..web.permissions import require
from . import actions as imports
from .choose_file import ChooseFile
from .kinds import ImportKind
from .plan import ImportPlan, PlannedRow
from .table_reader import FileTable

ROWS_ON_A_PAGE = 100
EARLIER = 10  # imports that are listed
LINE_NUMBER = re.compile(r"[0-9]{1,9}")
CELL = re.compile(r"cell-([0-9]{1,9})-([a-z_]+)")


@dataclass(frozen=True)
class ShownColumn:
    """A column of the check page. `verbatim`: what was written on paper; `numeric`: set to the right."""

    name: str
    label: Any
    verbatim: bool = False
    numeric: bool = False


@dataclass(frozen=True)
class ShownCell:
    column: ShownColumn
    field: str  # the name of its input
    given: str
    text: str
    previous: str | None
    corrected: bool


@dataclass(frozen=True)
class ShownRow:
    row: PlannedRow
    edited: bool
    cells: list[ShownCell]


class Importer(ImportKind):
    """The pages of one kind of import: a class with what differs. `plan` says what a file would do, `apply` does it and
    `undo`, if there is one, takes it back; `template` gives the rows of an example file. The templates `import.html`
    and `check.html` are in the folder of `templates/` that is named like the kind's."""

    guide: str  # the paragraph that helps with its pages
    address: str
    columns: Sequence[ShownColumn]
    steps: tuple[CrumbStep, ...]
    done_page = ""  # where one goes on, with what `done` says; without it one stays on the page of the file
    undone: Any = _("The import is undone. The file waits here: correct it, or import it again.")
    choices: tuple[str, ...] = ()  # fields of the check page that `apply` takes besides
    form = ChooseFile
    plan: Callable[[Event, FileTable], ImportPlan]
    apply: Callable[..., ImportPlan]
    undo: Callable[..., object] | None = None
    template: Callable[[Event], Iterable[Iterable[str]]]

    def done(self, plan: Any) -> Any:
        return ""

    @property
    def page(self) -> str:
        return f"{self.kind}-import"

    @property
    def templates(self) -> str:
        return type(self).__module__.split(".")[-2]

    @property
    def urlpatterns(self) -> list[URLPattern]:
        page = event_page(needs=self.needs, guide=self.guide)
        return [
            path(self.address, page(self.choose), name=self.page),
            path(f"{self.address}<int:import_id>/", page(self.check), name=f"{self.page}-check"),
            path(f"{self.address}template.csv", page(self.download), name=f"{self.kind}-template"),
        ]

    def download(self, request: PageRequest, event: Event) -> HttpResponse:
        return as_csv(f"{self.kind}.csv", self.template(event))

    def choose(self, request: PageRequest, event: Event) -> HttpResponse:
        form = self.form(**posted(request))
        status, upload = attempted(form, lambda: self._keep(request, event, form))
        if status is None:
            return redirect(f"{self.page}-check", event.slug, upload.pk)
        earlier = event.imports.filter(kind=self.kind).defer("content", "table", "done").select_related("uploaded_by")
        context = {
            "form": form,
            "earlier": [(each, self.address_of(each)) for each in earlier.order_by("-pk")[:EARLIER]],
            "days": settings.IMPORT_DAYS,
            "crumbs": crumbs(event, *self.steps),
        }
        return render(request, f"{self.templates}/import.html", context, status=status)

    def address_of(self, upload: Import) -> str:
        return reverse(f"{self.page}-check", args=[upload.event.slug, upload.pk])

    def _keep(self, request: PageRequest, event: Event, form: ChooseFile) -> Import:
        filename, content = form.chosen
        return imports.keep(by=request.user, event=event, kind=self.kind, filename=filename, content=content)

    def find(self, event: Event, import_id: int) -> Import:
        rows = Import.objects.defer("content", "table").select_related("event")
        return get_object_or_404(rows, event=event, kind=self.kind, pk=import_id)

    def check(self, request: PageRequest, event: Event, import_id: int) -> HttpResponse:
        upload = self.find(event, import_id)
        if request.method == "POST":
            answer = self._press(request, upload)
            if isinstance(answer, HttpResponse):
                return answer
            return self.show(request, self.find(event, import_id), answer)
        return self.show(request, upload, 200)

    def _press(self, request: PageRequest, upload: Import) -> HttpResponse | int | None:
        """Do what the button says; the status of a refusal, whose sentence is on the next page."""
        if "correct" in request.POST or "put_back" in request.POST:
            return press(request, lambda: self._correct(request, upload)) or redirect(_back_to(request))
        if "undo" in request.POST and self.undo:
            undo = self.undo
            refused = press(request, lambda: undo(by=request.user, upload=upload))
            return refused or go_on(request, str(self.undone), f"{self.page}-check", upload.pk)
        shown = request.POST.get("shown", "")
        chosen = {name: request.POST.get(name, "") for name in self.choices}

        def apply() -> ImportPlan:
            return self.apply(by=request.user, upload=upload, shown=shown, **chosen)

        def may() -> None:
            require(request.user, self.needs, upload.event)
            imports.refuse_applied(upload)

        refused, done = pressed(request, backups.first(request, backups.IMPORT, apply, may=may))
        if refused or self.done_page:
            return refused or go_on(request, str(self.done(done)), self.done_page)
        return redirect(self.address_of(upload))

    def _correct(self, request: PageRequest, upload: Import) -> None:
        cells = {}
        if "correct" in request.POST:
            given = {row.line: row.given for row in self._plan(upload).rows}
            cells = self._changed(request.POST, given)
        imports.correct(
            by=request.user,
            upload=upload,
            cells=cells,
            leave_out=_lines(request.POST.getlist("leave_out")),
            put_back=_lines(request.POST.getlist("put_back")),
        )

    def _changed(self, data: QueryDict, given: dict[int, dict[str, str]]) -> dict[int, dict[str, str]]:
        """The cells that were sent with another text than they had."""
        names = {column.name for column in self.columns}
        changed: dict[int, dict[str, str]] = {}
        for field in data:
            at = CELL.fullmatch(field)
            row = given.get(int(at[1])) if at and at[2] in names else None
            if at and row is not None:
                text = str(data[field]).strip()
                if text != row[at[2]][: imports.LONGEST_CELL].strip():
                    changed.setdefault(int(at[1]), {})[at[2]] = text
        return changed

    def _plan(self, upload: Import) -> ImportPlan:
        return self.plan(upload.event, imports.table_of(upload))

    def about_applied(self, request: PageRequest, upload: Import) -> dict[str, Any]:
        """More context for the page of an imported file."""
        return {}

    def show(self, request: PageRequest, upload: Import, status: int | None) -> HttpResponse:
        event = request.event
        context: dict[str, Any] = {
            "upload": upload,
            "choose_url": reverse(self.page, args=[event.slug]),
            "can_undo": self.undo is not None and upload.done is not None,
            "crumbs": crumbs(event, *self.steps, (upload.filename,)),
        }
        if upload.applied_at:
            context |= self.about_applied(request, upload)
        else:
            plan = self._plan(upload)
            context |= {"plan": plan, "columns": self.columns, **self._page(request, upload, plan)}
        return render(request, f"{self.templates}/check.html", context, status=status)

    def _page(self, request: PageRequest, upload: Import, plan: ImportPlan) -> dict[str, Any]:
        only, edited = request.GET.get("only") == "problems", _lines([request.GET.get("edit", "")])
        rows = plan.doubtful_rows if only else _problems_first(plan)
        page = Paginator(rows, ROWS_ON_A_PAGE).get_page(request.GET.get("page"))
        shown = [self._row(row, upload, bool(row.problems) or row.line in edited) for row in page]
        return {
            "page": page,
            "only": only,
            "query": "only=problems&" if only else "",
            "left_out": upload.left_out,
            "shown": shown,
            "is_edited": any(row.edited for row in shown),
        }

    def _row(self, row: PlannedRow, upload: Import, edited: bool) -> ShownRow:
        corrected = upload.corrections.get(str(row.line), {})
        cells = [
            ShownCell(
                column,
                f"cell-{row.line}-{column.name}",
                row.given[column.name],
                row.text(column.name),
                row.previous(column.name),
                column.name in corrected,
            )
            for column in self.columns
        ]
        return ShownRow(row, edited, cells)


def _lines(texts: Iterable[str]) -> list[int]:
    return [int(text) for text in texts if LINE_NUMBER.fullmatch(text)]


def _back_to(request: PageRequest) -> str:
    """The same page of the same rows, without the row that was open for correction."""
    query = request.GET.copy()
    query.pop("edit", None)
    return f"{request.path}?{query.urlencode()}" if query else request.path


def _problems_first(plan: ImportPlan) -> Sequence[PlannedRow]:
    """The rows in the order of the file; where they fill several pages, those with problems before the others."""
    if len(plan.rows) <= ROWS_ON_A_PAGE:
        return plan.rows
    return sorted(plan.rows, key=lambda row: (not row.problems, not row.warnings))
