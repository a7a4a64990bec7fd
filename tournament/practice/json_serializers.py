"""The JSON of practice, field by field; drf-spectacular writes the schema from these."""

from typing import Any

from rest_framework import serializers

from judging.games.countdown.numbers import LARGE
from puzzles.practice import KINDS

from ..common import limits
from . import rounds

CHARACTERS = 100  # of what a solver is asked


class NewRound(serializers.Serializer):
    kind = serializers.ChoiceField(KINDS)
    picks = serializers.RegexField(
        r"\A[vc]{1,9}\Z", required=False, help_text="Letters: v for a vowel, c for a consonant, in their order."
    )
    large = serializers.IntegerField(
        min_value=0, max_value=len(LARGE), required=False, help_text="Numbers: how many large ones."
    )
    earlier = serializers.CharField(
        max_length=rounds.NAME, required=False, help_text="Letters: the round that goes on with more picks."
    )


class DealShape(serializers.Serializer):
    """A round as its player sees it."""

    round = serializers.CharField(source="name", help_text="To send with the answer.")
    kind = serializers.CharField()
    letters = serializers.CharField(help_text="Of a round of letters.")
    numbers = serializers.ListField(child=serializers.IntegerField(), help_text="Of a round of numbers.")
    target = serializers.IntegerField(allow_null=True)
    parts = serializers.ListField(child=serializers.CharField(), help_text="The two words of a conundrum.")

    def to_representation(self, instance: str) -> dict[str, Any]:
        deal = rounds.deal(instance)
        shown = {field: getattr(deal, field) for field in ("kind", "letters", "numbers", "target", "parts")}
        return super().to_representation({"name": instance, **shown})


class DailyShape(serializers.Serializer):
    day = serializers.DateField()
    time_zone = serializers.CharField(help_text="In which the day ends.")
    rounds = DealShape(many=True)


class GivenAnswer(serializers.Serializer):
    round = serializers.CharField(max_length=rounds.NAME)
    answer = serializers.CharField(max_length=limits.PRACTICE_ANSWER, allow_blank=True)
    final = serializers.BooleanField(
        default=True, help_text="False: a calculation that cannot be read is refused and may be written again."
    )


class StepShape(serializers.Serializer):
    expression = serializers.CharField()
    value = serializers.CharField()


class CalculationShape(serializers.Serializer):
    value = serializers.IntegerField(allow_null=True, help_text="The target, or the nearest that can be made.")
    distance = serializers.IntegerField(allow_null=True)
    text = serializers.CharField()
    steps = StepShape(many=True)
    count = serializers.IntegerField(help_text="How many distinct methods come to the target.")


class WordsShape(serializers.Serializer):
    words = serializers.ListField(child=serializers.CharField(), help_text="The longest first.")


class PossibleShape(serializers.Serializer):
    """Words for letters and the conundrum, a calculation for numbers."""

    length = serializers.IntegerField(required=False, help_text="Of the longest words.")
    words = serializers.ListField(child=serializers.CharField(), required=False)
    value = serializers.IntegerField(required=False, allow_null=True)
    distance = serializers.IntegerField(required=False, allow_null=True)
    text = serializers.CharField(required=False)
    steps = StepShape(many=True, required=False)
    count = serializers.IntegerField(required=False)


class CheckedShape(serializers.Serializer):
    points = serializers.IntegerField(source="award.points")
    code = serializers.CharField(source="award.code", help_text="As in `manage.py referee`, for one player.")
    solved = serializers.BooleanField(source="result.solved", help_text="Nothing better was possible.")
    made = serializers.IntegerField(
        source="result.made",
        allow_null=True,
        help_text="The letters of the word, or the value of the calculation; null for a wrong one.",
    )
    sentence = serializers.CharField(help_text="The verdict in the language that the request asks for.")
    possible = PossibleShape()


class LettersQuery(serializers.Serializer):
    letters = serializers.CharField(max_length=CHARACTERS)


class NumbersQuery(serializers.Serializer):
    numbers = serializers.CharField(max_length=CHARACTERS, help_text="Up to six, with commas between them.")
    target = serializers.CharField(max_length=CHARACTERS)
