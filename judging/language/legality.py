"""Rules editions, and every reason for which a method is refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from judging.language.evaluation import Evaluation
from judging.language.expression import Apply, Number, Rational
from judging.language.functions import FUNCTIONS

NEEDS_RULING = frozenset({"too_large", "not_proved", "ambiguous"})
NOTES = frozenset({"claim_differs"})
BASIC = frozenset({"add", "subtract", "multiply", "divide"})


class UnknownRules(ValueError):
    """No such edition, function or policy; the message names it."""


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


@dataclass(frozen=True)
class Edition:
    """What holds in a round. `policies` are named choices where the fine print is silent."""

    name: str
    functions: frozenset[str]
    every_number: bool = True
    whole_steps: bool = False
    kinds_of_operation: int = 0
    policies: Mapping[str, str] = field(default_factory=dict)

    def policy(self, name: str) -> str:
        return self.policies.get(name, POLICIES[name][0])

    @property
    def words(self) -> frozenset[str]:
        """Words that this edition adds to those every text is read with."""
        rows = (FUNCTIONS[name] for name in self.functions)
        return frozenset(word for row in rows if not row.default for word in row.calls if word != "log")


# the first of each is the default
POLICIES: dict[str, tuple[str, ...]] = {"through_brackets": ("same", "distinct")}
_ALL = frozenset(name for name, row in FUNCTIONS.items() if row.default)
EDITIONS: dict[str, Edition] = {
    each.name: each
    for each in (
        Edition("number-tournament", _ALL),
        Edition("basic-24", BASIC),
        Edition("smash", BASIC),
        Edition("dmas", BASIC, every_number=False, kinds_of_operation=2),
        Edition("countdown", BASIC, every_number=False, whole_steps=True),
    )
}
NUMBER_TOURNAMENT = EDITIONS["number-tournament"]


def edition(spec: str | Mapping[str, object]) -> Edition:
    """The edition that a name, or {"edition", "on", "off", "policies"}, stands for. Raises UnknownRules."""
    if isinstance(spec, str):
        if spec not in EDITIONS:
            raise UnknownRules(f"There is no rules edition “{spec}”.")
        return EDITIONS[spec]
    name = spec.get("edition") if isinstance(spec, Mapping) else None
    if not isinstance(name, str):
        raise UnknownRules("Rules are the name of an edition, or an object that names one as “edition”.")
    if unknown := set(spec) - {"edition", "on", "off", "policies"}:
        raise UnknownRules(f"Rules have no “{min(unknown)}”.")
    return _altered(edition(name), spec)


def _altered(base: Edition, spec: Mapping[str, object]) -> Edition:
    on, off = (_function_names(spec.get(name, ())) for name in ("on", "off"))
    policies = spec.get("policies", {})
    if not isinstance(policies, Mapping):
        raise UnknownRules("“policies” is an object of named choices.")
    for name, choice in policies.items():
        if name not in POLICIES or choice not in POLICIES[name]:
            raise UnknownRules(f"There is no policy “{name}: {choice}”.")
    return replace(base, functions=(base.functions | on) - off, policies=dict(policies))


def _function_names(names: object) -> frozenset[str]:
    if not isinstance(names, Sequence) or isinstance(names, str):
        raise UnknownRules("“on” and “off” are lists of function names.")
    for name in names:
        if not isinstance(name, str) or name not in FUNCTIONS or name == "negative":
            raise UnknownRules(f"There is no function “{name}”.")
    return frozenset(names)


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
    "too_large": "NT-10",
    "not_proved": "NT-10",
    "ambiguous": "NT-11",
    "claim_differs": "NT-12",
}


def reason(code: str, message: str, start: int | None = None, end: int | None = None) -> Reason:
    return Reason(code, message, start, end, RULES[code])


def reasons(found: Evaluation, numbers: Sequence[int], rules: Edition) -> list[Reason]:
    """Everything against a method, in the order of the text; what belongs to the whole line comes last."""
    all_of_them = list(
        _number_reasons([node for node in found.nodes if type(node) is Number], numbers, rules)
    )
    all_of_them += _function_reasons(found, rules)
    for trouble in found.troubles:
        all_of_them.append(reason(trouble.code, trouble.message, trouble.node.start, trouble.node.end))
    if len(all_of_them) > 1:
        all_of_them.sort(key=lambda each: (each.start is None, each.start or 0, each.end or 0))
    return all_of_them


def _number_reasons(written: list[Number], numbers: Sequence[int], rules: Edition) -> Iterator[Reason]:
    as_given = sorted(_or_zero(each.value) for each in written) == sorted(numbers)
    if as_given and not any(each.fault for each in written):
        return
    left: Counter[Rational | None] = Counter(numbers)
    later: list[Number] = []
    for each in written:
        if each.fault or not left[each.value] > 0:
            later.append(each)
        else:
            left[each.value] -= 1
    for each in later:
        yield from _odd_number(each, numbers, left, rules)
    if rules.every_number:
        for number in sorted(map(_or_zero, (+left).elements())):
            yield reason(
                "number_unused", f"The number {number} was given and is not used. Every number is used once."
            )


def _or_zero(value: Rational | None) -> Rational:
    return -1 if value is None else value


def _odd_number(
    each: Number, numbers: Sequence[int], left: Counter[Rational | None], rules: Edition
) -> Iterator[Reason]:
    """Why a number that matches none of those left is wrong; digits that it stands for count as used."""
    digits: Counter[Rational | None] = Counter(map(int, each.digits[:50]))
    if each.fault:
        name = "a decimal point" if each.fault == "decimal" else "a repeating decimal"
        yield reason(
            each.fault,
            f"Numbers with {name} are not allowed. Make it from the given numbers.",
            each.start,
            each.end,
        )
        for digit, times in digits.items():
            left[digit] -= min(times, max(left[digit], 0))
        if each.value in left and each.value not in digits:
            left[each.value] -= left[each.value] > 0
    elif each.value in numbers:
        often = "" if rules.every_number else ", at most as often as it was given"
        yield reason(
            "number_reused",
            f"The number {each.value} is used too often. Use each number once{often}.",
            each.start,
            each.end,
        )
    elif len(each.digits) > 1 and not digits - Counter(numbers):
        yield reason(
            "concatenation",
            f"{each.digits} is put together from other numbers. Digits may not be joined to a longer number.",
            each.start,
            each.end,
        )
        for digit, times in digits.items():
            if left[digit] < times:
                yield reason(
                    "number_reused",
                    f"The number {digit} is used too often. Use each number once.",
                    each.start,
                    each.end,
                )
            left[digit] = max(left[digit] - times, 0)
    else:
        yield reason(
            "number_not_given",
            f"{each.digits[:20]} is not one of the given numbers, and every number in a method has to be.",
            each.start,
            each.end,
        )


def _function_reasons(found: Evaluation, rules: Edition) -> Iterator[Reason]:
    used: set[str] = set()
    allowed = rules.functions
    whole_steps = rules.whole_steps
    for at, node in enumerate(found.nodes):
        if type(node) is not Apply:
            continue
        name = node.function
        used.add(name)
        if name not in allowed:
            yield _not_allowed(node)
        elif name == "mod" and found.values[at] is not None and found.inputs[at][0] < found.inputs[at][1]:
            a, b = found.inputs[at]
            yield reason(
                "mod_quotient",
                f"{a} mod {b} only drops the {b}: the first number must be at least the second.",
                node.start,
                node.end,
            )
        if whole_steps and found.values[at] is not None and name in BASIC:
            yield from _step_reasons(node, found.values[at])
    if len(used & BASIC) < rules.kinds_of_operation:
        yield reason(
            "one_kind_of_operation", "At least two different kinds of operation are needed, such as + and x."
        )


def _step_reasons(node: Apply, value: Rational) -> Iterator[Reason]:
    if value <= 0:
        yield reason(
            "step_not_positive",
            f"This step makes {value}. Every step must stay above zero.",
            node.start,
            node.end,
        )
    if value.denominator != 1:
        yield reason(
            "step_not_whole",
            f"This step makes {value}. Fractions are not allowed at any step.",
            node.start,
            node.end,
        )


def _not_allowed(node: Apply) -> Reason:
    if node.function == "negative":
        return reason(
            "negative_sign",
            "A minus sign in front of a number is not allowed. Subtract instead.",
            node.start,
            node.start + 1,
        )
    row = FUNCTIONS.get(node.function)
    what = f"The {row.title}" if row else f"The function “{node.function}”"
    return reason("function_not_allowed", f"{what} is not allowed in this round.", node.start, node.end)
