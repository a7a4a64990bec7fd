"""How an expression is read while it is typed; and rulings of the host afterwards that an answer or a proof is right or
wrong, with what they change (TF-E-4)."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_safe

from judging.games.live.moves import HOST, MAX_TEXT, Move
from judging.games.twentyfour.expressions import EDITION
from judging.games.twentyfour.game import TWENTY_FOUR_FAMILY
from judging.games.twentyfour.state import Expressions, TwentyFourRound
from judging.games.twentyfour.what_if import what_if
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ...common import limits
from ...common.refusals import Refused
from ...game_tables import tokens
from ...moves.recording import now, record_by_host
from ...moves.table_cache import CachedTable, in_turn
from ...web import rate_limits
from ...web.problems import problem_response
from ..table_views import table_page


@require_safe
def reading(request: HttpRequest) -> JsonResponse:
    """{"reading": the first reading as MathML, empty where there is none; "several": whether there are more}. It says
    nothing of the cards, of the value or of whether it is right."""
    try:
        rate_limits.count(request, "reading", limits.READINGS_ADDRESS)
    except Refused as refused:
        return problem_response(refused.status, refused.code, refused.sentence)
    text = request.GET.get("text", "")
    trees = judge(text, (), None, EDITION).trees if 0 < len(text) <= MAX_TEXT else ()
    shown = {"reading": mathml(trees[0]) if trees else "", "several": len(trees) > 1}
    return JsonResponse(shown, headers={"Cache-Control": "max-age=3600"})


@table_page("GET", "POST")
def ruling(request: HttpRequest, known: CachedTable, number: int) -> HttpResponse:
    """What the two rulings would change, and the form to give one."""
    if known.row.game != TWENTY_FOUR_FAMILY.slug or not tokens.is_host(request, known):
        raise Http404
    about = next((move for move in known.moves if move.number == number and move.kind in ("answer", "proof")), None)
    if about is None:
        raise Http404
    refusal = ""
    if request.method == "POST":
        try:
            _give(request, known, about)
            return redirect("table-host", known.row.code)
        except Refused as refused:
            refusal = refused.sentence
    return render(request, "play/twentyfour/ruling.html", _context(known, about) | {"refusal": refusal})


def _give(request: HttpRequest, known: CachedTable, about: Move) -> None:
    facts = {"about": about.number, "facts": {"right": request.POST.get("right") == "yes"}}
    facts["reason"] = request.POST.get("reason", "")[:MAX_TEXT]
    user = request.user if request.user.is_authenticated else None
    record_by_host(known.row, user, "rule", facts)


def _context(known: CachedTable, about: Move) -> dict[str, Any]:
    with in_turn(len(known.moves)):
        choices = [{"right": right, **_changes(known, about, right)} for right in (True, False)]
    asked = next((each for each in known.position.state.rounds if _written(each, about)), None)
    return {
        "round": asked,
        "judged": _written(asked, about) if asked else None,
        "target": known.settings["target"],
        "table": known.row,
        "texts": about.facts["texts"],
        "choices": choices,
        "seat": known.seat(about.seat) if about.seat is not None else None,
        "seat_by_number": {seat.number: seat for seat in known.seats},
    }


def _written(round_: TwentyFourRound, about: Move) -> Expressions | None:
    """What was judged in this round, if the move is of this round."""
    return next((each for each in round_.written.values() if each.number == about.number), None)


def _changes(known: CachedTable, about: Move, right: bool) -> dict[str, Any]:
    facts = {"about": about.number, "facts": {"right": right}}
    move = Move(len(known.moves) + 1, "rule", HOST, None, now(), facts)
    changes = what_if(known.settings, known.moves, move, known.row.recorded)
    ends = changes["won_in"][0] != changes["won_in"][1]
    points = [{"seat": seat, "before": before, "after": after} for seat, (before, after) in changes["points"].items()]
    return {**changes, "points": points, "ends": ends, "nothing": not points and not ends and not changes["rounds"]}


site_urlpatterns = [
    path("play/reading/", reading, name="play-reading"),
    path("play/<table:code>/ruling/<int:number>/", ruling, name="table-ruling"),
]
