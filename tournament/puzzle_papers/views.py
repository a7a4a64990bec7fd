"""The organiser's page that prints the questions of a round or of the whole day."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from ..models import Division, Event, Round
from ..printing import puzzles as printing
from ..printing.puzzles import QuestionPaper
from ..printing.sheets import PaperSize, paper_size
from ..puzzle_sets.queries import find_set
from ..web.downloads import as_private_file
from ..web.pages import PageRequest, event_page, find_round, trail
from . import queries
from .answer_keys import AnswerKeys
from .forms import METHODS_ON_A_KEY, OF_A_ROUND, OF_THE_DAY, PrintDraft, PrintPuzzles


@event_page(needs="run", guide="organiser#print-puzzles", never_cached=True)
def of_round(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """Puzzle sheets, answer keys or slides of one round."""
    return _page(request, find_round(event, position))


@event_page(needs="run", guide="organiser#print-puzzles", get_only=True, never_cached=True)
def of_day(request: PageRequest, event: Event) -> HttpResponse:
    """Print the questions of all rounds, or a booklet of the day."""
    return _page(request, None)


@event_page(needs="run", guide="organiser#print-puzzles", never_cached=True)
def of_set(request: PageRequest, event: Event, set_id: int) -> HttpResponse:
    """Print a puzzle set that may still change; each page says that it is a draft."""
    draft = find_set(event, set_id)
    form = PrintDraft(event, **_sent(request, OF_A_ROUND[0][0]))
    if form.is_bound and form.is_valid():
        chosen = form.cleaned_data
        paper = queries.draft_paper(draft, _keys(chosen) if chosen["what"] == "key" else None)
        if paper:
            name = f"{event.slug}-draft-{set_id}-{chosen['what']}.pdf"
            return as_private_file(_papers(event, [paper], chosen, draft=True), "application/pdf", name)
        form.add_error("what", _("This set has no numbers to print."))
    title = _("Print a draft")
    here = ((_("Puzzle sets"), "puzzle-sets"), (draft.name, "made-set", set_id), (title,))
    about = {"title": title, "about": draft.name, "set": draft}
    return _choose(request, form, about | {"crumbs": trail(event, *here)})


def _page(request: PageRequest, round_: Round | None) -> HttpResponse:
    """The choice, or its PDF. Nothing is changed, so printing again prints what is in force then."""
    event, choices = request.event, OF_A_ROUND if round_ else OF_THE_DAY
    form = PrintPuzzles(event, choices, **_sent(request, choices[0][0]))
    if form.is_bound and form.is_valid():
        if made := _pdf(event, round_, form.cleaned_data):
            place = f"-{round_.position}" if round_ else ""
            return as_private_file(made, "application/pdf", f"{event.slug}{place}-{form.cleaned_data['what']}.pdf")
        form.add_error("grades", _("These grades have no puzzle yet."))
    title, here = _("Print puzzles"), [(round_.name, "round-run", round_.position)] if round_ else []
    about = {"title": title, "about": round_.name if round_ else "", "round": round_}
    return _choose(request, form, about | {"crumbs": trail(event, *here, (title,))})


def _sent(request: PageRequest, first: str) -> dict[str, Any]:
    return {"data": request.GET if "what" in request.GET else None, "initial": {"what": first}}


def _choose(request: PageRequest, form: PrintPuzzles, context: dict[str, Any]) -> HttpResponse:
    context["form"] = form
    return render(request, "puzzle_papers/choose.html", context, status=400 if form.errors else 200)


def _pdf(event: Event, round_: Round | None, chosen: dict) -> bytes | None:
    """None if there is no question to print."""
    divisions = list(chosen["grades"] or event.divisions.all())
    keys = _keys(chosen) if chosen["what"] in {"key", "judges"} else None
    if chosen["what"] in {"booklet", "judges"}:
        return _booklet(event, divisions, paper_size(chosen["paper"]), keys)
    rounds = [round_] if round_ else queries.programme(event)
    papers = [each.paper(keys) for one in rounds for each in queries.asked(one, divisions)]
    return _papers(event, papers, chosen) if papers else None


def _papers(event: Event, papers: list[QuestionPaper], chosen: dict, draft: bool = False) -> bytes:
    if chosen["what"] == "slides":
        return printing.slides(event.name, papers, draft=draft)
    make = printing.answer_key if chosen["what"] == "key" else printing.puzzle_sheet
    return make(event.name, papers, paper=paper_size(chosen["paper"]), draft=draft)


def _keys(chosen: dict) -> AnswerKeys:
    return AnswerKeys(chosen["methods"] or METHODS_ON_A_KEY)


def _booklet(event: Event, divisions: list[Division], paper: PaperSize, keys: AnswerKeys | None) -> bytes | None:
    booklets = list(queries.booklets(event, divisions, keys))
    day = date_format(event.held_on, "DATE_FORMAT")
    return printing.booklet(event.name, day, booklets, keys=keys is not None, paper=paper) if booklets else None


urlpatterns = [
    path("run/rounds/<int:position>/print/", of_round, name="puzzle-print"),
    path("run/print/", of_day, name="puzzle-print-day"),
    path("run/puzzle-sets/<int:set_id>/print/", of_set, name="made-set-print"),
]
