"""Puzzles: typed in a form shaped by the format, or from a file."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..actions import puzzles
from ..forms.puzzles import PuzzleForm
from ..importing.puzzles import plan, template
from ..models import Division, Event, Import, Round
from ..record import questions
from .answers import as_csv, attempt, go_on, trail
from .common import event_page, find_round
from .imports import Importer
from .requests import PageRequest


@event_page(needs="run")
def puzzle_set(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """`?grade=3&grade=4` says for whom, `?copy=3` whose puzzle to begin with."""
    round_, divisions = find_round(event, position), list(event.divisions.all())
    crumbs = trail(event, (round_.name, "round-run", position), (_("Puzzle"),))
    if not divisions:
        return render(request, "puzzles/set.html", {"round": round_, "crumbs": crumbs})
    if request.method == "POST":
        chosen = _ticked(divisions, request.POST.getlist("grades")) or divisions
        form = PuzzleForm(round_, divisions, chosen[0], data=request.POST)
    else:
        form = _begun(request, round_, divisions)
    status = attempt(
        form, lambda: puzzles.set(by=request.user, round=round_, divisions=form.chosen, boxes=form.boxes)
    )
    if status is None:
        said = _("The puzzle is saved for %(grades)s.")
        grades = ", ".join(each.label for each in form.chosen)
        return go_on(request, said % {"grades": grades}, "round-run", position)
    context = {"round": round_, "form": form, "crumbs": crumbs}
    return render(request, "puzzles/set.html", context, status=status)


def _begun(request: PageRequest, round_: Round, divisions: list[Division]) -> PuzzleForm:
    versions = questions.versions(round_)
    chosen = _ticked(divisions, request.GET.getlist("grade"))
    chosen = chosen or [each for each in divisions if each.pk not in versions] or divisions
    source = _ticked(divisions, request.GET.getlist("copy")) or chosen
    return PuzzleForm.begun_with(round_, divisions, chosen, versions.get(source[0].pk))


def _ticked(divisions: list[Division], grades: list[str]) -> list[Division]:
    return [each for each in divisions if str(each.grade) in grades]


PUZZLES = Importer(
    kind=Import.Kind.PUZZLES,
    plan=plan,
    apply=puzzles.apply_import,
    needs="run",
    address="run/puzzles/import/",
    page="puzzle-import",
    done_page="run",
    templates="puzzles",
    steps=((gettext_lazy("Organise"), "run"), (gettext_lazy("Import puzzles"), "puzzle-import")),
    done=lambda done: _("The puzzles are imported: %(count)s of them.") % {"count": len(done.papers)},
)


@event_page(needs="run")
def download(request: PageRequest, event: Event) -> HttpResponse:
    return as_csv("puzzles.csv", template(event))


urlpatterns = [
    path("run/rounds/<int:position>/puzzle/", puzzle_set, name="puzzle-set"),
    *PUZZLES.urlpatterns,
    path("run/puzzles/template.csv", download, name="puzzle-template"),
]
