"""One to Many: one set of numbers, many targets; a points list at each, a bonus for hitting all (NT-OM)."""

from __future__ import annotations

from collections.abc import Sequence

from judging.games import checks, common
from judging.games.paper import Answer, Box, PaperFormat, Partition, Score, Shape
from judging.games.plans import Plan, Preset
from judging.games.settings import Schema, Setting, Settings
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        common.seconds(900, gettext_noop("Time for the whole sheet.")),
        common.count("targets", 10, gettext_noop("Targets"), "NT-OM-1"),
        *common.numbers(1, 10),
        *common.targets(1, 120),
        *common.wider_targets(),
        common.points_list((4, 2, 1), "NT-OM-2"),
        common.bonus(10, gettext_noop("Added once when every target was hit."), "NT-OM-3"),
        Setting(
            "misplaced",
            "choice",
            "nothing",
            gettext_noop("A line in the wrong box"),
            gettext_noop(
                "What a line is worth that misses its own target and makes another one of the sheet."
            ),
            choices=(
                ("nothing", gettext_noop("counts as a miss")),
                ("moved", gettext_noop("counts for the target it makes")),
            ),
            rule="NT-OM-5",
        ),
    ),
    (*common.NUMBER_RULES, *common.TARGET_RULES),
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
        Plan(
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
        Plan(
            {"time_seconds": 1200, "number_to": 6, "dice": "d6", "target_to": 100, "points_list": (3, 2, 1)},
            {grade: {"target_to": 50} for grade in LOWER},
        ),
    ),
)


def shape(settings: Settings) -> Shape:
    return Shape(1, settings.whole("targets"))


def score(settings: Settings, boxes: Sequence[Box], answers: Sequence[Answer], same: Partition) -> Score:
    if settings.choice("misplaced") == "moved":
        return common.score_by_list(settings, boxes, answers, same, "Target", common.home_by_value(boxes))
    return common.score_by_list(settings, boxes, answers, same, "Target")


ONE_TO_MANY = PaperFormat(
    slug="one_to_many",
    name=gettext_noop("One to Many"),
    question=gettext_noop("Use all the numbers to make each target in different ways."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=shape,
    checks=(
        checks.count_is(shape),
        checks.numbers_fit,
        checks.targets_fit,
        checks.one_set,
        checks.no_repeats,
    ),
    score=score,
    box_word="Target",
)
