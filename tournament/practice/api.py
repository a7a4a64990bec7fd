"""Practice and the solvers as JSON, for anybody. Nothing is stored."""

from django.urls import path
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from ..rest.parsing import read
from ..web import rate_limits
from . import answers, json_serializers, rounds, solving


@method_decorator(never_cache, name="dispatch")
class PracticeView(APIView):
    """Practice for anybody, limited by address."""

    authentication_classes = []
    permission_classes = [AllowAny]

    def initial(self, request: Request, *args, **parts) -> None:
        super().initial(request, *args, **parts)
        rate_limits.count(request)


class RoundsView(PracticeView):
    @extend_schema(request=json_serializers.NewRound, responses=json_serializers.DealShape, auth=[])
    def post(self, request: Request) -> Response:
        """A new round of practice, or one more letter of a round whose letters are chosen one by one."""
        wanted = read(json_serializers.NewRound, request.data)
        return Response(json_serializers.DealShape(rounds.new(**wanted)).data)


class DailyView(PracticeView):
    @extend_schema(responses=json_serializers.DailyShape, auth=[])
    def get(self, request: Request) -> Response:
        """The rounds of today, the same for everybody."""
        daily = {"day": rounds.today(), "time_zone": rounds.time_zone(), "rounds": rounds.daily_rounds()}
        return Response(json_serializers.DailyShape(daily).data)


class AnswersView(PracticeView):
    @extend_schema(request=json_serializers.GivenAnswer, responses=json_serializers.CheckedShape, auth=[])
    def post(self, request: Request) -> Response:
        """What an answer to a round is worth, and what was possible. An empty answer gives up."""
        given = read(json_serializers.GivenAnswer, request.data)
        checked = answers.check(rounds.complete(given["round"]), given["answer"], final=given["final"])
        return Response(json_serializers.CheckedShape(checked).data)


class WordsView(PracticeView):
    @extend_schema(parameters=[json_serializers.LettersQuery], responses=json_serializers.WordsShape, auth=[])
    def get(self, request: Request) -> Response:
        """The words that up to nine letters make, the longest first."""
        words = solving.words(read(json_serializers.LettersQuery, request.query_params)["letters"])
        return Response({"words": words})


class NumbersView(PracticeView):
    @extend_schema(parameters=[json_serializers.NumbersQuery], responses=json_serializers.CalculationShape, auth=[])
    def get(self, request: Request) -> Response:
        """The best calculation for up to six numbers and a target, by Countdown's rules."""
        query = read(json_serializers.NumbersQuery, request.query_params)
        calculation = solving.calculation(solving.read_numbers(query["numbers"]), solving.read_target(query["target"]))
        return Response(json_serializers.CalculationShape(calculation).data)


class ConundrumView(PracticeView):
    @extend_schema(parameters=[json_serializers.LettersQuery], responses=json_serializers.WordsShape, auth=[])
    def get(self, request: Request) -> Response:
        """The words of all nine letters of a conundrum."""
        words = solving.conundrum(read(json_serializers.LettersQuery, request.query_params)["letters"])
        return Response({"words": words})


urlpatterns = [
    path("practice/rounds/", RoundsView.as_view(), name="api-practice-rounds"),
    path("practice/daily/", DailyView.as_view(), name="api-practice-daily"),
    path("practice/answers/", AnswersView.as_view(), name="api-practice-answers"),
    path("solve/words/", WordsView.as_view(), name="api-solve-words"),
    path("solve/numbers/", NumbersView.as_view(), name="api-solve-numbers"),
    path("solve/conundrum/", ConundrumView.as_view(), name="api-solve-conundrum"),
]
