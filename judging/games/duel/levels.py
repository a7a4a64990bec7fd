"""The levels of the machine in Countdown Duel (DU-M-1). `puzzles/duel/levels.py` has how each of them plays."""

from typing import NamedTuple

from judging.messages import gettext_noop


class Level(NamedTuple):
    """`slug` is stored with a game; the rest is what people read."""

    slug: str
    label: str
    preset: str
    about: str


LEVELS = (
    Level(
        "easy",
        gettext_noop("easy"),
        gettext_noop("Alone: easy"),
        gettext_noop("Against the machine, which often takes any turn."),
    ),
    Level(
        "medium",
        gettext_noop("medium"),
        gettext_noop("Alone: medium"),
        gettext_noop("Against the machine, which looks one turn ahead."),
    ),
    Level(
        "strong",
        gettext_noop("perfect"),
        gettext_noop("Alone: perfect"),
        gettext_noop("Against the machine, which makes no mistake."),
    ),
)
SLUGS = tuple(level.slug for level in LEVELS)
