"""Importing in two steps, whatever is imported: choose a file; look at every row; import. The file is kept in between,
so that what is imported is what was looked at, and checked anew when it is."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import URLPattern, path

from ..actions import Refused, imports
from ..forms.imports import ChooseFile
from ..models import Event, Import
from .answers import Step, attempt, crumbs, go_on, posted
from .common import event_page, tell
from .requests import PageRequest

ROWS_ON_A_PAGE = 200


@dataclass(frozen=True)
class Importer:
    """`plan` says what a file would do and `apply` does it, for who has the capability `needs`; the rest is where and how
    the pages speak of it."""

    kind: str
    plan: Callable
    apply: Callable
    needs: str
    address: str
    page: str
    done_page: str
    templates: str
    steps: tuple[Step, ...]
    done: Callable[[Any], str]

    @property
    def urlpatterns(self) -> list[URLPattern]:
        page = event_page(needs=self.needs)
        return [
            path(self.address, page(self.choose), name=self.page),
            path(f"{self.address}<int:import_id>/", page(self.check), name=f"{self.page}-check"),
        ]

    def choose(self, request: PageRequest, event: Event) -> HttpResponse:
        form, kept = ChooseFile(**posted(request)), []
        status = attempt(form, lambda: kept.append(self._keep(request, event, form)))
        if status is None:
            return redirect(f"{self.page}-check", event.slug, kept[0].pk)
        context = {"form": form, "crumbs": crumbs(event, *self.steps)}
        return render(request, f"{self.templates}/import.html", context, status=status)

    def _keep(self, request: PageRequest, event: Event, form: ChooseFile) -> Import:
        file = form.cleaned_data["file"]
        return imports.keep(
            by=request.user, event=event, kind=self.kind, filename=file.name, content=file.read()
        )

    def check(self, request: PageRequest, event: Event, import_id: int) -> HttpResponse:
        upload = get_object_or_404(Import, event=event, kind=self.kind, pk=import_id)
        status = 200
        if request.method == "POST":
            try:
                done = self.apply(by=request.user, upload=upload, shown=request.POST.get("shown", ""))
            except Refused as refused:
                tell(request, refused)
                status = refused.status
            else:
                return go_on(request, self.done(done), self.done_page)
        plan = None if upload.applied_at else self.plan(event, upload.filename, bytes(upload.content))
        context = {"upload": upload, "plan": plan, "crumbs": crumbs(event, *self.steps, (upload.filename,))}
        if plan:
            context["page"] = Paginator(_problems_first(plan), ROWS_ON_A_PAGE).get_page(
                request.GET.get("page")
            )
        return render(request, f"{self.templates}/check.html", context, status=status)


def _problems_first(plan) -> list:
    """The rows in the order of the file; where they fill several pages, those with problems before the others."""
    if len(plan.rows) <= ROWS_ON_A_PAGE:
        return plan.rows
    return sorted(plan.rows, key=lambda row: not row.problems)
