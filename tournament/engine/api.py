"""The engine as JSON, for anybody: many questions in one request, each with its answer or its refusal beside it."""

from functools import partial
from time import monotonic
from typing import Any

from django.urls import path
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from judging.command_line import UsageProblem
from judging.messages import Message
from puzzles.commands.questions import Questions
from puzzles.commands.rounds.round_input import RoundProblem
from puzzles.enumeration.value_enumeration import OutOfTime
from puzzles.words.dictionary import LettersProblem

from ..common import limits
from ..common.line_text import digest
from ..common.refusals import Refused
from ..common.wording.sentences import sentence
from ..models import AddressUse
from ..rest import problems
from ..rest.parameters import NamedParameters
from ..rest.parsing import read
from ..web.client_address import network_of_request
from ..web.rate_limits import Minute, too_many
from ..word_lists.dictionaries import site_dictionary
from . import shapes


class SentQuestions(serializers.Serializer):
    questions = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=limits.ENGINE_QUESTIONS)


class EngineView(NamedParameters):
    """Questions of one kind, limited by address."""

    authentication_classes = []
    permission_classes = [AllowAny]
    kind: str
    shape: type[serializers.Serializer]

    def post(self, request: Request) -> Response:
        questions = read(SentQuestions, request.data)["questions"]
        asked = Minute(AddressUse.Kind.ENGINE, limits.PRACTICE_ADDRESS)
        if not asked.use(digest(network_of_request(request)), len(questions)).is_allowed:
            raise too_many()
        dictionary, end = site_dictionary(), monotonic() + limits.ENGINE_SECONDS
        engine = Questions(dictionary, partial(_stop, end))
        return Response({"results": [self._result(engine, each, end) for each in questions]})

    def _result(self, engine: Questions, question: dict[str, Any], end: float) -> dict[str, Any]:
        try:
            if monotonic() > end:
                raise Refused("out_of_time", _("The time of this request is over. Ask this again."), status=503)
            return {"answer": getattr(engine, self.kind)(read(self.shape, question)), "refusal": None}
        except (ValidationError, Refused) as error:
            refusal = error
        except (UsageProblem, LettersProblem, RoundProblem) as error:
            refusal = _refused(error)
        answer = problems.handle(refusal, {})
        return {"answer": None, "refusal": answer and answer.data}


def _stop(end: float) -> None:
    if monotonic() > end:
        raise OutOfTime


def _refused(error: UsageProblem | LettersProblem | RoundProblem) -> Refused:
    """In the language that the request asks for."""
    if isinstance(error, RoundProblem):
        fields = [value for name, value in error.facts.items() if name == "field"]
        why = ", ".join([error.code, *(f"{name} {value}" for name, value in error.facts.items())])
        text = _("This round cannot be scored: %(why)s.") % {"why": why}
        return Refused(error.code, text, status=400, fields={str(each): text for each in fields})
    reason = error.message if isinstance(error, LettersProblem) else error.args[0]
    return Refused(reason.code if isinstance(reason, Message) else "invalid", sentence(reason), status=400)


@extend_schema_field({"oneOf": [{"$ref": "#/components/schemas/Problem"}, {"type": "null"}]})
class QuestionRefusal(serializers.JSONField):
    """Problem details."""


PUZZLE = {"numbers": [1, 5, 5, 5], "target": "24", "rules": "basic-24"}
LETTERS = {"letters": "ARIOEKLNN"}
WORDS = {"game": "countdown", "round": "letters", **LETTERS, "words": {"Ann": "lankier", "Ben": "alien"}}
# {the kind of question, which `Questions` answers by the same name: question, answer, an example}
KINDS: dict[str, tuple[type[serializers.Serializer], type[serializers.Serializer], dict[str, Any]]] = {
    "judge": (shapes.MethodQuestion, shapes.VerdictShape, {"expression": "(5-1/5)*5", **PUZZLE}),
    "same": (shapes.PairQuestion, shapes.RelationShape, {"methods": ["1+2", "2+1"], "numbers": [1, 2]}),
    "solve": (shapes.SolveQuestion, shapes.SolutionShape, PUZZLE),
    "count": (shapes.CountQuestion, shapes.SolutionShape, PUZZLE),
    "letters": (shapes.LettersQuestion, shapes.WordsShape, {**LETTERS, "top": 5}),
    "conundrum": (shapes.SeedQuestion, shapes.ConundrumsShape, {"seed": 7, "count": 3}),
    "rate": (shapes.PuzzleQuestion, shapes.DifficultyShape, PUZZLE),
    "referee": (shapes.RoundQuestion, shapes.PointsShape, WORDS),
    "duel": (shapes.TurnsQuestion, shapes.DuelShape, {"turns": ["+5", "*3"], "level": "strong"}),
}


def _view(kind: str) -> type[NamedParameters]:
    question, answer, example = KINDS[kind]

    def shape(what: str, **fields: serializers.Field) -> type[serializers.Serializer]:
        return type(f"{kind.title()}{what}", (serializers.Serializer,), fields)

    result = shape("Result", answer=answer(allow_null=True), refusal=QuestionRefusal(allow_null=True))
    questions = serializers.ListField(child=question(), min_length=1, max_length=limits.ENGINE_QUESTIONS)
    return extend_schema(
        description=getattr(Questions, kind).__doc__,
        request=shape("Questions", questions=questions),
        responses=shape("Results", results=result(many=True)),
        examples=[OpenApiExample(kind, {"questions": [example]}, request_only=True)],
        auth=[],
    )(type(f"{kind.title()}View", (EngineView,), {"kind": kind, "shape": question}))


urlpatterns = [path(f"engine/{kind}/", _view(kind).as_view(), name=f"api-engine-{kind}") for kind in KINDS]
