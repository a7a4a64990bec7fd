"""The settings of a number race, and its presets (NR-2, NR-3)."""

from judging.games.graded_settings import GradedSettings, Preset
from judging.games.settings import Schema, Setting
from judging.messages import gettext_noop


def _setting(name: str, default: int, least: int, most: int, label: str, about: str, rule: str) -> Setting:
    return Setting(name, "int", default, label, about, least, most, rule=rule)


SCHEMA = Schema(
    (
        _setting(
            "seconds", 180, 30, 900, gettext_noop("Time for a round"), gettext_noop("Seconds for each round."), "NR-2"
        ),
        _setting(
            "numbers", 5, 4, 5, gettext_noop("Numbers"), gettext_noop("How many cards there are, four or five."), "NR-3"
        ),
        _setting(
            "highest", 9, 6, 20, gettext_noop("Highest number"), gettext_noop("Each card is from 1 to this."), "NR-3"
        ),
        _setting(
            "target_most",
            50,
            20,
            200,
            gettext_noop("Highest target"),
            gettext_noop("Each target is from 1 to this."),
            "NR-3",
        ),
        _setting(
            "rounds", 1, 1, 10, gettext_noop("Rounds"), gettext_noop("Each round has a target of its own."), "NR-9"
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
