"""What a contestant reads beside a line: one template a code, with the rule behind it."""

from __future__ import annotations

from collections.abc import Hashable

from judging.games.paper import Answer, LineScore

# code -> (template, rule). Templates take named facts only, so a translation may order them as it likes.
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


def worth(points: int) -> str:
    """Points in words: `1 point`, `10 points`."""
    return f"{points} point" if points == 1 else f"{points} points"


def nth(count: int) -> str:
    """`Second`, `Third`; above ten `11th`, `22nd`."""
    if count < len(ORDINALS):
        return ORDINALS[count]
    ending = "th" if 10 <= count % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(count % 10, "th")
    return f"{count}{ending}"


def line_score(answer: Answer, number: int, points: int, code: str, **facts: int | str) -> LineScore:
    """The share of one line. A note on a pending line or on nothing is the contestant's own sentence."""
    template, rule = WORDS[code]
    told = {"worth": worth(points), **facts}
    sentence = answer.note if answer.note and code == answer.state else template.format(**told)
    line: Hashable = answer.line
    return LineScore(line, answer.box, number, points, code, sentence, rule, told)
