"""What a contestant reads beside a line, and what an organiser reads of a puzzle or a setting: one template a code.

Templates take named facts only, so that a translation may order them as it likes. Where a fact is a phrase of its own
its templates stand here too.
"""

from __future__ import annotations

# beside a line: code -> (template, rule)
WORDS: dict[str, tuple[str, str]] = {
    "hits": ("Hits {target}: {worth}", "NT-P-4"),
    "moved": ("Hits {target} from another box: {worth}", "NT-OM-5"),
    "further": ("{nth} method: {worth}", "NT-P-4"),
    "beyond": ("{nth} method: only the first {scoring} score here", "NT-OM-2"),
    "same": ("Counts once: the same method as {other}", "NT-P-5"),
    "ruled_same": ("Counts once: the judges call it the same method as {other}", "NT-P-5"),
    "misses": ("{value} is not {target}: {worth}", "NT-P-4"),
    "misses_unsaid": ("Does not hit {target}: {worth}", "NT-P-4"),
    "near": ("{value} is {distance} away from {target}: {worth}", "NT-HT-2"),
    "near_rounded": (
        "{value} is less than {distance} away from {target}, counted as {distance}: {worth}",
        "NT-HT-4",
    ),
    "near_unsaid": ("Counts as {distance} away from {target}: {worth}", "NT-HT-2"),
    "not_nearest": ("Not the nearest result in this box", "NT-HT-2"),
    "as_near": ("As near as {other}, and the nearest result counts once", "NT-HT-3"),
    "pending": ("Not judged yet: no points so far", "NT-P-6"),
    "nothing": ("Counts as nothing", "NT-P-7"),
    "made": ("{target} is made by an earlier line, and counts once", "NT-SM-3"),
    "out_of_order": (
        "Makes {target}, but {missing} was not made and numbers count in order: {worth}",
        "NT-SM-3",
    ),
    "order_waits": (
        "Makes {target}; whether {missing} is made is not settled yet: {worth} so far",
        "NT-SM-3",
    ),
    "void": ("This question was withdrawn and counts for nobody: {worth}", "NT-P-9"),
    "no_box": ("Stands in no box of this sheet: 0 points", "NT-P-7"),
}

# of puzzles, settings and moves
SAID: dict[str, str] = {
    "no_target": "A target is a whole number such as 45 or a fraction such as 1/2.",
    "number_count": "{label} needs {wanted} numbers and has {found}.",
    "number_range": "{label}: {number} is not from {low} to {high}.",
    "no_numbers": "{label} must have no numbers: its cards are dealt at the table.",
    "target_part": "{label}: the target {target} is not a whole number.",
    "target_negative": "{label}: the target {target} is negative.",
    "target_range": "{label}: the target {target} is not from {low} to {high}.",
    "target_product": "{label}: the target {target} is not the product of two of the numbers in range.",
    "target_other": "{label}: the target is {wanted}, not {target}.",
    "other_set": "{label} must have the same numbers as {like}.",
    "other_target": "{label} must have the same target as {like}.",
    "repeat": "{label} asks the same as {like}.",
    "not_yes_or_no": "{setting} must be yes or no.",
    "not_whole": "{setting} must be a whole number.",
    "not_whole_numbers": "{setting} must be a list of whole numbers, such as 4, 2, 1.",
    "not_a_choice": "{setting} must be one of {choices}.",
    "too_small": "{setting} must be {least} or more.",
    "too_large": "{setting} must be {most} or less.",
    "too_long": "{setting} may have at most {most} numbers.",
    "no_setting": "There is no setting called {name}.",
    "numbers_turned": "The largest number must not be below the smallest.",
    "targets_turned": "The largest target must not be below the smallest.",
    "dice_range": "With {dice} dice the numbers run from 1 to {sides}.",
    "line_twice": "Line {name} is already written.",
    "no_box": "There is no box {number} on this sheet.",
    "no_line": "There is no line {name} to judge.",
    "other_box": "Line {name} stands in another box.",
    "one_method": "Joining takes two methods or more.",
}


def unlabelled(sentence: str, label: str) -> str:
    """What is said of a box, where it stands beside what all boxes share."""
    said = sentence.removeprefix(label).lstrip(": ")
    return said[:1].upper() + said[1:]


UNLABELLED = tuple(unlabelled(text, "{label}") for text in SAID.values() if text.startswith("{label}"))

# The same for one and for many; the number is {count}.
COUNTED: dict[str, tuple[str, str]] = {
    "worth": ("{count} point", "{count} points"),
    "box_count": (
        "The sheet needs {count} box and has {found}.",
        "The sheet needs {count} boxes and has {found}.",
    ),
}

# What a box is called, by the word of its format.
LABELS: dict[str, str] = {
    "Target": "Target {target}",
    "Set": "Set {number}",
    "Round": "Round {number}",
    "Grid": "Grid {number}",
    "Number": "Number {number}",
}

# The bonus, by the word for a box: every one was hit, or not.
BONUS: dict[str, tuple[str, str]] = {
    "Target": (
        "Every target hit: {bonus} points more",
        "{hit} of {all} targets hit: the bonus needs all of them",
    ),
    "Set": ("Every set hit: {bonus} points more", "{hit} of {all} sets hit: the bonus needs all of them"),
}

# {other}: how one line is called beside another
LINE, LINE_OF_BOX = "line {number}", "line {number} of {label}"

# {nth}
ORDINALS = (
    "Zeroth",
    "First",
    "Second",
    "Third",
    "Fourth",
    "Fifth",
    "Sixth",
    "Seventh",
    "Eighth",
    "Ninth",
    "Tenth",
)


NTH = {"st": "{number}st", "nd": "{number}nd", "rd": "{number}rd", "th": "{number}th"}


def say(code: str, **facts: object) -> str:
    return SAID[code].format(**facts)


def say_counted(code: str, count: int, **facts: object) -> str:
    return COUNTED[code][count != 1].format(count=count, **facts)


def worth(points: int) -> str:
    """Points in words: `1 point`, `10 points`."""
    return say_counted("worth", points)


def nth(count: int) -> str:
    """`Second`, `Third`; above ten `11th`, `22nd`."""
    if count < len(ORDINALS):
        return ORDINALS[count]
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return NTH[ending].format(number=count)
