"""Every sentence that stands beside a line, and every message about puzzles, settings and moves: one template a
code."""

from judging.messages import Message, Template, gettext_noop, message, ngettext_noop, ordinal

# beside a line: code -> rule and template
_LINES: dict[str, tuple[str, str]] = {
    "hits": ("NT-P-4", gettext_noop("Hits {target}: {worth}")),
    "moved": ("NT-OM-5", gettext_noop("Hits {target} from another box: {worth}")),
    "further": ("NT-P-4", gettext_noop("{nth} method: {worth}")),
    "beyond": ("NT-OM-2", gettext_noop("{nth} method: only the first {scoring} score here")),
    "same": ("NT-P-5", gettext_noop("Counts once: the same method as {other}")),
    "ruled_same": ("NT-P-5", gettext_noop("Counts once: the judges call it the same method as {other}")),
    "misses": ("NT-P-4", gettext_noop("{value} is not {target}: {worth}")),
    "misses_unsaid": ("NT-P-4", gettext_noop("Does not hit {target}: {worth}")),
    "near": ("NT-HT-2", gettext_noop("{value} is {distance} away from {target}: {worth}")),
    "near_rounded": (
        "NT-HT-4",
        gettext_noop("{value} is less than {distance} away from {target}, counted as {distance}: {worth}"),
    ),
    "near_unsaid": ("NT-HT-2", gettext_noop("Counts as {distance} away from {target}: {worth}")),
    "not_nearest": ("NT-HT-2", gettext_noop("Not the nearest result in this box")),
    "as_near": ("NT-HT-3", gettext_noop("As near as {other}; only one of the two counts")),
    "pending": ("NT-P-6", gettext_noop("Not judged yet: no points so far")),
    "nothing": ("NT-P-7", gettext_noop("Counts as nothing")),
    "made": ("NT-SM-3", gettext_noop("An earlier line already makes {target}, and it counts once")),
    "out_of_order": (
        "NT-SM-3",
        gettext_noop("Makes {target}, but {missing} was not made and numbers count in order: {worth}"),
    ),
    "order_waits": (
        "NT-SM-3",
        gettext_noop("Makes {target}, but it is not decided yet whether {missing} was made: {worth} so far"),
    ),
    "void": ("NT-P-9", gettext_noop("This question was withdrawn and counts for nobody: {worth}")),
    "no_box": ("NT-P-7", gettext_noop("Not in a box of this sheet: 0 points")),
}
LINE_RULES = {code: rule for code, (rule, _) in _LINES.items()}
LINES: dict[str, Template] = {code: template for code, (_, template) in _LINES.items()}

# why a line is pending or nothing, where it is not the engine that says so
NOTES: dict[str, Template] = {
    "illegible": gettext_noop("Illegible: a judge will look at the sheet."),
    "struck_out": gettext_noop("Struck out on the sheet."),
    "blank": gettext_noop("Nothing was written."),
    "sheet_lost": gettext_noop("The sheet is lost and counts as nothing."),
    "not_judged": gettext_noop("Not judged yet."),
    "waits_for_judge": gettext_noop("Waits for a judge."),
    "ruled_out": gettext_noop("Ruled out by a judge."),
    # why a line counts once
    "judge_ruled_once": gettext_noop("A judge ruled that the two count once: {reason}"),
    "kin_count_once": gettext_noop("In this event, methods that are equal in algebra count once."),
}

# what a line with the code `misses` says where its value is rational
MISSED: dict[str, Template] = {"missed_by": gettext_noop("Target {target} missed by {distance}: {worth}")}

BOXES: dict[str, Template] = {
    "no_target": gettext_noop("A target is a whole number such as 45 or a fraction such as 1/2."),
    # Translators: the number is {count}
    "box_count": ngettext_noop(
        "The sheet needs {count} box and has {found}.", "The sheet needs {count} boxes and has {found}."
    ),
    "number_count": gettext_noop("{label} needs {wanted} numbers and has {found}."),
    "number_range": gettext_noop("{label}: {number} is not from {low} to {high}."),
    "no_numbers": gettext_noop("{label} must have no numbers: its cards are dealt at the table."),
    "target_part": gettext_noop("{label}: the target {target} is not a whole number."),
    "target_negative": gettext_noop("{label}: the target {target} is negative."),
    "target_range": gettext_noop("{label}: the target {target} is not from {low} to {high}."),
    "target_product": gettext_noop("{label}: the target {target} is not the product of two of the numbers in range."),
    "target_other": gettext_noop("{label}: the target is {wanted}, not {target}."),
    "other_set": gettext_noop("{label} must have the same numbers as {like}."),
    "other_target": gettext_noop("{label} must have the same target as {like}."),
    "repeat": gettext_noop("{label} asks the same as {like}."),
}

# the same without {label}, for a set or a target that all boxes share
SHARED = "shared_"
SHARED_BOXES: dict[str, Template] = {
    "shared_number_count": gettext_noop("Needs {wanted} numbers and has {found}."),
    "shared_number_range": gettext_noop("{number} is not from {low} to {high}."),
    "shared_no_numbers": gettext_noop("Must have no numbers: its cards are dealt at the table."),
    "shared_target_part": gettext_noop("The target {target} is not a whole number."),
    "shared_target_negative": gettext_noop("The target {target} is negative."),
    "shared_target_range": gettext_noop("The target {target} is not from {low} to {high}."),
    "shared_target_product": gettext_noop("The target {target} is not the product of two of the numbers in range."),
    "shared_target_other": gettext_noop("The target is {wanted}, not {target}."),
    "shared_other_set": gettext_noop("Must have the same numbers as {like}."),
    "shared_other_target": gettext_noop("Must have the same target as {like}."),
    "shared_repeat": gettext_noop("Asks the same as {like}."),
}

SETTINGS: dict[str, Template] = {
    "setting_not_yes_or_no": gettext_noop("{setting} must be yes or no."),
    "setting_not_whole": gettext_noop("{setting} must be a whole number."),
    "setting_not_whole_numbers": gettext_noop("{setting} must be a list of whole numbers, such as 4, 2, 1."),
    "setting_not_a_choice": gettext_noop("{setting} must be one of {choices}."),
    "setting_too_small": gettext_noop("{setting} must be {least} or more."),
    "setting_too_large": gettext_noop("{setting} must be {most} or less."),
    "setting_too_long": gettext_noop("{setting} may have at most {most} numbers."),
    "no_setting": gettext_noop("There is no setting called {name}."),
    "numbers_turned": gettext_noop("The largest number must not be below the smallest."),
    "targets_turned": gettext_noop("The largest target must not be below the smallest."),
    "dice_range": gettext_noop("With {dice} dice the numbers run from 1 to {sides}."),
}

# what a box is called, by the word of its format
LABELS: dict[str, Template] = {
    "box_target": gettext_noop("Target {target}"),
    "box_set": gettext_noop("Set {number}"),
    "box_round": gettext_noop("Question {number}"),
    "box_grid": gettext_noop("Grid {number}"),
    "box_number": gettext_noop("Number {number}"),
}

# the bonus, by the word for a box: every one was hit, or not
BONUS: dict[str, Template] = {
    "bonus_target": gettext_noop("Every target hit: {bonus} points more"),
    "no_bonus_target": gettext_noop("{hit} of {all} targets hit: the bonus needs all of them"),
    "bonus_set": gettext_noop("Every set hit: {bonus} points more"),
    "no_bonus_set": gettext_noop("{hit} of {all} sets hit: the bonus needs all of them"),
}

# how a round is played, made from its settings
EXPLANATIONS: dict[str, Template] = {
    "plays_alone": gettext_noop("Each player has a sheet of their own."),
    "plays_team": gettext_noop("Each team has one sheet."),
    "plays_sides": gettext_noop("Each of the two sides has one sheet."),
    # Translators: the time is “15 minutes” or “90 seconds”
    "time_all": gettext_noop("You have {time} for the whole sheet."),
    # Translators: the time is “15 minutes” or “90 seconds”
    "time_each": gettext_noop("You have {time} for each question, one after the other."),
    # Translators: within “You have {time} for the whole sheet.”
    "minutes": ngettext_noop("{count} minute", "{count} minutes"),
    # Translators: within “You have {time} for the whole sheet.”
    "seconds": ngettext_noop("{count} second", "{count} seconds"),
    "asks_target": ngettext_noop("One set of numbers and {count} target.", "One set of numbers and {count} targets."),
    "asks_set": ngettext_noop(
        "{count} set of numbers and one target.", "{count} sets of numbers, all with the same target."
    ),
    "asks_round": ngettext_noop(
        "{count} question with its own numbers and target.", "{count} questions, each with its own numbers and target."
    ),
    "asks_round_same_target": ngettext_noop(
        "{count} question. The target is always {target}.", "{count} questions. The target is always {target}."
    ),
    "asks_grid": ngettext_noop(
        "{count} grid of numbers and a target.", "{count} grids of numbers, each with a target."
    ),
    "asks_number": ngettext_noop("Only the number {count}.", "The numbers from 1 to {count}, in this order."),
    "numbers_are": ngettext_noop(
        "{count} number from {low} to {high}.", "{count} numbers from {low} to {high} each time."
    ),
    "targets_are": gettext_noop("Targets are from {low} to {high}."),
    "targets_products": gettext_noop("Targets are products of two numbers, from {low} to {high}."),
    "target_negatives": gettext_noop("Targets may be below zero."),
    "target_fractions": gettext_noop("Targets may be fractions."),
    "cards_dealt": gettext_noop("Three playing cards are dealt for each number, from 1 (the ace) to 13 (the king)."),
    "scores_by_list": ngettext_noop(
        "In each box, the first method that hits the target scores {worth}. Further ones score nothing.",
        "In each box, different methods that hit the target score {points} points, in the order in which they are"
        " written. Further ones score nothing.",
    ),
    "scores_each": gettext_noop("Each different method that hits the target scores {worth}."),
    "scores_nearest": gettext_noop(
        "If no method hits the target, the nearest result scores {worth} less the distance from the target."
    ),
    "scores_in_order": gettext_noop("Each number that you make scores {worth}, if you made all numbers before it."),
    "scores_most_methods": gettext_noop("Whoever has more different methods that hit the target goes on."),
    "scores_bonus": gettext_noop("If you hit the target in every box, you get {worth} more."),
    "scores_once": gettext_noop("The same method in another order counts once."),
}

PHRASES: dict[str, Template] = {
    # Translators: within a sentence: {other}
    "line": gettext_noop("line {number}"),
    # Translators: within a sentence: {other}
    "line_of_box": gettext_noop("line {number} of {label}"),
    # Translators: within “{nth} method: {worth}”
    "nth_1": gettext_noop("First"),
    # Translators: within “{nth} method: {worth}”
    "nth_2": gettext_noop("Second"),
    # Translators: within “{nth} method: {worth}”
    "nth_3": gettext_noop("Third"),
    # Translators: within “{nth} method: {worth}”
    "nth_4": gettext_noop("Fourth"),
    # Translators: within “{nth} method: {worth}”
    "nth_5": gettext_noop("Fifth"),
    # Translators: within “{nth} method: {worth}”
    "nth_6": gettext_noop("Sixth"),
    # Translators: within “{nth} method: {worth}”
    "nth_7": gettext_noop("Seventh"),
    # Translators: within “{nth} method: {worth}”
    "nth_8": gettext_noop("Eighth"),
    # Translators: within “{nth} method: {worth}”
    "nth_9": gettext_noop("Ninth"),
    # Translators: within “{nth} method: {worth}”
    "nth_10": gettext_noop("Tenth"),
}
_IN_WORDS = 10

ROWS = LINES | NOTES | MISSED | BOXES | SHARED_BOXES | SETTINGS | LABELS | BONUS | EXPLANATIONS | PHRASES


def nth(count: int) -> Message:
    """`Second`, `Third`; above ten `11th`, `22nd`."""
    return message(f"nth_{count}") if count <= _IN_WORDS else ordinal(count)
