"""Target game, the tiebreaker: one set, one target, two sides; the side with more methods goes on (NT-TG).

What decides is `Score.methods`. Points say the same, and stand in no total.
"""

from __future__ import annotations

from judging.games import checks, common
from judging.games.paper import PaperFormat, Shape
from judging.games.plans import Preset
from judging.games.settings import Schema, Settings
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        common.seconds(180, gettext_noop("Time for the game.")),
        *common.numbers(1, 9),
        *common.targets(1, 40),
        common.points_full(
            1, gettext_noop("Each different method that hits the target scores this."), "NT-TG-2"
        ),
    ),
    (*common.NUMBER_RULES, *common.TARGET_RULES),
)

PRESETS = (
    Preset(
        "three_minutes",
        gettext_noop("Three minutes"),
        gettext_noop("Four numbers from 1 to 9, a target from 1 to 40."),
    ),
)


def shape(settings: Settings) -> Shape:
    return Shape(1, 1)


TARGET_GAME = PaperFormat(
    slug="target_game",
    name=gettext_noop("Target game"),
    question=gettext_noop("Use all the numbers to hit the target in as many ways as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=shape,
    checks=(checks.count_is(shape), checks.numbers_fit, checks.targets_fit),
    score=common.score_each_method,
    box_word="Set",
)
