"""How an expression is read while it is typed. It says nothing of the cards, of the value or of whether it is right."""

from django.http import HttpRequest, JsonResponse
from django.urls import path
from django.views.decorators.http import require_safe

from judging.games.live.moves import MAX_TEXT
from judging.games.twentyfour.expressions import EDITION
from judging.language.parsing.writing import mathml
from judging.language.verdict import judge

from ...common import limits
from ...common.refusals import Refused
from ...web import rate_limits
from ...web.problems import problem_response


@require_safe
def reading(request: HttpRequest) -> JsonResponse:
    """{"reading": the first reading as MathML, empty where there is none; "several": whether there are more}."""
    try:
        rate_limits.count(request, "reading", limits.READINGS_ADDRESS)
    except Refused as refused:
        return problem_response(refused.status, refused.code, refused.sentence)
    text = request.GET.get("text", "")
    trees = judge(text, (), None, EDITION).trees if 0 < len(text) <= MAX_TEXT else ()
    shown = {"reading": mathml(trees[0]) if trees else "", "several": len(trees) > 1}
    return JsonResponse(shown, headers={"Cache-Control": "max-age=3600"})


site_urlpatterns = [path("play/reading/", reading, name="play-reading")]
