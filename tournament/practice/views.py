"""The pages of practice. What is played on them stays in the browser."""

from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from judging.games.countdown.game import COUNTDOWN
from judging.games.countdown.numbers import LARGE
from judging.games.countdown.settings import PLANS
from judging.games.duel.levels import LEVELS
from judging.games.live import transcript as transcripts
from judging.games.live.replay import due
from judging.games.live_games import GAMES

from ..common.refusals import Refused
from ..game_tables.frames import frame
from ..moves.recording import now, with_due_moves
from ..moves.table_cache import CachedTable
from ..play.rendering import rendered, seat_label
from ..web import rate_limits
from ..web.pages import attempt
from ..web.problems import problem_response
from . import rounds, tables
from .forms import QUESTIONS
from .results import result

TITLES = {
    "letters": _("Practice: letters"),
    "numbers": _("Practice: numbers"),
    "conundrum": _("Practice: conundrums"),
    "mixed": _("Practice: mixed rounds"),
    "daily": _("The rounds of the day"),
    "countdown": _("Practice: Countdown"),
    "twentyfour": _("Practice: 24"),
    "duel": _("Practice: Countdown Duel"),
}


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The list of practice games, and the history on this device."""
    return render(request, "practice/start.html", {"time_zone": settings.TIME_ZONE})


@require_safe
def play(request: HttpRequest, kind: str) -> HttpResponse:
    """One kind of practice: a table whose record the browser has."""
    if kind not in TITLES:
        raise Http404
    context = {
        "kind": kind,
        "title": TITLES[kind],
        "time_zone": settings.TIME_ZONE,
        "counts": range(len(LARGE) + 1),
        "levels": LEVELS,
        "plans": PLANS,
        "role": "seat",
        "game": GAMES.get(kind, COUNTDOWN),
    }
    return render(request, "practice/table.html", context)


@never_cache
@require_safe
def daily(request: HttpRequest) -> HttpResponse:
    """The names of the rounds of today, the same for everybody."""
    return JsonResponse({"day": rounds.today(), "rounds": rounds.daily_rounds()})


@csrf_exempt  # nothing is stored, and nobody is signed in for it
@never_cache
@require_POST
def move(request: HttpRequest) -> HttpResponse:
    """A move at a table of practice; a refusal says why, and the record stays as it was."""
    try:
        rate_limits.count(request)
        is_json = request.content_type == "application/json"
        return JsonResponse(_played(tables.read(request.body if is_json else b"")))
    except Refused as refused:
        return problem_response(refused.status, refused.code, refused.sentence)


def _played(record: dict[str, Any]) -> dict[str, Any]:
    """{"began", "moves": the record after the move, "html": the table, "wait": milliseconds after which the server has
    to be asked again, or null, "result": of the round that is over, or null, "is_over", "transcript": the
    text of a game that is over}."""
    at, known = now(), tables.table(record)
    if record["move"] is not None:
        kind, facts = record["move"]
        known = tables.moved(known, kind, facts, at)
        record["moves"].append((kind, facts, at))
    known = with_due_moves(known, at)
    shown = frame(known, tables.PLAYER_ALONE)
    following, ended = due(known.game, known.position), result(known)
    return {
        "began": record["began"],
        "moves": record["moves"],
        "html": rendered(known, shown, tables.PLAYER_ALONE, translation.get_language() or "en"),
        "wait": following and max(0, following.at - at),
        "result": ended and ended._asdict(),
        "is_over": known.position.stage == "over",
        "transcript": _transcript(known, {seat["number"]: seat_label(seat) for seat in shown["seats"]}),
    }


def _transcript(known: CachedTable, names: dict[int, str]) -> str:
    """The finished game as a page of text; empty before its end."""
    if known.position.stage != "over":
        return ""
    return transcripts.write(transcripts.of(known.game, known.game.name, known.row.settings, known.moves, names))


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


site_urlpatterns = [
    path("practice/", start, name="practice"),
    path("practice/move/", move, name="practice-move"),
    path("practice/today/", daily, name="practice-daily"),
    path("practice/solvers/", solvers, name="practice-solvers"),
    path("practice/<slug:kind>/", play, name="practice-round"),
]
