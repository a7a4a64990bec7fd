"""Practice for one (type 1) without a table and without signing in: the browser keeps the score and the history."""

from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from random import SystemRandom
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from judging.games.live.moves import MAX_TEXT
from judging.games.twentyfour.expressions import RIGHT, code_of
from judging.games.twentyfour.settings import SCHEMA
from judging.messages import message
from puzzles.games.twentyfour import deal_sets
from puzzles.twentyfour.review import review

from ...common.line_text import with_signs
from ...common.refusals import Refused
from ...common.wording.sentences import sentence
from ...web import rate_limits
from .mistakes import mistake

TARGET, NUMBERS, MOST_METHODS = 24, 4, 5


@require_safe
def practice(request: HttpRequest) -> HttpResponse:
    """The page; what is played on it stays in the browser."""
    return render(request, "play/twentyfour/practice.html", {"target": TARGET})


def limited_by_address(answer: Callable[[HttpRequest], JsonResponse]) -> Callable[[HttpRequest], JsonResponse]:
    """The view; it answers 429 with a sentence to an address that asks very often."""

    @wraps(answer)
    def limited(request: HttpRequest) -> JsonResponse:
        try:
            rate_limits.count(request)
        except Refused as refused:
            return JsonResponse({"right": False, "sentence": refused.sentence, "methods": []}, status=refused.status)
        return answer(request)

    return limited


@never_cache
@require_safe
@limited_by_address
def deal(request: HttpRequest) -> JsonResponse:
    """{"numbers"}: a new set; with `solvable` one that has a solution."""
    kind = "2" if request.GET.get("solvable") == "yes" else "1"
    [numbers] = deal_sets(SCHEMA.read({"game_type": kind, "players": 1}), SystemRandom())
    return JsonResponse({"numbers": list(numbers)})


@never_cache
@require_safe
@limited_by_address
def check(request: HttpRequest) -> JsonResponse:
    """{"right", "sentence", "methods"}: whether an expression makes 24; with `impossible`, whether nothing does. After
    a mistake the sentence ends where the methods begin."""
    numbers = _numbers(request.GET.get("numbers", ""))
    text = request.GET.get("text", "")
    if numbers is None or len(text) > MAX_TEXT:
        return JsonResponse({"right": False, "sentence": _("This cannot be read."), "methods": []})
    if request.GET.get("impossible") == "yes":
        return JsonResponse(_impossible(numbers))
    right = (code := code_of(text, numbers, [Fraction(TARGET)])) == RIGHT
    if right:
        return JsonResponse({"right": True, "sentence": _sentence_of(code), "methods": []})
    methods = _methods(numbers)
    more = _("It can be made like this:") if methods else _("The set has no solution.")
    return JsonResponse({"right": False, "sentence": f"{_sentence_of(code)} {more}", "methods": methods})


def _impossible(numbers: tuple[int, ...]) -> dict[str, Any]:
    methods = _methods(numbers)
    message = _("It can be made like this:") if methods else _("Right: it is impossible.")
    return {"right": not methods, "sentence": message, "methods": methods}


def _methods(numbers: tuple[int, ...]) -> list[str]:
    return [with_signs(text) for text in review("classic", TARGET, (numbers,))["sets"][0]["methods"][:MOST_METHODS]]


def _sentence_of(code: str) -> str:
    return sentence(message("tf_right")) if code == RIGHT else mistake(code, TARGET)


def _numbers(text: str) -> tuple[int, ...] | None:
    parts = text.split(",")
    if len(parts) != NUMBERS or not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
        return None
    return tuple(map(int, parts))


urlpatterns = [
    path("play/practice/24/", practice, name="practice-24"),
    path("play/practice/24/set/", deal, name="practice-24-set"),
    path("play/practice/24/check/", check, name="practice-24-check"),
]
