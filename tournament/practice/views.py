"""The pages of practice. What is played on them stays in the browser."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from judging.games.countdown.numbers import LARGE

from ..web import rate_limits
from ..web.form_pages import attempt
from . import rounds
from .forms import QUESTIONS

TITLES = {
    "letters": _("Practice: letters"),
    "numbers": _("Practice: numbers"),
    "conundrum": _("Practice: conundrums"),
    "mixed": _("Practice: mixed rounds"),
    "daily": _("The rounds of the day"),
}


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The list of practice games, and the history on this device."""
    return render(request, "practice/start.html", {"time_zone": rounds.time_zone()})


@require_safe
def play(request: HttpRequest, kind: str) -> HttpResponse:
    """One kind of practice, played by the browser with the JSON of `api.py`."""
    if kind not in TITLES:
        raise Http404
    counts = range(len(LARGE) + 1)
    context = {"kind": kind, "title": TITLES[kind], "time_zone": rounds.time_zone(), "counts": counts}
    return render(request, "practice/round.html", context)


@require_safe
def solvers(request: HttpRequest) -> HttpResponse:
    """Three questions; the one that was asked has its answer below it."""
    forms = {each.name: each(request.GET if each.name in request.GET else None) for each in QUESTIONS}
    context: dict[str, object] = {"forms": forms}
    asked = next((form for form in forms.values() if form.is_bound), None)
    status = 200
    if asked is not None:
        rate_limits.count(request)
        status = attempt(asked, lambda: context.update(answered=asked.name, answer=asked.answer())) or 200
    return render(request, "practice/solvers.html", context, status=status)


urlpatterns = [
    path("practice/", start, name="practice"),
    path("practice/solvers/", solvers, name="practice-solvers"),
    path("practice/<slug:kind>/", play, name="practice-round"),
]
