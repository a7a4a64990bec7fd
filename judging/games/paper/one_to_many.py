"""One to Many: one set of numbers, many targets; a points list at each, a bonus for hitting all (NT-OM)."""

from judging.games.paper import ExampleBox, PaperFormat, SheetShape, puzzle_checks, shared_scoring, shared_settings
from judging.games.settings import GradedSettings, Preset, Schema, Setting
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        shared_settings.seconds(900, gettext_noop("Time for the whole sheet.")),
        shared_settings.count("targets", 10, gettext_noop("Targets"), "NT-OM-1"),
        *shared_settings.numbers(1, 10),
        *shared_settings.targets(1, 120),
        Setting(
            "target_negatives",
            False,
            gettext_noop("Negative targets"),
            gettext_noop("Targets may also be the negatives of the range."),
            rule="NT-OM-4",
        ),
        Setting(
            "target_fractions",
            False,
            gettext_noop("Fractions as targets"),
            gettext_noop("Targets may also be fractions, above 0 and up to the largest target."),
            rule="NT-OM-4",
        ),
        shared_settings.points_list("NT-OM-2"),
        shared_settings.bonus(10, gettext_noop("Added once when every target was hit."), "NT-OM-3"),
        Setting(
            "misplaced",
            "nothing",
            gettext_noop("A line in the wrong box"),
            gettext_noop("What a line counts as if it misses its own target but makes another target of the sheet."),
            choices=(
                ("nothing", gettext_noop("counts as a miss")),
                ("moved", gettext_noop("counts for the target it makes")),
            ),
            rule="NT-OM-5",
        ),
    ),
    (*shared_settings.NUMBER_RULES, *shared_settings.TARGET_RULES),
)

LOWER, UPPER = (3, 4), (7, 8)
PRESETS = (
    Preset(
        "standard",
        gettext_noop("Standard"),
        gettext_noop(
            "Targets up to 50 in grades 3 and 4 and up to 120 from grade 5; grades 7 and 8 also meet fractions and "
            "negative targets."
        ),
        GradedSettings(
            {},
            {
                **{grade: {"target_to": 50} for grade in LOWER},
                **{grade: {"target_negatives": True, "target_fractions": True} for grade in UPPER},
            },
        ),
    ),
    Preset(
        "six_sided_dice",
        gettext_noop("Older: six-sided dice"),
        gettext_noop(
            "Twenty minutes, numbers rolled with six-sided dice, 3, 2 and 1 points; targets up to 50 in grades 3 and 4 "
            "and up to 100 from grade 5."
        ),
        GradedSettings(
            {"time_seconds": 1200, "number_to": 6, "dice": "d6", "target_to": 100, "points_list": (3, 2, 1)},
            {grade: {"target_to": 50} for grade in LOWER},
        ),
    ),
)


FORMAT = PaperFormat(
    slug="one_to_many",
    name=gettext_noop("One to Many"),
    question=gettext_noop("Use all the numbers to make each target in different ways."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(1, settings.whole("targets")),
    checks=(
        puzzle_checks.numbers_fit,
        puzzle_checks.targets_fit,
        puzzle_checks.one_set,
        puzzle_checks.questions_differ,
    ),
    score=shared_scoring.score_by_list("Target"),
    box_word="Target",
    one_puzzle=True,
    shares_numbers=True,
    listed=3,
    example=(
        ExampleBox((1, 2, 3, 4), 10, ("1 + 2 + 3 + 4", "4 + 3 + 2 + 1", "1 x 4 + 2 x 3")),
        ExampleBox((1, 2, 3, 4), 13, ("3 x 4 + 1",)),
    ),
)
