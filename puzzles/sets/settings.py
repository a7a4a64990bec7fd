"""The settings of each generator: what a round's own settings say, and constraints on what is made.

Forms, API and command line read them from the schema, as for a round; names that a round has too mean the same.
"""

from collections.abc import Mapping

from judging.games.formats import FORMATS
from judging.games.paper.shared_settings import NUMBER_RULES, TARGET_RULES, numbers, targets
from judging.games.settings import Rule, Schema, Setting, SettingProblem, Settings, in_order
from judging.messages import gettext_noop, message

SHARED_SETTINGS = frozenset(
    "targets sets last_number numbers_count number_from number_to dice target target_from target_to target_kind "
    "target_negatives target_fractions".split()
)
ANY, FOUR_OPERATIONS, FUNCTIONS, IMPOSSIBLE = "any", "four_operations", "functions", "impossible"
MOST_METHODS = 1000


def solvable(default: str) -> Setting:
    return Setting(
        "solvable",
        default,
        gettext_noop("Solvable"),
        gettext_noop("How every question can be answered exactly, if at all."),
        choices=(
            (FOUR_OPERATIONS, gettext_noop("with the four operations")),
            (FUNCTIONS, gettext_noop("only with functions")),
            (IMPOSSIBLE, gettext_noop("not at all")),
            (ANY, gettext_noop("any question")),
        ),
    )


def constraints(default: str = FOUR_OPERATIONS, least: int = 1) -> tuple[Setting, ...]:
    """The constraints on a question that every format with numbers has."""
    return (
        solvable(default),
        Setting(
            "methods_least",
            least,
            gettext_noop("Least methods"),
            gettext_noop(
                "How many distinct methods with the four operations there must be. Looked at where there are any."
            ),
            0,
            MOST_METHODS,
        ),
        Setting(
            "methods_most",
            0,
            gettext_noop("Most methods"),
            gettext_noop("How many there may be; 0 for any number."),
            0,
            MOST_METHODS,
        ),
        Setting(
            "whole_steps",
            False,
            gettext_noop("Whole numbers only"),
            gettext_noop("Some method has whole numbers from 0 at every step."),
        ),
        Setting(
            "step_least",
            1,
            gettext_noop("Least difficulty"),
            gettext_noop("The lowest of the five steps of difficulty, which sets of up to five numbers have."),
            1,
            5,
        ),
        Setting(
            "step_most",
            5,
            gettext_noop("Greatest difficulty"),
            gettext_noop("The highest of the five steps of difficulty, which sets of up to five numbers have."),
            1,
            5,
        ),
    )


REPEATS = Setting(
    "no_repeats",
    True,
    gettext_noop("No repeats"),
    gettext_noop("No question comes twice, nor one of earlier sets."),
)


def _methods_in_order(settings: Settings) -> SettingProblem | None:
    most = settings.whole("methods_most")
    if not most or settings.whole("methods_least") <= most:
        return None
    return SettingProblem("methods_most", "out_of_order", message("methods_turned"))


QUESTION_RULES: tuple[Rule, ...] = (
    _methods_in_order,
    in_order("step_least", "step_most", message("steps_turned")),
)


def paper(slug: str, least: int = 1) -> Schema:
    """The settings of a paper format's generator."""
    schema = FORMATS[slug].schema
    shared = tuple(setting for setting in schema.settings if setting.name in SHARED_SETTINGS)
    return Schema((*shared, *constraints(FOUR_OPERATIONS, least), REPEATS), (*schema.rules, *QUESTION_RULES))


def family(default: str, sets: int = 1) -> tuple[Setting, ...]:
    """What all types of the 24 family have."""
    count = Setting("sets", sets, gettext_noop("Sets"), gettext_noop("How many sets a round shows."), 1, 10)
    return (count, *numbers(1, 10), *constraints(default, 0 if default == IMPOSSIBLE else 1), REPEATS)


TARGET = Setting("target", 24, gettext_noop("Target"), gettext_noop("What every set has to make."), 0, 100_000)
CLASSIC = Schema((TARGET, *family(FOUR_OPERATIONS)), (*NUMBER_RULES, *QUESTION_RULES))
CLOSEST = Schema((TARGET, *family(IMPOSSIBLE)), (*NUMBER_RULES, *QUESTION_RULES))
TONY_FOUR = Schema((*targets(1, 50), *family(FOUR_OPERATIONS, 2)), (*NUMBER_RULES, *TARGET_RULES, *QUESTION_RULES))
COUNTDOWN_NUMBERS = Schema(
    (
        Setting(
            "large",
            -1,
            gettext_noop("Large numbers"),
            gettext_noop("How many of the six numbers are 25, 50, 75 or 100; -1 for any number of them."),
            -1,
            4,
        ),
        *targets(100, 999),
        *constraints(FOUR_OPERATIONS),
        REPEATS,
    ),
    (*TARGET_RULES, *QUESTION_RULES),
)
LETTERS = Schema(
    (
        Setting("vowels_from", 3, gettext_noop("Fewest vowels"), gettext_noop("Of the nine letters."), 0, 9),
        Setting("vowels_to", 5, gettext_noop("Most vowels"), gettext_noop("Of the nine letters."), 0, 9),
        Setting(
            "best_from",
            5,
            gettext_noop("Shortest best word"),
            gettext_noop("The longest word that the letters make has at least so many letters."),
            0,
            9,
        ),
        Setting(
            "best_to",
            9,
            gettext_noop("Longest best word"),
            gettext_noop("The longest word that the letters make has at most so many letters."),
            0,
            9,
        ),
        REPEATS,
    ),
    (
        in_order("vowels_from", "vowels_to", message("vowels_turned")),
        in_order("best_from", "best_to", message("best_turned")),
    ),
)
CONUNDRUM = Schema((REPEATS,))


WHOLE_STEPS_UP_TO = 4  # the grade up to which some method of each question has whole numbers at every step
# the steps of difficulty up to each grade; the boxes of a set spread over them, so sets rise with the grade
STEPS_UP_TO = {3: (1, 2), 4: (1, 3), 5: (2, 4), 6: (2, 5), 7: (3, 5), 12: (4, 5)}


def for_grade(schema: Schema, played: Mapping[str, object], grade: int) -> dict[str, object]:
    """The complete settings of a set for a grade, unless somebody chooses others: those of `played`, a paper round,
    that the generator has too, and what suits the grade."""
    values = {name: value for name, value in played.items() if name in schema.names()}
    if "whole_steps" in schema.names() and not values.get("target_fractions") and not values.get("target_negatives"):
        values["whole_steps"] = grade <= WHOLE_STEPS_UP_TO
    if "step_most" in schema.names():
        steps = next((steps for most, steps in STEPS_UP_TO.items() if grade <= most), STEPS_UP_TO[12])
        values["step_least"], values["step_most"] = steps
    return schema.read(values).export()
