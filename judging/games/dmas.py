"""DMAS, a team's game: a grid of numbers and a target; every different answer made of some of them counts (NT-DM)."""

from __future__ import annotations

from judging.games import checks, common
from judging.games.paper import PaperFormat, Shape
from judging.games.plans import Preset
from judging.games.settings import Schema, Settings
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        common.seconds(180, gettext_noop("Time for the whole sheet.")),
        common.count("grids", 1, gettext_noop("Grids"), "NT-DM-1"),
        *common.numbers(1, 9, count=9, most=25),
        *common.targets(1, 40),
        common.points_full(
            10, gettext_noop("Each different answer that makes the target scores this."), "NT-DM-3"
        ),
    ),
    (*common.NUMBER_RULES, *common.TARGET_RULES),
)

PRESETS = (
    Preset(
        "one_grid", gettext_noop("One grid"), gettext_noop("A grid of nine numbers from 1 to 9, one target.")
    ),
)


def shape(settings: Settings) -> Shape:
    return Shape(settings.whole("grids"), settings.whole("grids"))


DMAS = PaperFormat(
    slug="dmas",
    name=gettext_noop("DMAS"),
    question=gettext_noop(
        "Use some of the numbers, and at least two kinds of operation, to make the target in as many ways as "
        "you can."
    ),
    schema=SCHEMA,
    presets=PRESETS,
    shape=shape,
    checks=(checks.count_is(shape), checks.numbers_fit, checks.targets_fit, checks.no_repeats),
    score=common.score_each_method,
    box_word="Grid",
    edition="dmas",
    for_teams=True,
)
