"""DMAS, a team's game: a grid of numbers and a target; every different answer made of some of them counts (NT-DM)."""

from judging.games.paper import ExampleBox, PaperFormat, SheetShape, puzzle_checks, shared_scoring, shared_settings
from judging.games.settings import Preset, Schema
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        shared_settings.seconds(180, gettext_noop("Time for the whole sheet.")),
        shared_settings.count("grids", 1, gettext_noop("Grids"), "NT-DM-1"),
        *shared_settings.numbers(1, 9, count=9, most=25),
        *shared_settings.targets(1, 40),
        shared_settings.points_full(
            10, gettext_noop("Each different answer that makes the target scores this."), "NT-DM-3"
        ),
    ),
    (*shared_settings.NUMBER_RULES, *shared_settings.TARGET_RULES),
)

PRESETS = (
    Preset("one_grid", gettext_noop("One grid"), gettext_noop("A grid of nine numbers from 1 to 9, one target.")),
)


FORMAT = PaperFormat(
    slug="dmas",
    name=gettext_noop("DMAS"),
    question=gettext_noop(
        "Use some of the numbers, and at least two kinds of operation, to make the target in as many ways as you can."
    ),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(settings.whole("grids"), settings.whole("grids")),
    checks=(puzzle_checks.numbers_fit, puzzle_checks.targets_fit, puzzle_checks.questions_differ),
    score=shared_scoring.score_each_method,
    box_word="Grid",
    edition="dmas",
    for_teams=True,
    listed=5,
    example=(ExampleBox((1, 2, 3, 4, 5, 6, 7, 8, 9), 13, ("7 x 3 - 8", "8 + 1 + 4", "6 x 2 + 1")),),
)
