"""The reasons for which a method is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any, NamedTuple

from judging.language.editions import BASIC, Edition
from judging.language.evaluation.evaluate import Evaluation
from judging.language.expression import Apply, Number
from judging.language.functions.table import FORBIDDEN, FUNCTIONS
from judging.language.numbers import exact
from judging.language.numbers.rationals import Value
from judging.language.parsing.concatenation import digits_of, numbers_in_decimal, split_concatenation
from judging.messages import Fact, Message, facts_as_json, message, read_facts

NEEDS_RULING = frozenset({"too_large", "not_proved", "ambiguous", "working_shown", "unknown_function", "engine_failed"})
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
    "engine_failed": "NT-10",
    "ambiguous": "NT-11",
    "claim_differs": "NT-12",
    "working_shown": "NT-14",
    "unknown_function": "NT-15",
}


class VerdictReason(NamedTuple):
    """The reason why a line is refused, needs a ruling, or carries a note. Places are None for the whole line.

    Where the code has several sentences the fact `detail` names one of them.
    """

    code: str
    facts: Mapping[str, Fact]
    start: int | None
    end: int | None
    rule: str

    @property
    def as_message(self) -> Message:
        return Message.of(self.code, self.facts)

    @property
    def message(self) -> str:
        """The English sentence."""
        return str(self.as_message)

    @property
    def refuses(self) -> bool:
        return self.code not in NEEDS_RULING and self.code not in NOTES

    def export(self) -> dict[str, object]:
        """The reason as JSON to store, without a sentence; `Reason.read` takes it back."""
        return {**self._asdict(), "facts": facts_as_json(self.facts)}

    def as_dict(self) -> dict[str, object]:
        """The same with the English sentence, for people."""
        return {"code": self.code, "message": self.message, **self.export()}

    @staticmethod
    def read(stored: Mapping[str, Any]) -> VerdictReason:
        facts = read_facts(stored["facts"])
        return VerdictReason(stored["code"], facts, stored["start"], stored["end"], stored["rule"])


def reason(code: str, why: Message, start: int | None = None, end: int | None = None) -> VerdictReason:
    return VerdictReason(code, why.facts_for(code), start, end, RULES[code])


def _at(node: Number | Apply, code: str, **facts: Fact) -> VerdictReason:
    return VerdictReason(code, facts, node.start, node.end, RULES[code])


def reasons(evaluation: Evaluation, numbers: Sequence[int], rules: Edition) -> list[VerdictReason]:
    """The reasons against a method, in the order of the text; those for the whole line come last."""
    objections: list[VerdictReason] = []
    written = [node for node in evaluation.nodes if type(node) is Number]
    if not _as_given(written, numbers):
        objections += _number_reasons(written, numbers, rules)
    objections += _function_reasons(evaluation, rules)
    objections += [reason(error.code, error.message, error.node.start, error.node.end) for error in evaluation.errors]
    return that_count(in_order(objections)) if len(objections) > 1 else objections


def that_count(objections: list[VerdictReason]) -> list[VerdictReason]:
    """The reasons that refuse the line, if there are any, else all: a refused line needs no judge."""
    return [each for each in objections if each.refuses] or objections


def in_order(objections: Sequence[VerdictReason]) -> list[VerdictReason]:
    """The reasons by place, those for the whole line last; each code once at a place."""
    unique: dict[object, VerdictReason] = {}
    for each in objections:
        whole_line = each.start is None
        place = each.as_message if whole_line else (each.start, each.end)
        unique.setdefault((each.code, place), each)
    return sorted(unique.values(), key=lambda each: (each.start is None, each.start or 0, each.end or 0))


def _as_given(written: list[Number], numbers: Sequence[int]) -> bool:
    """Whether the method uses each given number once and no other number: a quick check that most lines pass."""
    if len(written) != len(numbers):
        return False
    values: list[int] = []
    for each in written:
        if type(each.value) is not int or each.fault or each.text[0] == "0":
            return False
        values.append(each.value)
    return sorted(values) == sorted(numbers)


def _number_reasons(written: list[Number], numbers: Sequence[int], rules: Edition) -> Iterator[VerdictReason]:
    left = Counter(numbers)
    odd: list[Number] = []
    for each in sorted(written, key=lambda number: number.start):
        value = each.value
        if each.fault or type(value) is not int or left[value] < 1 or _is_concatenated_zero(each, left):
            odd.append(each)
        else:
            left[value] -= 1
    for each in odd:
        yield from _odd_number(each, numbers, left, rules)
    if rules.every_number:
        for number in sorted((+left).elements()):
            yield reason("number_unused", message("number_unused", number=number))


def _is_concatenated_zero(each: Number, left: Counter[int]) -> bool:
    """05 where a 0 is given too."""
    return len(each.text) > 1 and each.text[0] == "0" and left[0] > 0


def _odd_number(each: Number, numbers: Sequence[int], left: Counter[int], rules: Edition) -> Iterator[VerdictReason]:
    """The reasons against a number that matches none of those left; the given numbers it is made of count as used."""
    if each.fault:
        yield _at(each, each.fault)
        left.subtract(numbers_in_decimal(digits_of(each.text), left))
    elif pieces := split_concatenation(each.text, left):
        yield _concatenation(each)
        left.subtract(pieces)
    elif each.value in numbers:
        code = "number_reused" if rules.every_number else "number_reused_some"
        yield reason("number_reused", message(code, number=each.text[:20]), each.start, each.end)
    elif pieces := split_concatenation(each.text, Counter(numbers)):
        yield _concatenation(each)
        for piece, times in pieces.items():
            if left[piece] < times:
                yield _at(each, "number_reused", number=piece)
            left[piece] = max(left[piece] - times, 0)
    else:
        yield _at(each, "number_not_given", number=each.text[:20])


def _concatenation(each: Number) -> VerdictReason:
    return _at(each, "concatenation", number=each.text[:20])


def _function_reasons(evaluation: Evaluation, rules: Edition) -> list[VerdictReason]:
    used = {node.function for node in evaluation.nodes if type(node) is Apply}
    if used <= rules.functions and not looks_at_steps(used, rules) and not lacks_kinds(used, rules):
        return []
    objections: list[VerdictReason] = []
    for node, value, inputs in zip(evaluation.nodes, evaluation.values, evaluation.inputs, strict=True):
        if type(node) is Number:
            continue
        name = node.function
        if name not in rules.functions:
            objections.append(_not_allowed(node, rules))
        if value is not None:
            for code, values in step_objections(name, inputs, value, rules):
                shown = dict(zip(("value", "second"), map(exact.shown, values), strict=False))
                objections.append(_at(node, code, **shown))
    if lacks_kinds(used, rules):
        objections.append(reason("one_kind_of_operation", message("one_kind_of_operation")))
    return objections


def lacks_kinds(used: Set[str], rules: Edition) -> bool:
    """Whether there are fewer kinds of operation than the edition wants."""
    # 3^2+4 is of two kinds, and told that the power is not allowed
    counted = used & BASIC if used <= rules.functions else used
    return len(counted) < rules.kinds_of_operation


def looks_at_steps(used: Set[str], rules: Edition) -> bool:
    """Whether `step_objections` can have anything against a step of these functions."""
    return rules.whole_steps or "mod" in used


def step_objections(
    function: str, inputs: Sequence[Value], value: Value, rules: Edition
) -> Iterator[tuple[str, Sequence[Value]]]:
    """The objections to a step because of its values: the code, and the values to show with it."""
    if function == "mod" and "mod" in rules.functions and inputs[0] < inputs[1]:
        yield "mod_quotient", inputs
    if rules.whole_steps and function in BASIC:
        if exact.sign(value) <= 0:
            yield "step_not_positive", (value,)
        if type(value) is not int:
            yield "step_not_whole", (value,)


def _not_allowed(node: Apply, rules: Edition) -> VerdictReason:
    if node.function == "negative":
        return reason("negative_sign", message("negative_sign"), node.start, node.start + 1)
    if node.function in FUNCTIONS:
        title = message(f"function_{node.function}")
        if rules.functions == BASIC:
            return _at(node, "function_not_allowed", detail="only_basic", title=title)
        return _at(node, "function_not_allowed", title=title)
    name = node.function[:40]
    if rules.asks_about_unknown and name not in FORBIDDEN and not is_own_function(name):
        return reason("unknown_function", message("unknown_function", name=name), node.start, node.start + len(name))
    return _at(node, "function_not_allowed", detail="no_function_here", text=name)


def is_own_function(name: str) -> bool:
    """Whether it is a letter by which people name a function that they make up: f(2)."""
    return len(name) == 1 and name.isascii() and name.isalpha()
