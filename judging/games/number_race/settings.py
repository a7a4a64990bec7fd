"""The settings of a number race, and its presets (NR-2, NR-3)."""

from judging.games.settings import GradedSettings, Preset, Schema, Setting
from judging.messages import gettext_noop

SCHEMA = Schema(
    (
        Setting(
            "seconds", 180, gettext_noop("Time for a round"), gettext_noop("Seconds for each round."), 30, 900, "NR-2"
        ),
        Setting(
            "numbers", 5, gettext_noop("Numbers"), gettext_noop("How many cards there are, four or five."), 4, 5, "NR-3"
        ),
        Setting(
            "highest", 9, gettext_noop("Highest number"), gettext_noop("Each card is from 1 to this."), 6, 20, "NR-3"
        ),
        Setting(
            "target_most",
            50,
            gettext_noop("Highest target"),
            gettext_noop("Each target is from 1 to this."),
            20,
            200,
            "NR-3",
        ),
        Setting(
            "rounds", 1, gettext_noop("Rounds"), gettext_noop("Each round has a target of its own."), 1, 10, "NR-9"
        ),
    )
)
PRESETS = (
    Preset("race", gettext_noop("Number race"), gettext_noop("Five numbers, three minutes.")),
    Preset(
        "three_rounds",
        gettext_noop("Three short races"),
        gettext_noop("Four numbers, three rounds of two minutes."),
        GradedSettings({"numbers": 4, "seconds": 120, "rounds": 3}),
    ),
)
