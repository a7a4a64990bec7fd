"""Settings that several paper formats share, each made for the one that asks."""

from judging.games.settings import Rule, Setting, SettingProblem, Settings, in_order
from judging.messages import gettext_noop, message, text

DICE = (
    ("none", gettext_noop("no dice")),
    ("d6", gettext_noop("six-sided")),
    ("d10", gettext_noop("ten-sided")),
    ("d12", gettext_noop("twelve-sided")),
    ("d20", gettext_noop("twenty-sided")),
)


def seconds(default: int, help_text: str) -> Setting:
    return Setting("time_seconds", default, gettext_noop("Time in seconds"), help_text, 10, 7200, rule="NT-P-1")


def count(
    name: str, default: int, label: str, rule: str, help_text: str = gettext_noop("How many boxes the sheet has.")
) -> Setting:
    return Setting(name, default, label, help_text, 1, 60, rule=rule)


def _puzzle(name: str, default: int, label: str, help_text: str, minimum: int, maximum: int) -> Setting:
    return Setting(name, default, label, help_text, minimum, maximum, rule="NT-P-2")


def numbers(low: int, high: int, count: int = 4, most: int = 8) -> tuple[Setting, ...]:
    rolled = gettext_noop("If numbers are rolled, they run from 1 to the sides of the die.")
    return (
        _puzzle(
            "numbers_count",
            count,
            gettext_noop("Numbers in a set"),
            gettext_noop("How many numbers each set has."),
            2,
            most,
        ),
        _puzzle(
            "number_from",
            low,
            gettext_noop("Smallest number"),
            gettext_noop("The smallest number that a set may have."),
            0,
            1000,
        ),
        _puzzle(
            "number_to",
            high,
            gettext_noop("Largest number"),
            gettext_noop("The largest number that a set may have."),
            1,
            1000,
        ),
        Setting("dice", "none", gettext_noop("Dice"), rolled, choices=DICE, rule="NT-P-2"),
    )


def targets(low: int, high: int) -> tuple[Setting, ...]:
    return (
        _puzzle(
            "target_from",
            low,
            gettext_noop("Smallest target"),
            gettext_noop("The smallest whole number that may be a target."),
            0,
            100000,
        ),
        _puzzle(
            "target_to",
            high,
            gettext_noop("Largest target"),
            gettext_noop("The largest number that may be a target."),
            1,
            100000,
        ),
    )


def points_list(rule: str) -> Setting:
    return Setting(
        "points_list",
        (4, 2, 1),
        gettext_noop("Points for each method"),
        gettext_noop("Points of the first, second, … different method in a box; further ones score nothing."),
        0,
        1000,
        rule=rule,
    )


def points_full(default: int, what: str, rule: str) -> Setting:
    return Setting("points_full", default, gettext_noop("Points for a method"), what, 1, 1000, rule=rule)


def bonus(default: int, help_text: str, rule: str) -> Setting:
    return Setting("bonus", default, gettext_noop("Bonus"), help_text, 0, 1000, rule=rule)


def _dice_fit(settings: Settings) -> SettingProblem | None:
    die = settings.choice("dice")
    ends = settings.whole("number_from"), settings.whole("number_to")
    if die == "none" or ends == (1, int(die[1:])):
        return None
    return SettingProblem("dice", "dice_range", message("dice_range", dice=text(dict(DICE)[die]), sides=die[1:]))


NUMBER_RULES: tuple[Rule, ...] = (
    in_order("number_from", "number_to", message("numbers_turned")),
    _dice_fit,
)
TARGET_RULES: tuple[Rule, ...] = (in_order("target_from", "target_to", message("targets_turned")),)
