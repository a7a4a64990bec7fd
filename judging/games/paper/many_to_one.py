"""Many to One: many sets of numbers, one target; a points list at each set, a bonus for all (NT-MO)."""

from judging.games.paper import ExampleBox, PaperFormat, SheetShape, puzzle_checks, shared_scoring, shared_settings
from judging.games.settings import GradedSettings, Preset, Schema
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        shared_settings.seconds(900, gettext_noop("Time for the whole sheet.")),
        shared_settings.count("sets", 10, gettext_noop("Sets"), "NT-MO-1"),
        *shared_settings.numbers(1, 10),
        *shared_settings.targets(1, 60),
        shared_settings.points_list("NT-MO-2"),
        shared_settings.bonus(10, gettext_noop("Added once when the target was hit with every set."), "NT-MO-3"),
    ),
    (*shared_settings.NUMBER_RULES, *shared_settings.TARGET_RULES),
)

PRESETS = (
    Preset(
        "standard",
        gettext_noop("Standard"),
        gettext_noop("The target is from 1 to 30 in grades 3 and 4, from 31 to 60 in grades 5 to 8."),
        GradedSettings(
            {},
            {
                **{grade: {"target_from": 1, "target_to": 30} for grade in (3, 4)},
                **{grade: {"target_from": 31, "target_to": 60} for grade in (5, 6, 7, 8)},
            },
        ),
    ),
)


FORMAT = PaperFormat(
    slug="many_to_one",
    name=gettext_noop("Many to One"),
    question=gettext_noop("Use all the numbers of each set to make the target in different ways."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(settings.whole("sets"), 1),
    checks=(
        puzzle_checks.numbers_fit,
        puzzle_checks.targets_fit,
        puzzle_checks.one_target,
        puzzle_checks.questions_differ,
    ),
    score=shared_scoring.score_by_list("Set"),
    box_word="Set",
    one_puzzle=True,
    shares_target=True,
    listed=4,
    example=(
        ExampleBox((1, 2, 3, 4), 24, ("1 x 2 x 3 x 4", "(1 + 2 + 3) x 4")),
        ExampleBox((1, 3, 6, 8), 24, ("3 x 8",)),
    ),
)
