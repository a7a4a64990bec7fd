"""Target game, the tiebreaker: one set, one target, two sides; the side with more methods goes on (NT-TG).

What decides is `Score.methods`. Points say the same, and stand in no total.
"""

from judging.games.paper import ExampleBox, PaperFormat, SheetShape, puzzle_checks, shared_scoring, shared_settings
from judging.games.settings import Preset, Schema
from judging.messages import gettext_noop, message

SCHEMA = Schema(
    (
        shared_settings.seconds(180, gettext_noop("Time for the game.")),
        *shared_settings.numbers(1, 9),
        *shared_settings.targets(1, 40),
        shared_settings.points_full(
            1, gettext_noop("Each different method that hits the target scores this."), "NT-TG-2"
        ),
    ),
    (*shared_settings.NUMBER_RULES, *shared_settings.TARGET_RULES),
)

PRESETS = (
    Preset(
        "three_minutes",
        gettext_noop("Three minutes"),
        gettext_noop("Four numbers from 1 to 9, a target from 1 to 40."),
    ),
)


FORMAT = PaperFormat(
    slug="target_game",
    name=gettext_noop("Target game"),
    question=gettext_noop("Use all the numbers to hit the target in as many ways as you can."),
    schema=SCHEMA,
    presets=PRESETS,
    shape=lambda settings: SheetShape(1, 1),
    checks=(puzzle_checks.numbers_fit, puzzle_checks.targets_fit),
    score=shared_scoring.score_each_method,
    box_word="Set",
    for_sides=True,
    listed=7,
    example=(ExampleBox((1, 2, 3, 4), 10, ("1 + 2 + 3 + 4", "1 x 4 + 2 x 3")),),
    scoring=lambda settings: (message("scores_most_methods"), message("scores_once")),
)
