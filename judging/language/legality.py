"""Every reason for which a method is refused. The editions it asks are in editions.py, and can be had from here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from judging.language import exact
from judging.language.editions import (
    BASIC,
    EDITIONS,
    NUMBER_TOURNAMENT,
    POLICIES,
    Edition,
    UnknownRules,
    edition,
)
from judging.language.evaluation import Evaluation
from judging.language.exact import Value
from judging.language.expression import Apply, Number
from judging.language.functions import FUNCTIONS
from judging.language.joined import digits_of, split, taken

__all__ = [
    "BASIC",
    "EDITIONS",
    "NUMBER_TOURNAMENT",
    "POLICIES",
    "RULES",
    "Edition",
    "Reason",
    "UnknownRules",
    "edition",
    "reason",
    "reasons",
]

NEEDS_RULING = frozenset({"too_large", "not_proved", "ambiguous"})
NOTES = frozenset({"claim_differs"})
RULES = {
    "unreadable": "NT-1",
    "number_not_given": "NT-2",
    "number_unused": "NT-3",
    "number_reused": "NT-3",
    "concatenation": "NT-4",
    "decimal": "NT-5",
    "repeating_decimal": "NT-5",
    "negative_sign": "NT-6",
    "function_not_allowed": "NT-7",
    "mod_quotient": "NT-8",
    "undefined": "NT-9",
    "step_not_whole": "CD-1",
    "step_not_positive": "CD-1",
    "one_kind_of_operation": "DM-1",
    "hand_size": "SM-1",
    "no_card": "SM-1",
    "hand_put_back": "SM-2",
    "too_large": "NT-10",
    "not_proved": "NT-10",
    "ambiguous": "NT-11",
    "claim_differs": "NT-12",
}


class Reason(NamedTuple):
    """Why a line is refused, needs a ruling, or carries a note. Places are None for the whole line."""

    code: str
    message: str
    start: int | None
    end: int | None
    rule: str

    @property
    def refuses(self) -> bool:
        return self.code not in NEEDS_RULING and self.code not in NOTES


def reason(code: str, message: str, start: int | None = None, end: int | None = None) -> Reason:
    return Reason(code, message, start, end, RULES[code])


def _at(node: Number | Apply, code: str, message: str) -> Reason:
    return Reason(code, message, node.start, node.end, RULES[code])


def reasons(found: Evaluation, numbers: Sequence[int], rules: Edition) -> list[Reason]:
    """Everything against a method, in the order of the text; what belongs to the whole line comes last."""
    against: list[Reason] = []
    written = [node for node in found.nodes if type(node) is Number]
    if not _as_given(written, numbers):
        against += _number_reasons(written, numbers, rules)
    against += _function_reasons(found, rules)
    against += [_at(trouble.node, trouble.code, trouble.message) for trouble in found.troubles]
    return in_order(against) if len(against) > 1 else against


def in_order(against: Sequence[Reason]) -> list[Reason]:
    """By place, what concerns the whole line last; each code once at a place."""
    once: dict[object, Reason] = {}
    for each in against:
        once.setdefault((each.code, each.start, each.end) if each.start is not None else each, each)
    return sorted(once.values(), key=lambda each: (each.start is None, each.start or 0, each.end or 0))


def _as_given(written: list[Number], numbers: Sequence[int]) -> bool:
    """Whether each given number stands there once and nothing else; most lines are so, and this is quick."""
    if len(written) != len(numbers):
        return False
    values: list[int] = []
    for each in written:
        if type(each.value) is not int or each.fault or each.text[0] == "0":
            return False
        values.append(each.value)
    return sorted(values) == sorted(numbers)


def _number_reasons(written: list[Number], numbers: Sequence[int], rules: Edition) -> Iterator[Reason]:
    left = Counter(numbers)
    odd: list[Number] = []
    for each in sorted(written, key=lambda number: number.start):
        value = each.value
        if each.fault or type(value) is not int or left[value] < 1 or _joined_zero(each, left):
            odd.append(each)
        else:
            left[value] -= 1
    for each in odd:
        yield from _odd_number(each, numbers, left, rules)
    if rules.every_number:
        for number in sorted((+left).elements()):
            said = f"The number {number} was given and is not used. Every number is used once."
            yield reason("number_unused", said)


def _joined_zero(each: Number, left: Counter[int]) -> bool:
    """05 where a 0 is given too."""
    return len(each.text) > 1 and each.text[0] == "0" and left[0] > 0


def _odd_number(each: Number, numbers: Sequence[int], left: Counter[int], rules: Edition) -> Iterator[Reason]:
    """Why a number that matches none of those left is wrong; numbers that it stands for count as used."""
    if each.fault:
        name = "a decimal point" if each.fault == "decimal" else "a repeating decimal"
        yield _at(each, each.fault, f"Numbers with {name} are not allowed. Make it from the given numbers.")
        left.subtract(taken(digits_of(each.text), left))
    elif pieces := split(each.text, left):
        yield _concatenation(each)
        left.subtract(pieces)
    elif each.value in numbers:
        often = "" if rules.every_number else ", at most as often as it was given"
        yield _at(
            each,
            "number_reused",
            f"The number {each.text[:20]} is used too often. Use each number once{often}.",
        )
    elif pieces := split(each.text, Counter(numbers)):
        yield _concatenation(each)
        for piece, times in pieces.items():
            if left[piece] < times:
                yield _at(
                    each, "number_reused", f"The number {piece} is used too often. Use each number once."
                )
            left[piece] = max(left[piece] - times, 0)
    else:
        said = f"{each.text[:20]} is not one of the given numbers, and every number in a method has to be."
        yield _at(each, "number_not_given", said)


def _concatenation(each: Number) -> Reason:
    said = (
        f"{each.text[:20]} is put together from other numbers. Digits may not be joined to a longer number."
    )
    return _at(each, "concatenation", said)


def _function_reasons(found: Evaluation, rules: Edition) -> list[Reason]:
    used = {node.function for node in found.nodes if type(node) is Apply}
    if (
        used <= rules.functions
        and "mod" not in used
        and not rules.whole_steps
        and not rules.kinds_of_operation
    ):
        return []
    against: list[Reason] = []
    for node, value, inputs in zip(found.nodes, found.values, found.inputs, strict=True):
        if type(node) is Number:
            continue
        name = node.function
        if name not in rules.functions:
            against.append(_not_allowed(node))
        elif name == "mod" and value is not None and inputs[0] < inputs[1]:
            a, b = map(exact.shown, inputs)
            said = f"{a} mod {b} only drops the {b}: the first number must be at least the second."
            against.append(_at(node, "mod_quotient", said))
        if rules.whole_steps and value is not None and name in BASIC:
            against += _step_reasons(node, value)
    if len(used & BASIC) < rules.kinds_of_operation:
        said = "At least two different kinds of operation are needed, such as + and x."
        against.append(reason("one_kind_of_operation", said))
    return against


def _step_reasons(node: Apply, value: Value) -> Iterator[Reason]:
    made = f"This step makes {exact.shown(value)}."
    if exact.sign(value) <= 0:
        yield _at(node, "step_not_positive", f"{made} Every step must stay above zero.")
    if type(value) is not int:
        yield _at(node, "step_not_whole", f"{made} Only whole numbers are allowed at every step.")


def _not_allowed(node: Apply) -> Reason:
    if node.function == "negative":
        said = "A minus sign in front of a number is not allowed. Subtract instead."
        return reason("negative_sign", said, node.start, node.start + 1)
    row = FUNCTIONS.get(node.function)
    what = f"The {row.title}" if row else f"The function “{node.function[:40]}”"
    return _at(node, "function_not_allowed", f"{what} is not allowed in this round.")
