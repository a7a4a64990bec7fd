"""Why two methods count once or twice, in a sentence that names the rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

from judging.language import keys
from judging.language.evaluation import Evaluation
from judging.language.expression import Apply, Number
from judging.language.forms import OTHER, Form, applied
from judging.language.functions import FUNCTIONS
from judging.language.legality import NUMBER_TOURNAMENT, Edition
from judging.language.verdict import ENGINE_VERSION, Verdict, evaluated, judge

Relation = Literal["same", "kin", "different", "not_accepted"]
__all__ = ["ENGINE_VERSION", "Explanation", "explain"]

ORDER, BRACKETS, DROPPED, BARS, WRITING = "NT-D3", "NT-D4", "NT-D1", "NT-D2", "NT-D6"
_SAID = {
    ORDER: "the same numbers are joined by the same operations in another order",
    BRACKETS: "brackets behind a minus sign or below a line are opened",
    DROPPED: "{} back to a number that was there already, so nothing changes",
    BARS: "bars change nothing around what is not below zero, and turning a difference round inside them makes no new method",
}


class Explanation(NamedTuple):
    relation: Relation
    sentence: str
    rule: str


def explain(
    first: str, second: str, numbers: Sequence[int], edition: Edition = NUMBER_TOURNAMENT
) -> Explanation:
    """Whether two written methods are the same, kin or different, and by which rule."""
    one, other = judge(first, numbers, edition=edition), judge(second, numbers, edition=edition)
    for text, verdict in ((first, one), (second, other)):
        if verdict.verdict != "accepted":
            said = f"“{text}” is not accepted: {verdict.reasons[0].message}"
            return Explanation("not_accepted", said, verdict.reasons[0].rule)
    if one.method_key == other.method_key:
        return _why_same(evaluated(one), evaluated(other), edition)
    if one.kin_key == other.kin_key:
        said = (
            "They are the same as algebra, but the rules on order, brackets and bars do not turn one into the other: "
            "a judge may rule that they count once."
        )
        return Explanation("kin", said, "NT-D8")
    return Explanation("different", _why_different(one, other), "NT-D5")


def _why_same(one: Evaluation, other: Evaluation, edition: Edition) -> Explanation:
    """The fewest rules that make them the same, found by leaving out the others."""
    usable = (
        (ORDER, BRACKETS, DROPPED, BARS)
        if edition.policy("through_brackets") == "same"
        else (ORDER, DROPPED, BARS)
    )
    for count in range(len(usable) + 1):
        for rules in combinations(usable, count):
            if _key(one, rules) == _key(other, rules):
                return Explanation(
                    "same", f"They count once: {_because(rules, one, other)}.", (WRITING, *rules)[-1]
                )
    raise AssertionError("equal method keys follow from the rules")


def _key(found: Evaluation, rules: Sequence[str]) -> str:
    """The key that these rules alone would give."""
    stack: list[Form] = []
    for node, value in zip(found.nodes, found.values, strict=True):
        if type(node) is Number:
            stack.append(keys.number(value))
            continue
        first = len(stack) - len(node.inputs)
        inputs = stack[first:]
        del stack[first:]
        if _rule(node.function) in rules:
            stack.append(keys.key_of(node.function, inputs, value, BRACKETS in rules))
        else:
            stack.append(applied(OTHER, node.function, tuple(inputs), value))
    return stack[0].key


def _rule(function: str) -> str:
    if function == "abs":
        return BARS
    return DROPPED if FUNCTIONS[function].most == 1 else ORDER


def _because(rules: Sequence[str], one: Evaluation, other: Evaluation) -> str:
    if not rules:
        return "only the way of writing differs"
    used = (_functions(one) - _functions(other)) + (_functions(other) - _functions(one))
    dropped = sorted(name for name in used or _functions(one) if _rule(name) == DROPPED)
    titles = " and ".join(f"the {FUNCTIONS[name].title}" for name in dropped) or "a function with one input"
    titles += " lead" if len(dropped) > 1 else " leads"
    said = [_SAID[rule].format(titles) for rule in rules if rule != ORDER or BRACKETS not in rules]
    return "; and ".join(said)


def _functions(found: Evaluation) -> Counter[str]:
    return Counter(node.function for node in found.nodes if type(node) is Apply)


def _why_different(one: Verdict, other: Verdict) -> str:
    first, second = evaluated(one), evaluated(other)
    if first.value != second.value:
        return f"They count twice: one makes {one.value}, the other {other.value}."
    here, there = _functions(first) - _functions(second), _functions(second) - _functions(first)
    if here and there:
        return f"They count twice: one uses {_titles(here)}, the other {_titles(there)}."
    if here or there:
        return f"They count twice: {_titles(here or there)} stands in one of them and not in the other."
    return "They count twice: the same operations join other parts, and no rule turns one into the other."


def _titles(names: Counter[str]) -> str:
    return " and ".join(f"the {FUNCTIONS[name].title}" for name in sorted(names))
