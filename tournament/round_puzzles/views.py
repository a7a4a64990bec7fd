"""Puzzles: typed in a form shaped by the format, or from a file."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _

from ..common.refusals import invalid
from ..common.wording.sentences import sentence
from ..models import Division, Event, Round
from ..scoring import questions
from ..web.pages import PageRequest, attempted, event_page, find_round, go_on, trail
from . import actions as puzzle_actions, completeness, solvable
from .printed_questions import NOT_PRINTED, PrintedQuestions, with_question_of
from .puzzle_fields import PuzzleForm


@event_page(needs="run", guide="organiser#puzzles")
def puzzle_set(request: PageRequest, event: Event, position: int) -> HttpResponse:
    """`?grade=3&grade=4` says for whom, `?copy=3` whose puzzle to begin with."""
    round_, divisions = find_round(event, position), list(event.divisions.all())
    crumbs = trail(event, (round_.name, "round-run", position), (_("Puzzle"),))
    if not divisions:
        return render(request, "round_puzzles/set.html", {"round": round_, "crumbs": crumbs})
    if request.method == "POST":
        chosen = _ticked(divisions, request.POST.getlist("grades")) or divisions
        form = PuzzleForm(round_, divisions, chosen[0], data=request.POST)
    else:
        form = _begun(request, round_, divisions)
    status, undecided = attempted(form, lambda: _set(request, round_, form))
    if status is None:
        message = _("The puzzle is saved for %(grades)s.") % {"grades": ", ".join(each.label for each in form.chosen)}
        if undecided:
            doubt = _("It could not be decided quickly whether these can be solved: %(questions)s.")
            messages.info(request, doubt % {"questions": ", ".join(undecided)})
        return _go_on(request, round_, message, form)
    printed = with_question_of(round_, _ticked(divisions, [str(grade) for grade in form["grades"].value() or ()]))
    context = {"round": round_, "form": form, "printed": printed.count(), "crumbs": crumbs}
    return render(request, "round_puzzles/set.html", context, status=status)


def _set(request: PageRequest, round_: Round, form: PuzzleForm) -> list[str]:
    """Save the puzzle; returns the questions of which nobody knows whether they can be solved. Refused at the first
    press if one cannot."""
    doubts = _doubts(round_, form)
    if doubts.unsolved and not form.cleaned_data["anyway"]:
        fields = {solvable.field_of(form.shape, at): message for at, message in doubts.unsolved.items()}
        raise invalid(**fields, anyway=_("Look at these questions again. To save them as they are, tick this box."))
    chosen = {"divisions": form.chosen, "boxes": form.boxes, "printed": form.cleaned_data["printed"]}
    puzzle_actions.assign(by=request.user, round_=round_, **chosen)
    return [sentence(form.boxes[at].label) for at in doubts.undecided]


def _doubts(round_: Round, form: PuzzleForm) -> solvable.Doubts:
    """The doubts about a puzzle that fits its settings and is not in force already."""
    held = completeness.shared(round_, form.chosen)
    is_same = held and held.version.read_boxes() == form.boxes
    if is_same or completeness.problems(round_, form.chosen, form.boxes):
        return solvable.Doubts(0)
    return solvable.doubts(round_, form.boxes)


def _go_on(request: PageRequest, round_: Round, message: str, form: PuzzleForm) -> HttpResponse:
    """To the round; or to its sheets, where those with an old question are printed again."""
    if form.cleaned_data["printed"] not in {"", NOT_PRINTED} and PrintedQuestions(round_).old().exists():
        again = _("Now print the sheets with an old question again.")
        return go_on(request, f"{message} {again}", "board", round_.position)
    return go_on(request, message, "round-run", round_.position)


def _begun(request: PageRequest, round_: Round, divisions: list[Division]) -> PuzzleForm:
    versions = questions.versions(round_)
    chosen = _ticked(divisions, request.GET.getlist("grade"))
    chosen = chosen or [each for each in divisions if each.pk not in versions] or divisions
    source = _ticked(divisions, request.GET.getlist("copy")) or chosen
    return PuzzleForm.begun_with(round_, divisions, chosen, versions.get(source[0].pk))


def _ticked(divisions: list[Division], grades: list[str]) -> list[Division]:
    return [each for each in divisions if str(each.grade) in grades]


urlpatterns = [
    path("run/rounds/<int:position>/puzzle/", puzzle_set, name="puzzle-set"),
]
