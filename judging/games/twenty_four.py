"""24 Game: four numbers a round, always the same target, full points for every different method (NT-24)."""

from __future__ import annotations

from judging.games import checks, common
from judging.games.paper import PaperFormat, Shape
from judging.games.plans import Preset
from judging.games.settings import Schema, Setting, Settings
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        common.seconds(90, gettext_noop("Time for each round.")),
        common.count("rounds", 3, gettext_noop("Rounds"), "NT-24-1"),
        *common.numbers(1, 6),
        Setting(
            "target",
            "int",
            24,
            gettext_noop("Target"),
            gettext_noop("What every method has to make."),
            1,
            1000,
            rule="NT-24-1",
        ),
        common.points_full(
            10, gettext_noop("Each different method that makes the target scores this."), "NT-24-2"
        ),
    ),
    common.NUMBER_RULES,
)

PRESETS = (Preset("three_rounds", gettext_noop("Three rounds"), gettext_noop("Numbers 1 to 6.")),)


def shape(settings: Settings) -> Shape:
    return Shape(settings.whole("rounds"), 0)


TWENTY_FOUR = PaperFormat(
    slug="twenty_four",
    name=gettext_noop("24 Game"),
    question=gettext_noop("Use all the numbers to make the target, in as many ways as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=shape,
    checks=(checks.count_is(shape), checks.numbers_fit, checks.target_is_set, checks.no_repeats),
    score=common.score_each_method,
    box_word="Round",
)
