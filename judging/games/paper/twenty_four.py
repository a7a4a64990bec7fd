"""24 Game: four numbers a round, always the same target, full points for every different method (NT-24)."""

from judging.games.paper import ExampleBox, PaperFormat, SheetShape, puzzle_checks, shared_scoring, shared_settings
from judging.games.settings import Preset, Schema, Setting
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        shared_settings.seconds(90, gettext_noop("Time for each question.")),
        shared_settings.count("rounds", 3, gettext_noop("Questions"), "NT-24-1"),
        *shared_settings.numbers(1, 6),
        Setting(
            "target",
            24,
            gettext_noop("Target"),
            gettext_noop("The number that every method must make."),
            1,
            1000,
            rule="NT-24-1",
        ),
        shared_settings.points_full(
            10, gettext_noop("Each different method that makes the target scores this."), "NT-24-2"
        ),
    ),
    shared_settings.NUMBER_RULES,
)

PRESETS = (Preset("three_rounds", gettext_noop("Three questions"), gettext_noop("Numbers 1 to 6.")),)


FORMAT = PaperFormat(
    slug="twenty_four",
    name=gettext_noop("24 Game"),
    question=gettext_noop("Use all the numbers to make the target, in as many ways as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(settings.whole("rounds"), 0),
    checks=(puzzle_checks.numbers_fit, puzzle_checks.target_is_set, puzzle_checks.questions_differ),
    score=shared_scoring.score_each_method,
    box_word="Round",
    one_by_one=True,
    shares_target=True,
    listed=2,
    example=(ExampleBox((1, 2, 3, 4), 24, ("1 x 2 x 3 x 4", "(1 + 2 + 3) x 4", "4 x 3 x 2 x 1", "4! x (3 - 2)")),),
)
