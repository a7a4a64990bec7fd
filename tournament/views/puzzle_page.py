"""What was asked of a grade in a round, with every method that was found and those that nobody found."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils.translation import gettext as _

from ..models import Division, Event, Round
from ..record.methods import GradeMethods, every_method
from .common import find_round
from .endings import links
from .published import results_page, show
from .requests import PageRequest


def find_methods(event: Event, position: int, grade: int) -> GradeMethods:
    """404 where there is no such round or grade, it may not be shown yet, or nothing was asked."""
    round_: Round = find_round(event, position)
    division = get_object_or_404(Division, event=event, grade=grade)
    found = every_method(event, round_, division) if round_.shows_puzzles else None
    if found is None:
        raise Http404
    return found


def title_of(found: GradeMethods) -> str:
    return _("%(round)s, %(grade)s: methods") % {"round": found.round.name, "grade": found.division.label}


@results_page
def methods(request: PageRequest, event: Event, position: int, grade: int) -> HttpResponse:
    found = find_methods(event, position, grade)
    round_ = found.round
    return show(
        request,
        "methods",
        [(round_.name, "round", round_.position), (found.division.label,)],
        title=title_of(found),
        found=found,
        files=links("methods-file", event.slug, position, grade),
        next_screen=request.path,
    )


urlpatterns = [path("rounds/<int:position>/grade-<int:grade>/", methods, name="methods")]
