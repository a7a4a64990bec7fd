"""24 Game: four numbers a round, always the same target, full points for every different method (NT-24)."""

from __future__ import annotations

from collections.abc import Sequence

from judging.games import checks, common
from judging.games.marking import Marking, mark, tally
from judging.games.paper import Answer, Box, PaperFormat, Partition, Score, Shape
from judging.games.plans import Preset
from judging.games.settings import Schema, Setting, Settings

SCHEMA = Schema(
    (
        common.seconds(90, "Time for each round."),
        common.count("rounds", 3, "Rounds", "NT-24-1"),
        *common.numbers(1, 6),
        Setting("target", "int", 24, "Target", "What every method has to make.", 1, 1000, rule="NT-24-1"),
        Setting(
            "points_full",
            "int",
            10,
            "Points for a method",
            "Each different method that makes the target scores this.",
            1,
            1000,
            rule="NT-24-2",
        ),
    ),
    common.NUMBER_RULES,
)

PRESETS = (Preset("three_rounds", "Three rounds", "Numbers 1 to 6."),)


def shape(settings: Settings) -> Shape:
    return Shape(settings.whole("rounds"), 0)


def score(settings: Settings, boxes: Sequence[Box], answers: Sequence[Answer], same: Partition) -> Score:
    sheet, full = Marking(boxes, answers, same), settings.whole("points_full")
    return tally(sheet, mark(sheet, lambda nth: full))


TWENTY_FOUR = PaperFormat(
    slug="twenty_four",
    name="24 Game",
    question="Use all the numbers to make the target, in as many ways as you can.",
    schema=SCHEMA,
    presets=PRESETS,
    shape=shape,
    checks=(checks.count_is(shape), checks.numbers_fit, checks.target_is_set, checks.no_repeats),
    score=score,
    box_word="Round",
)
