"""The settings of a game of Countdown, and its presets."""

from judging.games.settings import GradedSettings, Preset, Schema, Setting
from judging.messages import gettext_noop

KINDS = {"L": "letters", "N": "numbers", "C": "conundrum"}
TELEVISION, HALF, SHORT = "LLNLLNLLNLLNLLC", "LLNLLNC", "LNC"
PLANS = (
    (TELEVISION, gettext_noop("15 rounds: ten of letters, four of numbers, the conundrum")),
    (HALF, gettext_noop("7 rounds: four of letters, two of numbers, the conundrum")),
    (SHORT, gettext_noop("3 rounds: letters, numbers, the conundrum")),
    ("L", gettext_noop("1 round of letters")),
    ("N", gettext_noop("1 round of numbers")),
    ("C", gettext_noop("1 conundrum")),
)


def _seconds(name: str, label: str, help_text: str, rule: str) -> Setting:
    return Setting(name, 0, label, help_text, 0, 300, rule=rule)


SCHEMA = Schema(
    (
        Setting(
            "rounds",
            TELEVISION,
            gettext_noop("Rounds"),
            gettext_noop("Which rounds are played, in this order."),
            choices=PLANS,
            rule="CD-2",
        ),
        Setting(
            "seconds",
            30,
            gettext_noop("Seconds on the clock"),
            gettext_noop("How long the players have in each round."),
            5,
            600,
            rule="CD-4",
        ),
        Setting(
            "fair_letters",
            False,
            gettext_noop("At least three vowels and four consonants"),
            gettext_noop("As on television. A pile cannot be chosen if it would leave too few of the other."),
            rule="CD-11",
        ),
        Setting(
            "conundrum_points",
            10,
            gettext_noop("Points for the conundrum"),
            gettext_noop("What the first right answer scores."),
            1,
            100,
            rule="CD-33",
        ),
        Setting(
            "tie_conundrums",
            True,
            gettext_noop("Break a tie with conundrums"),
            gettext_noop("If players are level on top after the last round, they play conundrums until one leads."),
            rule="CD-6",
        ),
        _seconds(
            "start_after",
            gettext_noop("Seconds until the clock starts"),
            gettext_noop("After the letters or numbers are there. 0: the host starts the clock."),
            "CD-4",
        ),
        _seconds(
            "declare_seconds",
            gettext_noop("Seconds to declare"),
            gettext_noop("After the clock has ended. 0: until all have declared, or the host goes on."),
            "CD-12",
        ),
        _seconds(
            "present_seconds",
            gettext_noop("Seconds to give words and calculations"),
            gettext_noop("After the last one was given. 0: until all have given theirs, or the host goes on."),
            "CD-13",
        ),
        Setting(
            "together",
            False,
            gettext_noop("Show what was given together"),
            gettext_noop("Words and calculations are shown when all have given theirs, or the host goes on."),
            rule="CD-17",
        ),
        _seconds(
            "answer_seconds",
            gettext_noop("Seconds to answer after a buzz"),
            gettext_noop("Whoever says nothing by then is out. 0: the host goes on."),
            "CD-31",
        ),
        Setting(
            "alone",
            False,
            gettext_noop("One player practises alone"),
            gettext_noop("For practice: an answer ends the round, and nobody declares or buzzes."),
            rule="CD-41",
        ),
        _seconds(
            "next_after",
            gettext_noop("Seconds until the next round"),
            gettext_noop("After a round is scored. 0: the host goes on."),
            "CD-2",
        ),
    )
)


def _preset(slug: str, label: str, help_text: str, **values: object) -> Preset:
    return Preset(slug, label, help_text, GradedSettings({"together": True, **values}))


PRESETS = (
    _preset(
        "television",
        gettext_noop("As on television"),
        gettext_noop("15 rounds, at least three vowels and four consonants."),
        fair_letters=True,
    ),
    _preset("classic", gettext_noop("15 rounds"), gettext_noop("15 rounds; letters are chosen freely.")),
    _preset("half", gettext_noop("7 rounds"), gettext_noop("About a quarter of an hour."), rounds=HALF),
    _preset("short", gettext_noop("3 rounds"), gettext_noop("One of each kind: about five minutes."), rounds=SHORT),
)
