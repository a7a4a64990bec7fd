"""The questions to the engine and its answers, field by field. What a command says in JSON has the same names here."""

from functools import partial

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.serializers import BooleanField, CharField, ChoiceField, IntegerField, ListField, Serializer

from judging.games.duel.levels import SLUGS
from judging.language.limits import MAX_LENGTH
from puzzles.commands import limits as command_limits
from puzzles.commands.questions import RULES
from puzzles.commands.referee import GAMES
from puzzles.random_streams import SEED_BITS

from ..common import limits
from ..models import Verdict

WANTED = [("best", "One method that comes as near as possible"), ("all", "Every different method")]
RELATIONS = [
    ("same", "They count once"),
    ("kin", "They count once or twice, as the event chose"),
    ("different", "They count twice"),
    ("not_accepted", "One of them is no valid method"),
]
LEVELS = [(slug, slug.title()) for slug in SLUGS]

method_field = partial(CharField, max_length=MAX_LENGTH, trim_whitespace=False)
number_field = partial(IntegerField, min_value=-limits.GIVEN_NUMBER, max_value=limits.GIVEN_NUMBER)
text_or_null = partial(CharField, allow_null=True)
target_field = partial(
    serializers.RegexField,
    r"\A\s*-?[0-9]{1,12}(/0*[1-9][0-9]{0,11})?\s*\Z",
    max_length=limits.ENGINE_TARGET,
    help_text="A whole number, or a fraction such as 1/3.",
)


@extend_schema_field({"oneOf": [{"type": "string"}, {"type": "object"}]})
class RulesField(serializers.JSONField):
    """What the engine reads."""


class UnderRules(Serializer):
    rules = RulesField(
        default=RULES,  # type: ignore[arg-type]
        help_text='The name of an edition, or an object such as {"edition": "basic-24", "on": ["power"]}.',
    )


class MethodQuestion(UnderRules):
    expression = method_field(allow_blank=True)
    numbers = ListField(child=number_field(), max_length=limits.NUMBERS)
    target = target_field(required=False, allow_null=True)
    steps = BooleanField(default=False, help_text="Whether to list the steps.")


class PairQuestion(UnderRules):
    methods = ListField(child=method_field(), min_length=2, max_length=2)
    numbers = ListField(child=number_field(), max_length=limits.NUMBERS)


class PuzzleQuestion(UnderRules):
    numbers = ListField(child=number_field(), max_length=limits.ENGINE_NUMBERS)
    target = target_field()


class CountQuestion(PuzzleQuestion):
    kin = BooleanField(default=False, help_text="Whether methods that are kin count once.")


class SolveQuestion(CountQuestion):
    wanted = ChoiceField(WANTED, default="best")


class LettersQuestion(Serializer):
    letters = CharField(max_length=command_limits.TEXT)
    top = IntegerField(min_value=1, max_value=limits.SOLVED_WORDS, default=limits.SOLVED_WORDS)


class SeedQuestion(Serializer):
    seed = IntegerField(min_value=0, max_value=2**SEED_BITS - 1, help_text="The same seed gives the same conundrums.")
    count = IntegerField(min_value=1, max_value=limits.ENGINE_CONUNDRUMS, default=1)


class RoundQuestion(Serializer):
    """The fields of the game stand beside `game`, as for the command `referee`."""

    game = ChoiceField([(slug, slug.title()) for slug in GAMES])

    def to_internal_value(self, data):
        return data  # the referee reads it, field by field


class TurnsQuestion(Serializer):
    turns = ListField(
        child=CharField(max_length=command_limits.DUEL_TEXT, allow_blank=True),
        max_length=command_limits.DUEL_TURNS,
        default=list,
        help_text="What the players entered, A first. What is no valid move loses the turn.",
    )
    level = ChoiceField(LEVELS, default="medium", help_text="Of the machine.")


class ReasonShape(Serializer):
    code = CharField()
    message = CharField()
    rule = CharField()
    facts = serializers.DictField()
    start = IntegerField(allow_null=True)
    end = IntegerField(allow_null=True)


class StepShape(Serializer):
    expression = CharField()
    value = CharField()


class ReadingShape(Serializer):
    expression = CharField()
    value = text_or_null()
    verdict = CharField()
    method_key = text_or_null()
    kin_key = text_or_null()
    reasons = ReasonShape(many=True)


class VerdictShape(Serializer):
    verdict = ChoiceField(Verdict.Outcome.choices)
    value = text_or_null()
    distance = text_or_null()
    on_target = BooleanField(allow_null=True)
    method_key = text_or_null(help_text="Methods with one key count once.")
    kin_key = text_or_null()
    reasons = ReasonShape(many=True)
    readings = ReadingShape(many=True)
    steps = StepShape(many=True, allow_null=True)


class RelationShape(Serializer):
    relation = ChoiceField(RELATIONS)
    rule = CharField()
    code = CharField()
    message = CharField()


class SolutionShape(Serializer):
    solvable = BooleanField()
    distance = text_or_null()
    value = text_or_null(help_text="The target, or the nearest value.")
    best = text_or_null()
    count = IntegerField(allow_null=True, help_text="Of distinct methods.")
    methods = ListField(child=CharField(), allow_null=True)
    complete = BooleanField(help_text="False where the time was over: there may be better methods, and more.")


class WordShape(Serializer):
    word = CharField()
    length = IntegerField()


class WordsShape(Serializer):
    words = WordShape(many=True, help_text="The longest first.")


class ConundrumShape(Serializer):
    parts = ListField(child=CharField())
    answer = CharField()


class ConundrumsShape(Serializer):
    seed = CharField()
    conundrums = ConundrumShape(many=True)


class DifficultyShape(Serializer):
    difficulty = serializers.FloatField()
    step = IntegerField(help_text="1 to 5; 5 is the hardest.")
    why = ListField(child=CharField())


class PointsShape(Serializer):
    points = serializers.DictField(child=IntegerField(), help_text="By player.")
    why = serializers.DictField(child=CharField(), help_text="A code by player.")
    winner = text_or_null(required=False)
    draw = BooleanField(required=False)


class TurnShape(Serializer):
    player = CharField()
    invalid = text_or_null(help_text="Why it was no valid move.")
    could_win = BooleanField()
    thrown_away = BooleanField()
    better = text_or_null(help_text="A turn that won; null where there was none, or losing the turn won.")


class DuelShape(Serializer):
    total = IntegerField()
    numbers = serializers.DictField(child=ListField(child=IntegerField()), help_text="What A and B have left.")
    ended = text_or_null()
    winner = text_or_null()
    player = text_or_null(help_text="Whose turn it is.")
    wins = BooleanField(allow_null=True, help_text="Whether that player wins with perfect play.")
    best = text_or_null(help_text="A turn that wins.")
    machine = text_or_null(help_text="The machine's turn; empty where it loses it on purpose.")
    turns = TurnShape(many=True)
